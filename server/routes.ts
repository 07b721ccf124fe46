/** Every route of the API, in one explicit list. A resource that is not here does not exist. */
import type { AnyRoute } from './http/route.ts'
import { accessPeopleRoutes } from './resources/access_people/routes.ts'
import { accessRequestGrantRoutes } from './resources/access_request_grants/routes.ts'
import { accessRequestHistoryRoutes } from './resources/access_requests/history_routes.ts'
import { accessRequestRoutes } from './resources/access_requests/routes.ts'
import { accountSettingsRoutes } from './resources/account_settings/routes.ts'
import { apiTokenRoutes } from './resources/api_tokens/routes.ts'
import { auditLogExportRoutes } from './resources/audit_log_exports/routes.ts'
import { auditChainRoutes } from './resources/audit_logs/chain_routes.ts'
import { auditLogRoutes } from './resources/audit_logs/routes.ts'
import { automationRoutes } from './resources/automations/routes.ts'
import { brandRoutes } from './resources/brands/routes.ts'
import { credentialActivityRoutes } from './resources/credential_activity/routes.ts'
import { customStatusRoutes } from './resources/custom_statuses/routes.ts'
import { deletedTicketRoutes } from './resources/deleted_tickets/routes.ts'
import { groupMembershipRoutes } from './resources/group_memberships/routes.ts'
import { userGroupMembershipRoutes } from './resources/group_memberships/user_routes.ts'
import { groupRoutes } from './resources/groups/routes.ts'
import { integrationRoutes } from './resources/integrations/routes.ts'
import { identityProviderRoutes } from './resources/identity_providers/routes.ts'
import { ssoRoutes } from './resources/identity_providers/sso_routes.ts'
import { jobStatusRoutes } from './resources/job_statuses/routes.ts'

import { leakedSecretRoutes } from './resources/leaked_secrets/routes.ts'
import { localeRoutes } from './resources/locales/routes.ts'
import { mailRoutes } from './resources/mails/routes.ts'
import { oauthAuthorizationRoutes } from './resources/oauth_authorizations/routes.ts'
import { globalClientRoutes } from './resources/oauth_clients/global_routes.ts'
import { oauthClientRoutes } from './resources/oauth_clients/routes.ts'
import { oauthEndpointRoutes } from './resources/oauth_tokens/endpoint_routes.ts'
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
import { scimRoutes } from './resources/scim/routes.ts'
import { secondFactorRoutes } from './resources/second_factors/routes.ts'
import { securitySettingsRoutes } from './resources/security_settings/routes.ts'
import { sessionRoutes } from './resources/sessions/routes.ts'
import { sharedSecretRoutes } from './resources/shared_secrets/routes.ts'
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
  ...accessPeopleRoutes,
  ...accessRequestGrantRoutes,
  ...accessRequestHistoryRoutes,
  ...accessRequestRoutes,
  ...apiTokenRoutes,
  ...auditLogRoutes,
  ...auditChainRoutes,
  ...auditLogExportRoutes,
  ...automationRoutes,
  ...brandRoutes,
  ...credentialActivityRoutes,
  ...customStatusRoutes,
  ...groupRoutes,
  ...integrationRoutes,
  ...jobStatusRoutes,

  ...leakedSecretRoutes,
  ...localeRoutes,
  ...mailRoutes,
  ...oauthAuthorizationRoutes,
  ...globalClientRoutes,
  ...oauthClientRoutes,
  ...oauthEndpointRoutes,
  ...oauthTokenRoutes,
  ...organizationBulkRoutes,
  ...organizationMembershipRoutes,
  ...organizationRoutes,
  ...organizationTagRoutes,
  ...userOrganizationRoutes,
  ...deletedTicketRoutes,
  ...sharedSecretRoutes,
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
  ...secondFactorRoutes,
  ...identityProviderRoutes,
  ...ssoRoutes,
  ...securitySettingsRoutes,
  ...scimRoutes,
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
