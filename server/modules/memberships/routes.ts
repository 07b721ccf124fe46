/** Every route of memberships of groups and organizations. */
import type { AnyRoute } from '#http/route.ts'
import { groupMembershipRoutes } from './group_memberships/routes.ts'
import { userGroupMembershipRoutes } from './group_memberships/user_routes.ts'
import { organizationMembershipRoutes } from './organization_memberships/routes.ts'
import { userOrganizationRoutes } from './organization_memberships/user_routes.ts'
import { organizationMergeRoutes } from './organization_merges/routes.ts'

export const membershipsRoutes: readonly AnyRoute[] = [
  ...groupMembershipRoutes,
  ...userGroupMembershipRoutes,
  ...organizationMembershipRoutes,
  ...userOrganizationRoutes,
  ...organizationMergeRoutes,
]
