/** Every route of the API, in one explicit list. A resource that is not here does not exist. */
import type { AnyRoute } from './http/route.ts'
import { accountSettingsRoutes } from './resources/account_settings/routes.ts'
import { apiTokenRoutes } from './resources/api_tokens/routes.ts'
import { auditLogRoutes } from './resources/audit_logs/routes.ts'
import { automationRoutes } from './resources/automations/routes.ts'
import { brandRoutes } from './resources/brands/routes.ts'
import { customStatusRoutes } from './resources/custom_statuses/routes.ts'
import { deletedTicketRoutes } from './resources/deleted_tickets/routes.ts'
import { groupMembershipRoutes } from './resources/group_memberships/routes.ts'
import { userGroupMembershipRoutes } from './resources/group_memberships/user_routes.ts'
import { groupRoutes } from './resources/groups/routes.ts'
import { jobStatusRoutes } from './resources/job_statuses/routes.ts'
import { localeRoutes } from './resources/locales/routes.ts'
import { oauthClientRoutes } from './resources/oauth_clients/routes.ts'
import { oauthTokenRoutes } from './resources/oauth_tokens/routes.ts'
import { openapiRoutes } from './resources/openapi/routes.ts'
import { organizationMembershipRoutes } from './resources/organization_memberships/routes.ts'
import { userOrganizationRoutes } from './resources/organization_memberships/user_routes.ts'
import { organizationMergeRoutes } from './resources/organization_merges/routes.ts'
import { organizationSubscriptionRoutes } from './resources/organization_subscriptions/routes.ts'
import { organizationBulkRoutes } from './resources/organizations/bulk_routes.ts'
import { organizationFindRoutes } from './resources/organizations/find_routes.ts'
import { organizationRoutes } from './resources/organizations/routes.ts'
import { organizationTagRoutes } from './resources/organizations/tag_routes.ts'
import { sessionRoutes } from './resources/sessions/routes.ts'
import { tagRoutes } from './resources/tags/routes.ts'
import { ticketAuditRoutes } from './resources/ticket_audits/routes.ts'
import { ticketCommentRoutes } from './resources/ticket_comments/routes.ts'
import { ticketListRoutes } from './resources/tickets/list_routes.ts'
import { ticketPeopleRoutes } from './resources/tickets/people_routes.ts'
import { ticketRoutes } from './resources/tickets/routes.ts'
import { ticketTagRoutes } from './resources/tickets/tag_routes.ts'
import { userIdentityRoutes } from './resources/user_identities/routes.ts'
import { userBulkRoutes } from './resources/users/bulk_routes.ts'
import { deletedUserRoutes } from './resources/users/deleted_routes.ts'
import { userListRoutes } from './resources/users/list_routes.ts'
import { meRoutes } from './resources/users/me_routes.ts'
import { passwordRoutes } from './resources/users/password_routes.ts'
import { userRoutes } from './resources/users/routes.ts'
import { userSearchRoutes } from './resources/users/search_routes.ts'
import { userTagRoutes } from './resources/users/tag_routes.ts'

const resourceRoutes: readonly AnyRoute[] = [
  ...apiTokenRoutes,
  ...auditLogRoutes,
  ...automationRoutes,
  ...brandRoutes,
  ...customStatusRoutes,
  ...groupRoutes,
  ...jobStatusRoutes,
  ...localeRoutes,
  ...oauthClientRoutes,
  ...oauthTokenRoutes,
  ...organizationBulkRoutes,
  ...organizationMembershipRoutes,
  ...organizationRoutes,
  ...organizationTagRoutes,
  ...userOrganizationRoutes,
  ...deletedTicketRoutes,
  ...tagRoutes,
  ...ticketAuditRoutes,
  ...ticketCommentRoutes,
  ...ticketListRoutes,
  ...ticketPeopleRoutes,
  ...ticketRoutes,
  ...ticketTagRoutes,
  ...deletedUserRoutes,
  ...meRoutes,
  ...passwordRoutes,
  ...sessionRoutes,
  ...userBulkRoutes,
  ...userIdentityRoutes,
  ...userListRoutes,
  ...userRoutes,
  ...userSearchRoutes,
  ...userTagRoutes,
  ...accountSettingsRoutes,
  ...groupMembershipRoutes,
  ...organizationFindRoutes,
  ...organizationMergeRoutes,
  ...organizationSubscriptionRoutes,
  ...userGroupMembershipRoutes,
]

export const allRoutes: readonly AnyRoute[] = [...resourceRoutes, ...openapiRoutes(resourceRoutes)]
