/** Every route of the API, in one explicit list. A resource that is not here does not exist. */
import type { AnyRoute } from './http/route.ts'
import { accessPeopleRoutes } from './resources/access_people/routes.ts'
import { openSecretRoutes } from './resources/access_request_grants/open_routes.ts'
import { accessRequestGrantRoutes } from './resources/access_request_grants/routes.ts'
import { accessRequestHistoryRoutes } from './resources/access_requests/history_routes.ts'
import { accessRequestRoutes } from './resources/access_requests/routes.ts'
import { accountSettingsRoutes } from './resources/account_settings/routes.ts'
import { activityRoutes } from './resources/activities/routes.ts'
import { apiTokenRoutes } from './resources/api_tokens/routes.ts'
import { auditLogExportRoutes } from './resources/audit_log_exports/routes.ts'
import { auditChainRoutes } from './resources/audit_logs/chain_routes.ts'
import { attachmentRoutes } from './resources/attachments/routes.ts'
import { auditLogRoutes } from './resources/audit_logs/routes.ts'
import { authorizedApplicationRoutes } from './resources/authorized_applications/routes.ts'
import { automationRoutes } from './resources/automations/routes.ts'
import { bookmarkRoutes } from './resources/bookmarks/routes.ts'
import { brandAgentRoutes } from './resources/brand_agents/routes.ts'
import { brandLogoRoutes } from './resources/brands/logo_routes.ts'
import { brandRoutes } from './resources/brands/routes.ts'
import { holidayRoutes } from './resources/business_hours/holiday_routes.ts'
import { scheduleRoutes } from './resources/business_hours/routes.ts'
import { voiceRoutes } from './resources/channels/voice_routes.ts'
import { credentialActivityRoutes } from './resources/credential_activity/routes.ts'
import { customObjectFieldRoutes } from './resources/custom_object_fields/routes.ts'
import { customObjectPermissionRoutes } from './resources/custom_object_permissions/routes.ts'
import { customObjectRecordAttachmentRoutes } from './resources/custom_object_record_attachments/routes.ts'
import { customObjectRecordListRoutes } from './resources/custom_object_records/list_routes.ts'
import { customObjectRecordRoutes } from './resources/custom_object_records/routes.ts'
import { customObjectRoutes } from './resources/custom_objects/routes.ts'
import { customRoleRoutes } from './resources/custom_roles/routes.ts'
import { customStatusRoutes } from './resources/custom_statuses/routes.ts'
import { deletedTicketRoutes } from './resources/deleted_tickets/routes.ts'
import { deletionScheduleRoutes } from './resources/deletion_schedules/routes.ts'
import { dynamicContentRoutes } from './resources/dynamic_content/routes.ts'
import { dynamicContentVariantRoutes } from './resources/dynamic_content/variant_routes.ts'
import { emailNotificationRoutes } from './resources/email_notifications/routes.ts'
import { groupMembershipRoutes } from './resources/group_memberships/routes.ts'
import { userGroupMembershipRoutes } from './resources/group_memberships/user_routes.ts'
import { groupRoutes } from './resources/groups/routes.ts'
import { homeRoutes } from './resources/home/routes.ts'
import { instanceRoutes } from './resources/instances/routes.ts'
import { integrationRoutes } from './resources/integrations/routes.ts'
import { incrementalRoutes } from './resources/incremental/routes.ts'
import { identityProviderRoutes } from './resources/identity_providers/routes.ts'
import { ssoRoutes } from './resources/identity_providers/sso_routes.ts'
import { jobStatusRoutes } from './resources/job_statuses/routes.ts'

