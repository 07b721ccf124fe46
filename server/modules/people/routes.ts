/** Every route of users, their identities and fields, groups, organizations and roles. */
import type { AnyRoute } from '#http/route.ts'
import { activityRoutes } from './activities/routes.ts'
import { brandAgentRoutes } from './brand_agents/routes.ts'
import { customRoleRoutes } from './custom_roles/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { organizationFieldRoutes } from './organization_fields/routes.ts'
import { organizationSubscriptionRoutes } from './organization_subscriptions/routes.ts'
import { organizationBulkRoutes } from './organizations/bulk_routes.ts'
import { organizationFindRoutes } from './organizations/find_routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { organizationTagRoutes } from './organizations/tag_routes.ts'
import { pushNotificationDeviceRoutes } from './push_notification_devices/routes.ts'
import { userFieldRoutes } from './user_fields/routes.ts'
import { userIdentityRoutes } from './user_identities/routes.ts'
import { userBulkRoutes } from './users/bulk_routes.ts'
import { deletedUserRoutes } from './users/deleted_routes.ts'
import { endUserRoutes } from './users/end_user_routes.ts'
import { userListRoutes } from './users/list_routes.ts'
import { meRoutes } from './users/me_routes.ts'
import { otherUserRoutes } from './users/other_routes.ts'
import { passwordRoutes } from './users/password_routes.ts'
import { userRoutes } from './users/routes.ts'
import { userSearchRoutes } from './users/search_routes.ts'
import { userTagRoutes } from './users/tag_routes.ts'

export const peopleRoutes: readonly AnyRoute[] = [
  ...activityRoutes,
  ...brandAgentRoutes,
  ...customRoleRoutes,
  ...groupRoutes,
  ...organizationFieldRoutes,
  ...organizationSubscriptionRoutes,
  ...organizationBulkRoutes,
  ...organizationFindRoutes,
  ...organizationRoutes,
  ...organizationTagRoutes,
  ...pushNotificationDeviceRoutes,
  ...userFieldRoutes,
  ...userIdentityRoutes,
  ...userBulkRoutes,
  ...deletedUserRoutes,
  ...endUserRoutes,
  ...userListRoutes,
  ...meRoutes,
  ...otherUserRoutes,
  ...passwordRoutes,
  ...userRoutes,
  ...userSearchRoutes,
  ...userTagRoutes,
]
