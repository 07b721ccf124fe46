// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { paths } from '#lib/paths.ts'

const teamMembers = createRoute({
  getParentRoute: () => frame,
  path: paths.team_members,
  component: lazyRouteComponent(() => import('./TeamMembersPage.tsx'), 'TeamMembersPage'),
  validateSearch: parseListSearch,
})

const inviteTeamMember = createRoute({
  getParentRoute: () => frame,
  path: paths.invite_team_member,
  component: lazyRouteComponent(() => import('./InvitePage.tsx'), 'InvitePage'),
})

const teamMember = createRoute({
  getParentRoute: () => frame,
  path: paths.team_member,
  component: lazyRouteComponent(() => import('./MemberPage.tsx'), 'MemberPage'),
})

/** The routes of this subject. */
export const teamMemberRoutes = [teamMembers, inviteTeamMember, teamMember] as const