import { leakedSecretRoutes } from './resources/leaked_secrets/routes.ts'
import { localeRoutes } from './resources/locales/routes.ts'
import { mailRoutes } from './resources/mails/routes.ts'
import { notBuiltRoutes } from './resources/not_built/routes.ts'
import { oauthAuthorizationRoutes } from './resources/oauth_authorizations/routes.ts'
import { globalClientRoutes } from './resources/oauth_clients/global_routes.ts'
import { oauthClientRoutes } from './resources/oauth_clients/routes.ts'
import { oauthEndpointRoutes } from './resources/oauth_tokens/endpoint_routes.ts'
import { oauthTokenRoutes } from './resources/oauth_tokens/routes.ts'
import { openapiRoutes } from './resources/openapi/routes.ts'
import { passwordLinkRoutes } from './resources/password_links/routes.ts'
import { organizationFieldRoutes } from './resources/organization_fields/routes.ts'
import { organizationMembershipRoutes } from './resources/organization_memberships/routes.ts'
import { userOrganizationRoutes } from './resources/organization_memberships/user_routes.ts'
import { organizationMergeRoutes } from './resources/organization_merges/routes.ts'
import { organizationSubscriptionRoutes } from './resources/organization_subscriptions/routes.ts'
import { organizationBulkRoutes } from './resources/organizations/bulk_routes.ts'
import { organizationFindRoutes } from './resources/organizations/find_routes.ts'
import { organizationRoutes } from './resources/organizations/routes.ts'
import { organizationTagRoutes } from './resources/organizations/tag_routes.ts'
import { recipientAddressRoutes } from './resources/recipient_addresses/routes.ts'
import { remoteAuthenticationRoutes } from './resources/remote_authentications/routes.ts'
import { requestListRoutes } from './resources/requests/list_routes.ts'
import { requestRoutes } from './resources/requests/routes.ts'
import { satisfactionRatingRoutes } from './resources/satisfaction_ratings/routes.ts'
import { satisfactionReasonRoutes } from './resources/satisfaction_reasons/routes.ts'
import { resourceCollectionRoutes } from './resources/resource_collections/routes.ts'
import { savedSearchRoutes } from './resources/saved_searches/routes.ts'
import { relationshipRoutes } from './resources/relationships/routes.ts'
import { scimRoutes } from './resources/scim/routes.ts'
import { searchRoutes } from './resources/search/routes.ts'
import { secondFactorRoutes } from './resources/second_factors/routes.ts'
import { securitySettingsRoutes } from './resources/security_settings/routes.ts'
import { sessionRoutes } from './resources/sessions/routes.ts'
import { sharedSecretRoutes } from './resources/shared_secrets/routes.ts'
import { sharingAgreementRoutes } from './resources/sharing_agreements/routes.ts'
import { suspendedTicketRoutes } from './resources/suspended_tickets/routes.ts'
import { teamMemberRoutes } from './resources/team_members/routes.ts'
import { tagRoutes } from './resources/tags/routes.ts'
import { targetRoutes } from './resources/targets/routes.ts'
import { ticketAuditRoutes } from './resources/ticket_audits/routes.ts'
import { commentAttachmentRoutes } from './resources/ticket_comments/attachment_routes.ts'
import { skipRoutes } from './resources/skips/routes.ts'
import { conversationLogRoutes } from './resources/conversation_log/routes.ts'
import { ticketContentPinRoutes } from './resources/ticket_content_pins/routes.ts'
import { redactionRoutes } from './resources/ticket_comments/redact_routes.ts'
import { ticketCommentRoutes } from './resources/ticket_comments/routes.ts'
import { ticketMetricRoutes } from './resources/ticket_metrics/routes.ts'
import { ticketImportRoutes } from './resources/tickets/import_routes.ts'
import { ticketLifeRoutes } from './resources/tickets/life_routes.ts'
import { ticketFieldOptionRoutes } from './resources/ticket_fields/option_routes.ts'
import { ticketFieldRoutes } from './resources/ticket_fields/routes.ts'
import { ticketFormStatusRoutes } from './resources/ticket_form_statuses/routes.ts'
import { ticketFormRoutes } from './resources/ticket_forms/routes.ts'
import { ticketListRoutes } from './resources/tickets/list_routes.ts'
import { ticketPeopleRoutes } from './resources/tickets/people_routes.ts'
import { ticketRoutes } from './resources/tickets/routes.ts'
import { ticketTagRoutes } from './resources/tickets/tag_routes.ts'
import { userFieldRoutes } from './resources/user_fields/routes.ts'
import { userIdentityRoutes } from './resources/user_identities/routes.ts'
import { uploadRoutes } from './resources/uploads/routes.ts'
import { userBulkRoutes } from './resources/users/bulk_routes.ts'
import { endUserRoutes } from './resources/users/end_user_routes.ts'
import { deletedUserRoutes } from './resources/users/deleted_routes.ts'
import { userListRoutes } from './resources/users/list_routes.ts'
import { meRoutes } from './resources/users/me_routes.ts'
import { otherUserRoutes } from './resources/users/other_routes.ts'
import { passwordRoutes } from './resources/users/password_routes.ts'
import { userRoutes } from './resources/users/routes.ts'
import { userSearchRoutes } from './resources/users/search_routes.ts'
import { userTagRoutes } from './resources/users/tag_routes.ts'
import { workspaceRoutes } from './resources/workspaces/routes.ts'

