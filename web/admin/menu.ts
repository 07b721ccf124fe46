// The menu of the dashboard as data: sections, their groups, and their pages. The shell renders it.
// Does not belong here: how it looks (ui/navigation.tsx), what the pages do.

import { paths } from '../paths.ts'
import { mayOpen, type Standing } from '../people/rights.ts'
import type { IconName } from '../ui/Icon.tsx'

export interface MenuPage {
  title: string
  /** A path without parameters. */
  path: Exclude<(typeof paths)[keyof typeof paths], `${string}$${string}`>
}

export interface MenuGroup {
  title: string
  pages: readonly MenuPage[]
}

export interface MenuSection {
  title: string
  icon: IconName
  groups: readonly MenuGroup[]
}

const sections: readonly MenuSection[] = [
  {
    title: 'Account',
    icon: 'building',
    groups: [
      {
        title: 'Settings',
        pages: [
          { title: 'Account settings', path: paths.account_settings },
          { title: 'Clock', path: paths.clock },
        ],
      },
      { title: 'Signing in', pages: [{ title: 'Security', path: paths.security }] },
      {
        title: 'Logs',
        pages: [
          { title: 'Audit log', path: paths.audit_log },
          { title: 'Outbox', path: paths.outbox },
        ],
      },
    ],
  },
  {
    title: 'People',
    icon: 'people',
    groups: [
      { title: 'Team', pages: [{ title: 'Team members', path: paths.team_members }] },
      {
        title: 'Governance of access',
        pages: [
          { title: 'Access duties', path: paths.access_people },
          { title: 'Access settings', path: paths.access_settings },
        ],
      },
    ],
  },
  { title: 'Channels', icon: 'speech', groups: [] },
  {
    title: 'Objects and rules',
    icon: 'shapes',
    groups: [
      {
        title: 'Business rules',
        pages: [
          { title: 'Triggers', path: paths.triggers },
          { title: 'Trigger categories', path: paths.trigger_categories },
          { title: 'Automations', path: paths.automations },
          { title: 'Macros', path: paths.macros },
          { title: 'Views', path: paths.views },
          { title: 'SLA policies', path: paths.sla_policies },
          { title: 'Group SLA policies', path: paths.group_sla_policies },
          { title: 'Schedules', path: paths.schedules },
          { title: 'Rule report', path: paths.rule_report },
        ],
      },
    ],
  },
  {
    title: 'Apps and integrations',
    icon: 'plug',
    groups: [
      {
        title: 'APIs',
        pages: [
          { title: 'API settings', path: paths.api_settings },
          { title: 'API tokens', path: paths.api_tokens },
          { title: 'OAuth clients', path: paths.oauth_clients },
          { title: 'API activity', path: paths.api_activity },
          { title: 'Deprecation radar', path: paths.radar },
        ],
      },
      { title: 'Integrations', pages: [{ title: 'Integrations', path: paths.integrations }] },
      { title: 'Webhooks', pages: [{ title: 'Webhooks', path: paths.webhooks }] },
    ],
  },
]

/** The sections that have at least one page; empty ones are hidden. */
export const menu: readonly MenuSection[] = sections.filter((section) => section.groups.some((group) => group.pages.length > 0))

/** The parts of the menu with pages that a user may open. */
export function menuOf(standing: Standing): readonly MenuSection[] {
  const groupsOf = ({ groups }: MenuSection) =>
    groups
      .map((group) => ({ ...group, pages: group.pages.filter(({ path }) => mayOpen(standing, path)) }))
      .filter(({ pages }) => pages.length > 0)
  return menu.map((section) => ({ ...section, groups: groupsOf(section) })).filter(({ groups }) => groups.length > 0)
}

/** Whether an address is that of the page or below it. */
export function isWithin(address: string, page: MenuPage): boolean {
  return address === page.path || address.startsWith(`${page.path}/`)
}
