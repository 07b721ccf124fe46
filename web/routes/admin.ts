// The pages of administrators on the account and its people, in the frame with the menu; the first page.
// Does not belong here: the pages themselves, the menu (admin/menu.ts), the routes of other parts of the menu (apps.ts, rules.ts).

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseAuditSearch } from '../admin/account/audit_log/search.ts'
import { parseMailSearch } from '../admin/account/outbox/states.ts'
import { paths } from '../paths.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { admin } from './frames.ts'

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: paths.admin,
  component: lazyRouteComponent(() => import('../home/HomePage.tsx'), 'HomePage'),
})

const accountSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.account_settings,
  component: lazyRouteComponent(() => import('../admin/account/settings/AccountSettingsPage.tsx'), 'AccountSettingsPage'),
})

const clock = createRoute({
  getParentRoute: () => admin,
  path: paths.clock,
  component: lazyRouteComponent(() => import('../admin/account/clock/ClockPage.tsx'), 'ClockPage'),
})

const security = createRoute({
  getParentRoute: () => admin,
  path: paths.security,
  component: lazyRouteComponent(() => import('../admin/account/security/SecurityPage.tsx'), 'SecurityPage'),
})

const auditLog = createRoute({
  getParentRoute: () => admin,
  path: paths.audit_log,
  component: lazyRouteComponent(() => import('../admin/account/audit_log/AuditLogPage.tsx'), 'AuditLogPage'),
  validateSearch: parseAuditSearch,
})

const outbox = createRoute({
  getParentRoute: () => admin,
  path: paths.outbox,
  component: lazyRouteComponent(() => import('../admin/account/outbox/OutboxPage.tsx'), 'OutboxPage'),
  validateSearch: parseMailSearch,
})

const outboxMail = createRoute({
  getParentRoute: () => admin,
  path: paths.outbox_mail,
  component: lazyRouteComponent(() => import('../admin/account/outbox/MailPage.tsx'), 'MailPage'),
})

const teamMembers = createRoute({
  getParentRoute: () => admin,
  path: paths.team_members,
  component: lazyRouteComponent(() => import('../admin/people/team_members/TeamMembersPage.tsx'), 'TeamMembersPage'),
  validateSearch: parseListSearch,
})

const inviteTeamMember = createRoute({
  getParentRoute: () => admin,
  path: paths.invite_team_member,
  component: lazyRouteComponent(() => import('../admin/people/team_members/InvitePage.tsx'), 'InvitePage'),
})

const teamMember = createRoute({
  getParentRoute: () => admin,
  path: paths.team_member,
  component: lazyRouteComponent(() => import('../admin/people/team_members/MemberPage.tsx'), 'MemberPage'),
})

const accessPeople = createRoute({
  getParentRoute: () => admin,
  path: paths.access_people,
  component: lazyRouteComponent(() => import('../admin/people/access_people/AccessPeoplePage.tsx'), 'AccessPeoplePage'),
  validateSearch: parseListSearch,
})

const accessSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.access_settings,
  component: lazyRouteComponent(() => import('../admin/people/access_settings/AccessSettingsPage.tsx'), 'AccessSettingsPage'),
})

/** The routes of the account and its people. */
export const adminRoutes = [
  adminHome,
  accountSettings,
  clock,
  security,
  auditLog,
  outbox,
  outboxMail,
  teamMembers,
  inviteTeamMember,
  teamMember,
  accessPeople,
  accessSettings,
] as const