const resourceRoutes: readonly AnyRoute[] = [
  ...accessPeopleRoutes,
  ...accessRequestGrantRoutes,
  ...accessRequestHistoryRoutes,
  ...accessRequestRoutes,
  ...apiTokenRoutes,
  ...attachmentRoutes,
  ...auditLogRoutes,
  ...auditChainRoutes,
  ...auditLogExportRoutes,
  ...automationRoutes,
  ...brandLogoRoutes,
  ...brandRoutes,
  ...credentialActivityRoutes,
  ...customObjectRoutes,
  ...customObjectFieldRoutes,
  ...customObjectPermissionRoutes,
  ...customObjectRecordAttachmentRoutes,
  ...customObjectRecordListRoutes,
  ...customObjectRecordRoutes,
  ...customRoleRoutes,
  ...customStatusRoutes,
  ...groupRoutes,
  ...incrementalRoutes,
  ...instanceRoutes,
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
  ...openSecretRoutes,
  ...sharedSecretRoutes,
  ...tagRoutes,
  ...ticketAuditRoutes,
  ...commentAttachmentRoutes,
  ...redactionRoutes,
  ...conversationLogRoutes,
  ...skipRoutes,
  ...ticketContentPinRoutes,
  ...ticketCommentRoutes,
  ...ticketImportRoutes,
  ...ticketLifeRoutes,
  ...ticketListRoutes,
  ...ticketMetricRoutes,
  ...ticketPeopleRoutes,
  ...ticketRoutes,
  ...ticketTagRoutes,
  ...deletedUserRoutes,
  ...endUserRoutes,
  ...meRoutes,
  ...passwordRoutes,
  ...passwordLinkRoutes,
  ...teamMemberRoutes,
  ...homeRoutes,
  ...authorizedApplicationRoutes,
  ...secondFactorRoutes,
  ...identityProviderRoutes,
  ...ssoRoutes,
  ...securitySettingsRoutes,
  ...scimRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...uploadRoutes,
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
  ...organizationFieldRoutes,
  ...relationshipRoutes,
  ...ticketFieldRoutes,
  ...ticketFieldOptionRoutes,
  ...ticketFormRoutes,
  ...ticketFormStatusRoutes,
  ...userFieldRoutes,
  ...activityRoutes,
  ...bookmarkRoutes,
  ...scheduleRoutes,
  ...holidayRoutes,
  ...dynamicContentRoutes,
  ...dynamicContentVariantRoutes,
  ...recipientAddressRoutes,
  ...sharingAgreementRoutes,
  ...targetRoutes,
  ...brandAgentRoutes,
  ...voiceRoutes,
  ...otherUserRoutes,
  ...deletionScheduleRoutes,
  ...emailNotificationRoutes,
  ...remoteAuthenticationRoutes,
  ...requestListRoutes,
  ...requestRoutes,
  ...satisfactionRatingRoutes,
  ...satisfactionReasonRoutes,
  ...suspendedTicketRoutes,
  ...resourceCollectionRoutes,
  ...savedSearchRoutes,
  ...workspaceRoutes,
]

/** Everything there is. */
export const allRoutes: readonly AnyRoute[] = [...resourceRoutes, ...openapiRoutes(resourceRoutes)]

/** What is served: everything there is, and answers to what is not, so that connectors go on. */
export const servedRoutes: readonly AnyRoute[] = [...allRoutes, ...notBuiltRoutes]
