// The pages of administration as data: groups and their pages. The frame renders it.
// Does not belong here: how it looks (#kit/navigation.tsx), what the pages do.

import { paths } from '#lib/paths.ts'
import { mayOpen, type Standing } from '#features/session/public.ts'

export interface MenuPage {
  title: string
  /** A path without parameters. */
  path: Exclude<(typeof paths)[keyof typeof paths], `${string}$${string}`>
}

export interface MenuGroup {
  title: string
  pages: readonly MenuPage[]
}

/** All pages of administration. */
export const menu: readonly MenuGroup[] = [
  {
    title: 'People',
    pages: [
      { title: 'Team members', path: paths.team_members },
      { title: 'Access duties', path: paths.access_people },
      { title: 'Access settings', path: paths.access_settings },
    ],
  },
  {
    title: 'Objects and rules',
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
  {
    title: 'Apps and integrations',
    pages: [
      { title: 'API tokens', path: paths.api_tokens },
      { title: 'OAuth clients', path: paths.oauth_clients },
      { title: 'Integrations', path: paths.integrations },
      { title: 'Webhooks', path: paths.webhooks },
      { title: 'API activity', path: paths.api_activity },
      { title: 'Deprecation radar', path: paths.radar },
      { title: 'API settings', path: paths.api_settings },
    ],
  },
  {
    title: 'Account',
    pages: [
      { title: 'Account settings', path: paths.account_settings },
      { title: 'Security', path: paths.security },
      { title: 'Clock', path: paths.clock },
      { title: 'Audit log', path: paths.audit_log },
      { title: 'Outbox', path: paths.outbox },
    ],
  },
]

/** The groups of the menu with the pages that a user may open. */
export function menuOf(standing: Standing): readonly MenuGroup[] {
  return menu
    .map((group) => ({ ...group, pages: group.pages.filter(({ path }) => mayOpen(standing, path)) }))
    .filter(({ pages }) => pages.length > 0)
}
