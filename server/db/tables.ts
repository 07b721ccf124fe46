/** Generated from a migrated database by `deskhand generate`. Do not edit. */
import type { ColumnType, Generated } from 'kysely'

type Moment = ColumnType<string, Date | string, Date | string>
type JsonColumn = ColumnType<unknown, string, string>

export interface AccessPeopleTable {
  account_id: number
  user_id: number
  manager_id: number | null
  duties: Generated<string[]>
  created_at: Moment
  updated_at: Moment
}

export interface AccessRequestEventsTable {
  account_id: number
  id: Generated<number>
  access_request_id: number
  type: string
  actor_id: number
  from_state: string | null
  to_state: string | null
  body: Generated<string>
  created_at: Moment
}

export interface AccessRequestsTable {
  account_id: number
  id: Generated<number>
  kind: string
  state: string
  title: string
  business_reason: string
  use_case: string
  integration_kind: string | null
  scopes: Generated<string[]>
  lifetime_days: number | null
  requester_id: number
  manager_id: number
  approved_by_id: number | null
  reviewed_by_id: number | null
  decided_by_id: number | null
  issued_by_id: number | null
  external_url: string | null
  deadline_at: Moment | null
  api_token_id: number | null
  integration_id: number | null
  shared_secret_id: number | null
  approved_at: Moment | null
  reviewed_at: Moment | null
  accepted_at: Moment | null
  issued_at: Moment | null
  handed_over_at: Moment | null
  activated_at: Moment | null
  closed_at: Moment | null
  created_at: Moment
  updated_at: Moment
  external_key: Buffer | null
}

export interface AccountLocksTable {
  account_id: number
}

export interface AccountsTable {
  id: Generated<number>
  subdomain: string
  host: string | null
  name: string
  kind: string
  deployment: string
  is_default: boolean
  owner_id: number | null
  settings: Generated<JsonColumn>
  created_at: Moment
  updated_at: Moment
  has_standard_rules: Generated<boolean>
  has_named_twin_addresses: Generated<boolean>
  move_state: string | null
  moved_to: string | null
  moved_copy: string | null
}

export interface ActivitiesTable {
  account_id: number
  id: Generated<number>
  user_id: number
  actor_id: number
  ticket_id: number
  comment_id: number | null
  verb: string
  created_at: Moment
  updated_at: Moment
}

export interface AgentAvailabilitiesTable {
  account_id: number
  user_id: number
  status: string
  reason: string
  version: number
  updated_at: Moment
}

export interface AgentDisplaysTable {
  account_id: number
  agent_id: number
  kind: string
  record_id: number
  requested_at: Moment
}

export interface ApiTokensTable {
  account_id: number
  id: Generated<number>
  user_id: number
  assigned_user_id: number | null
  description: string
  exception: string | null
  reason: string | null
  active: Generated<boolean>
  token_hash: Buffer
  visible_token: string
  last_used_at: Moment | null
  expires_at: Moment | null
  created_at: Moment
  updated_at: Moment
  access_request_id: number | null
  integration_id: number | null
  allowed_ips: string[] | null
  per_minute: number | null
  replaced_by_id: number | null
  silent_days: number | null
  replaced_at: Moment | null
  replaced_logged_at: Moment | null
  deactivated_at: Moment | null
  idle_at: Moment | null
  deactivation_reason: string | null
  noticed_for: Moment | null
  noticed_days: number | null
  seen_by_creator: Generated<boolean>
}

export interface ApprovalRequestsTable {
  account_id: number
  id: string
  ticket_id: number
  subject: string
  message: string
  assignee_user_id: number | null
  assignee_group_id: number | null
  status: string
  origination_type: string
  created_by_id: number
  created_at: Moment
}

export interface AssetFieldsTable {
  account_id: number
  id: Generated<number>
  asset_type_id: string
  key: string
  type: string
  title: string
  description: string
  position: number
  active: boolean
  required: boolean
  regexp_for_validation: string | null
  tag: string | null
  options: JsonColumn
  relationship_target_type: string | null
  relationship_filter: JsonColumn | null
  created_at: Moment
  updated_at: Moment
}

export interface AssetLocationsTable {
  account_id: number
  id: string
  name: string
  external_id: string | null
  created_at: Moment
  updated_at: Moment
}

export interface AssetStatusesTable {
  account_id: number
  id: string
  number: Generated<number>
  name: string
  external_id: string | null
  created_at: Moment
  updated_at: Moment
}

export interface AssetTypesTable {
  account_id: number
  id: string
  number: Generated<number>
  name: string
  description: string | null
  external_id: string | null
  parent_id: string | null
  hierarchy_depth: number
  is_standard: Generated<boolean>
  created_by_user_id: number
  updated_by_user_id: number
  created_at: Moment
  updated_at: Moment
}

export interface AssetsTable {
  account_id: number
  id: string
  name: string
  asset_type_id: string
  status_id: string
  location_id: string | null
  user_id: number | null
  organization_id: number | null
  external_id: string | null
  asset_tag: string | null
  serial_number: string | null
  manufacturer: string | null
  model: string | null
  vendor: string | null
  notes: string | null
  purchase_cost: number | null
  purchase_date: string | null
  warranty_expiration: string | null
  custom_field_values: JsonColumn
  words: string
  created_by_user_id: number
  updated_by_user_id: number
  created_at: Moment
  updated_at: Moment
}

export interface AttachmentsTable {
  account_id: number
  id: Generated<number>
  file_id: number | null
  upload_id: number | null
  ticket_id: number | null
  comment_id: number | null
  photo_of_id: number | null
  logo_of_id: number | null
  author_id: number
  file_name: string
  content_type: string
  picture_type: string | null
  size: number
  width: number | null
  height: number | null
  inline: Generated<boolean>
  malware_access_override: Generated<boolean>
  created_at: Moment
  macro_id: number | null
}

export interface AuditChainHeadsTable {
  account_id: number
  position: number
  hash: Buffer
  recorded_at: Moment
}

export interface AuditLogExportsTable {
  account_id: number
  id: number
  user_id: number
  filter: JsonColumn
  state: string
  entries: number | null
  content: Buffer | null
  created_at: Moment
  finished_at: Moment | null
  expires_at: Moment
}

export interface AuditLogsTable {
  account_id: number
  id: number
  actor_id: number
  actor_name: string
  action: string
  source_type: string
  source_id: number
  source_label: string
  change_description: string
  ip_address: string | null
  details: Generated<JsonColumn>
  created_at: Moment
  position: number | null
  previous_hash: Buffer | null
  hash: Buffer | null
}

export interface AutomationHoursTable {
  account_id: number
  hour: Moment
}

export interface AutomationsTable {
  account_id: number
  id: Generated<number>
  key: string
  title: string
  active: Generated<boolean>
  default: Generated<boolean>
  position: number
  conditions: JsonColumn
  actions: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface BookmarksTable {
  account_id: number
  id: Generated<number>
  user_id: number
  ticket_id: number
  created_at: Moment
}

export interface BrandsTable {
  account_id: number
  id: Generated<number>
  key: string
  name: string
  subdomain: string
  host_mapping: string | null
  active: Generated<boolean>
  default: Generated<boolean>
  is_deleted: Generated<boolean>
  signature_template: Generated<string>
  created_at: Moment
  updated_at: Moment
  logo: JsonColumn | null
}

export interface CustomObjectAccessRulesTable {
  account_id: number
  id: Generated<number>
  custom_object_id: number
  title: string
  description: string
  conditions: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface CustomObjectFieldsTable {
  account_id: number
  id: Generated<number>
  custom_object_id: number
  key: string
  type: string
  title: string
  description: Generated<string>
  position: number
  active: Generated<boolean>
  system: Generated<boolean>
  required: Generated<boolean>
  regexp_for_validation: string | null
  tag: string | null
  options: Generated<JsonColumn>
  relationship_target_type: string | null
  relationship_filter: JsonColumn | null
  is_unique: Generated<boolean>
  autoincrement_enabled: Generated<boolean>
  autoincrement_prefix: Generated<string>
  autoincrement_padding: Generated<number>
  autoincrement_next_sequence: Generated<number>
  created_at: Moment
  updated_at: Moment
}

export interface CustomObjectPoliciesTable {
  account_id: number
  custom_object_id: number
  role: string
  actions: JsonColumn
}

export interface CustomObjectRecordAttachmentsTable {
  account_id: number
  id: string
  custom_object_record_id: string
  file_id: number
  author_id: number
  file_name: string
  content_type: string
  picture_type: string | null
  size: number
  malware_access_override: Generated<boolean>
  created_at: Moment
}

export interface CustomObjectRecordRunsTable {
  account_id: number
  custom_object_record_id: string
  id: Generated<number>
  author_id: number
  created_at: Moment
  known: JsonColumn
  fired: number[]
  sent: JsonColumn | null
}

export interface CustomObjectRecordsTable {
  account_id: number
  id: string
  custom_object_id: number
  name: string
  external_id: string | null
  custom_object_fields: JsonColumn
  words: string
  created_by_user_id: number
  updated_by_user_id: number
  created_at: Moment
  updated_at: Moment
  deleted_at: Moment | null
  number: Generated<number>
}

export interface CustomObjectUniqueValuesTable {
  account_id: number
  custom_object_field_id: number
  sha256: Buffer
  custom_object_record_id: string
}

export interface CustomObjectsTable {
  account_id: number
  id: Generated<number>
  key: string
  title: string
  title_pluralized: string
  description: string
  include_in_list_view: boolean
  allows_attachments: boolean
  allows_photos: boolean
  created_by_user_id: number
  updated_by_user_id: number
  created_at: Moment
  updated_at: Moment
  deleted_at: Moment | null
  spent_field_keys: Generated<string[]>
}

export interface CustomRolesTable {
  account_id: number
  id: Generated<number>
  name: string
  description: string
  role_type: number
  configuration: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface CustomStatusesTable {
  account_id: number
  id: Generated<number>
  key: string
  status_category: string
  agent_label: string
  end_user_label: string
  description: string | null
  end_user_description: string | null
  active: Generated<boolean>
  default: Generated<boolean>
  created_at: Moment
  updated_at: Moment
  deleted_at: Moment | null
}

export interface DeletionSchedulesTable {
  account_id: number
  id: Generated<number>
  title: string
  description: string | null
  object: string
  active: Generated<boolean>
  default: Generated<boolean>
  conditions: JsonColumn
  done_at: Moment | null
  created_at: Moment
  updated_at: Moment
}

export interface DueClaimsTable {
  account_id: number
  holder: string
  claimed_until: Moment
}

export interface DynamicContentItemsTable {
  account_id: number
  id: Generated<number>
  key: string
  name: string
  default_locale_id: number
  created_at: Moment
  updated_at: Moment
}

export interface DynamicContentVariantsTable {
  account_id: number
  id: Generated<number>
  item_id: number
  locale_id: number
  content: string
  active: Generated<boolean>
  default: Generated<boolean>
  created_at: Moment
  updated_at: Moment
}

export interface GroupMembershipsTable {
  account_id: number
  id: Generated<number>
  user_id: number
  group_id: number
  default: Generated<boolean>
  created_at: Moment
  updated_at: Moment
}

export interface GroupSlaPoliciesTable {
  account_id: number
  id: string
  number: Generated<number>
  title: string
  description: string | null
  position: number
  filter: JsonColumn
  policy_metrics: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface GroupsTable {
  account_id: number
  id: Generated<number>
  name: string
  description: Generated<string>
  is_public: Generated<boolean>
  default: Generated<boolean>
  deleted: Generated<boolean>
  created_at: Moment
  updated_at: Moment
}

export interface HolidaysTable {
  account_id: number
  id: Generated<number>
  schedule_id: number
  name: string
  start_date: string
  end_date: string
}

export interface IdempotencyKeysTable {
  account_id: number
  key: string
  request_hash: string
  status: number | null
  headers: JsonColumn | null
  body: string | null
  created_at: Moment
}

export interface IdentityProviderLinksTable {
  account_id: number
  id: Generated<number>
  identity_provider_id: number
  subject: string
  user_id: number
  created_at: Moment
  last_used_at: Moment | null
}

export interface IdentityProvidersTable {
  account_id: number
  id: Generated<number>
  name: string
  issuer: string
  client_id: string
  client_secret_cipher: Buffer
  visible_client_secret: string
  allowed_domains: Generated<string[]>
  link_by_verified_email: Generated<boolean>
  active: Generated<boolean>
  created_at: Moment
  updated_at: Moment
  owner_trusts: Generated<boolean>
}

export interface InstallationTable {
  id: number
  pepper_fingerprint: string
  created_at: Moment
}

export interface IntegrationsTable {
  account_id: number
  id: Generated<number>
  kind: string
  name: string
  state: string
  access_request_id: number
  bot_user_id: number
  scopes: Generated<string[]>
  config: JsonColumn
  sealed: Buffer | null
  creation_steps: JsonColumn
  revocation_steps: JsonColumn
  revocation_reason: string | null
  expires_at: Moment | null
  last_used_at: Moment | null
  created_at: Moment
  updated_at: Moment
  activated_at: Moment | null
  revoked_at: Moment | null
}

export interface JobStatusesTable {
  account_id: number
  id: string
  job_type: string
  status: string
  total: number | null
  progress: number | null
  message: string | null
  results: JsonColumn | null
  created_at: Moment
  updated_at: Moment
  work: JsonColumn | null
  actor_id: number | null
}

export interface KnownOriginsTable {
  account_id: number
  user_id: number
  kind: string
  hash: Buffer
  expires_at: Moment
}

export interface MacroUsesTable {
  account_id: number
  id: Generated<number>
  macro_id: number
  used_at: Moment
}

export interface MacrosTable {
  account_id: number
  id: Generated<number>
  key: string
  title: string
  active: Generated<boolean>
  default: Generated<boolean>
  position: number
  description: string | null
  actions: JsonColumn
  group_ids: number[] | null
  owner_id: number | null
  created_at: Moment
  updated_at: Moment
}

export interface MailsTable {
  account_id: number
  id: Generated<number>
  user_id: number | null
  topic: string
  to_address: string
  subject: string
  body: string
  message_id: string
  state: string
  attempts: Generated<number>
  error: string | null
  claimed_until: Moment | null
  created_at: Moment
  sent_at: Moment | null
  ticket_id: number | null
  comment_id: number | null
  html: string | null
}

export interface OauthClientsTable {
  account_id: number
  id: Generated<number>
  user_id: number
  name: string
  identifier: string
  company: string | null
  description: string | null
  logo_url: string | null
  redirect_uri: Generated<string[]>
  kind: string
  global: Generated<boolean>
  scopes: string[] | null
  secret_hash: Buffer
  visible_secret: string
  created_at: Moment
  updated_at: Moment
  previous_secret_hash: Buffer | null
  previous_secret_expires_at: Moment | null
  integration_id: number | null
  allowed_ips: string[] | null
  per_minute: number | null
  may_act_in_person: Generated<boolean>
}

export interface OauthCodesTable {
  account_id: number
  code_hash: Buffer
  client_id: number
  user_id: number
  redirect_uri: string
  redirect_uri_given: boolean
  scopes: string[]
  code_challenge: string | null
  code_challenge_method: string | null
  token_id: number | null
  created_at: Moment
  expires_at: Moment
  spent_at: Moment | null
}

export interface OauthSpentRefreshTokensTable {
  account_id: number
  token_hash: Buffer
  token_id: number
  spent_at: Moment
}

export interface OauthTokensTable {
  account_id: number
  id: Generated<number>
  client_id: number
  user_id: number
  scopes: string[]
  granted_scopes: string[]
  token_hash: Buffer
  visible_token: string
  refresh_token_hash: Buffer | null
  visible_refresh_token: string | null
  created_at: Moment
  used_at: Moment | null
  expires_at: Moment | null
  refresh_token_expires_at: Moment | null
  grant_type: string | null
  is_personal: Generated<boolean>
}

export interface ObjectTriggerEffectsTable {
  account_id: number
  id: Generated<number>
  custom_object_id: number
  custom_object_record_id: string
  author_id: number
  effects: JsonColumn
  created_at: Moment
  run_id: number | null
}

export interface ObjectTriggerFiringsTable {
  account_id: number
  fired_at: Moment
  id: Generated<number>
  trigger_ids: number[]
}

export interface ObjectTriggerSetsTable {
  account_id: number
  custom_object_id: number
  id: string
  triggers: JsonColumn
  used_at: Moment
}

export interface ObjectTriggersTable {
  account_id: number
  id: Generated<number>
  custom_object_id: number
  title: string
  description: string | null
  active: Generated<boolean>
  position: number
  conditions: JsonColumn
  actions: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface OrganizationCustomFieldsTable {
  account_id: number
  id: Generated<number>
  key: string
  type: string
  title: string
  description: Generated<string>
  position: number
  active: Generated<boolean>
  system: Generated<boolean>
  regexp_for_validation: string | null
  tag: string | null
  options: Generated<JsonColumn>
  relationship_target_type: string | null
  relationship_filter: JsonColumn | null
  created_at: Moment
  updated_at: Moment
  deleted_at: Moment | null
  stored_as: string | null
}

export interface OrganizationMembershipsTable {
  account_id: number
  id: Generated<number>
  user_id: number
  organization_id: number
  default: boolean | null
  view_tickets: Generated<boolean>
  created_at: Moment
  updated_at: Moment
}

export interface OrganizationMergesTable {
  account_id: number
  id: string
  loser_id: number
  winner_id: number
  status: string
  created_at: Moment
  updated_at: Moment
}

export interface OrganizationSubscriptionsTable {
  account_id: number
  id: Generated<number>
  user_id: number
  organization_id: number
  created_at: Moment
}

export interface OrganizationsTable {
  account_id: number
  id: Generated<number>
  name: string
  external_id: string | null
  domain_names: Generated<string[]>
  details: string | null
  notes: string | null
  group_id: number | null
  shared_tickets: Generated<boolean>
  shared_comments: Generated<boolean>
  tags: Generated<string[]>
  organization_fields: Generated<JsonColumn>
  created_at: Moment
  updated_at: Moment
}

export interface PreviousPasswordsTable {
  account_id: number
  id: Generated<number>
  user_id: number
  password_hash: string
  created_at: Moment
}

export interface RateLimitsTable {
  account_id: number
  bucket: string
  window_start: number
  taken: number
}

export interface RecipientAddressesTable {
  account_id: number
  id: Generated<number>
  brand_id: number
  name: string
  email: string
  default: Generated<boolean>
  forwarding_status: string
  spf_status: string
  cname_status: string
  domain_verification_status: string
  domain_verification_code: string
  created_at: Moment
  updated_at: Moment
}

export interface RequestActivityTable {
  account_id: number
  day: string
  key: Buffer
  credential_kind: string
  credential_id: number
  client_id: number
  user_id: number
  method: string
  route: string
  user_agent: string
  ip_address: string
  calls: number
  errors: number
  limited: number
  first_at: Moment
  last_at: Moment
}

export interface RequestLogTable {
  account_id: number
  id: number
  created_at: Moment
  method: string
  route: string
  status: number
  milliseconds: number
  user_id: number | null
  email: string | null
  credential_kind: string
  credential_id: number | null
  client_id: number | null
  user_agent: string | null
  ip_address: string | null
  request_id: string
}

export interface ResourceCollectionsTable {
  account_id: number
  id: Generated<number>
  resources: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface RoutingAgentValuesTable {
  account_id: number
  id: string
  user_id: number
  attribute_value_id: string
  agent_skill_priority: string
  created_at: Moment
  updated_at: Moment
}

export interface RoutingAttributeValuesTable {
  account_id: number
  id: string
  attribute_id: string
  name: string
  conditions: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface RoutingAttributesTable {
  account_id: number
  id: string
  name: string
  created_at: Moment
  updated_at: Moment
}

export interface RoutingChangesTable {
  account_id: number
  id: Generated<number>
  kind: string
  type: string
  record_id: string
  parent_id: string | null
  name: string | null
  instance_id: number | null
  created_at: Moment
}

export interface RoutingQueuesTable {
  account_id: number
  id: string
  name: string
  description: string | null
  priority: number
  order: number
  definition: JsonColumn
  primary_group_ids: number[]
  secondary_group_ids: number[]
  created_at: Moment
  updated_at: Moment
}

export interface RuleFiringsTable {
  account_id: number
  audit_id: number
  fired_at: Moment
  trigger_ids: number[]
  automation_id: number | null
}

export interface RuleUsageHoursTable {
  account_id: number
  kind: string
  rule_id: number
  hour: Moment
  uses: number
}

export interface SatisfactionRatingsTable {
  account_id: number
  id: Generated<number>
  ticket_id: number
  assignee_id: number | null
  group_id: number | null
  score: string
  comment: string | null
  reason_code: number | null
  created_at: Moment
  updated_at: Moment
}

export interface SavedSearchesTable {
  account_id: number
  id: string
  user_id: number
  name: string
  type: string
  query: string
  filters: string | null
  created_at: Moment
  updated_at: Moment
}

export interface SchedulesTable {
  account_id: number
  id: Generated<number>
  name: string
  time_zone: string
  intervals: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface SecondFactorRecoveryCodesTable {
  account_id: number
  user_id: number
  code_hash: Buffer
  used_at: Moment | null
}

export interface SecondFactorsTable {
  account_id: number
  user_id: number
  secret_cipher: Buffer
  last_step: Generated<number>
  created_at: Moment
  confirmed_at: Moment | null
}

export interface SessionsTable {
  account_id: number
  id: Generated<number>
  user_id: number
  token_hash: Buffer
  ip_address: string | null
  user_agent: string | null
  authenticated_at: Moment
  last_seen_at: Moment
  expires_at: Moment
  method: Generated<string>
  identity_provider_id: number | null
  second_factor: Generated<boolean>
  must_enrol: Generated<boolean>
  signed_out_at: Moment | null
}

export interface SharedSecretsTable {
  account_id: number
  id: Generated<number>
  link_hash: Buffer
  label: string
  sender_id: number
  reader_id: number
  access_request_id: number | null
  api_token_id: number | null
  state: string
  value_cipher: Buffer | null
  passphrase_salt: Buffer | null
  failed_attempts: Generated<number>
  created_at: Moment
  expires_at: Moment
  read_at: Moment | null
  read_ip_address: string | null
  read_user_agent: string | null
  reopened_at: Moment | null
  alerted_at: Moment | null
}

export interface SharingAgreementsTable {
  account_id: number
  id: Generated<number>
  name: string
  type: string
  status: string
  partner_name: string | null
  remote_subdomain: string
  created_at: Moment
  updated_at: Moment
}

export interface SideConversationEventsTable {
  account_id: number
  id: string
  number: Generated<number>
  side_conversation_id: string
  type: string
  via: string
  actor_id: number
  message: JsonColumn | null
  updates: JsonColumn | null
  created_at: Moment
}

export interface SideConversationsTable {
  account_id: number
  id: string
  number: Generated<number>
  ticket_id: number
  subject: string
  preview_text: string
  state: string
  participants: JsonColumn
  external_ids: JsonColumn
  child_ticket_id: number | null
  rule: JsonColumn | null
  created_at: Moment
  updated_at: Moment
  message_added_at: Moment
  state_updated_at: Moment
}

export interface SignInChallengesTable {
  account_id: number
  challenge_hash: Buffer
  user_id: number
  attempts: Generated<number>
  expires_at: Moment
}

export interface SkipsTable {
  account_id: number
  id: Generated<number>
  ticket_id: number
  user_id: number
  reason: string | null
  created_at: Moment
  updated_at: Moment
}

export interface SlaPoliciesTable {
  account_id: number
  id: Generated<number>
  title: string
  description: string | null
  position: number
  filter: JsonColumn
  policy_metrics: JsonColumn
  created_at: Moment
  updated_at: Moment
}

export interface SsoVisitsTable {
  account_id: number
  state_hash: Buffer
  browser_hash: Buffer
  identity_provider_id: number
  return_to: string
  expires_at: Moment
}

export interface StoredFilesTable {
  account_id: number
  id: Generated<number>
  name: string
  size: number
  sha256: Buffer
  loose_since: Moment | null
}

export interface SuspendedTicketsTable {
  account_id: number
  id: Generated<number>
  author_id: number | null
  author_name: string
  author_email: string
  subject: string
  content: string
  cause_id: number
  cause: string
  error_messages: JsonColumn | null
  message_id: string | null
  ticket_id: number | null
  recipient: string | null
  via: JsonColumn
  brand_id: number
  asked: Generated<JsonColumn>
  created_at: Moment
  updated_at: Moment
}

export interface TargetFailuresTable {
  account_id: number
  id: Generated<number>
  target_id: number
  status_code: number | null
  consecutive_failure_count: number
  raw_request: string | null
  raw_response: string | null
  created_at: Moment
}

export interface TargetsTable {
  account_id: number
  id: Generated<number>
  type: string
  title: string
  active: Generated<boolean>
  settings: JsonColumn
  secrets: Buffer | null
  created_at: Moment
  updated_at: Moment
}

export interface TaskListTasksTable {
  account_id: number
  id: string
  task_list_template_id: string | null
  task_list_id: string | null
  name: string
  description: string
  position: number
  required: boolean
  created_at: Moment
  updated_at: Moment
}

export interface TaskListTemplatesTable {
  account_id: number
  id: string
  name: string
  description: string
  is_active: boolean
  is_required: boolean
  created_at: Moment
  updated_at: Moment
}

export interface TaskListsTable {
  account_id: number
  id: string
  ticket_id: number
  task_list_template_id: string
  name: string
  description: string
  is_required: boolean
  created_at: Moment
  updated_at: Moment
}

export interface TicketAuditsTable {
  account_id: number
  id: number
  ticket_id: number
  author_id: number
  via: JsonColumn
  metadata: JsonColumn
  events: JsonColumn
  created_at: Moment
  sent: JsonColumn | null
}

export interface TicketCommentsTable {
  account_id: number
  id: number
  ticket_id: number
  audit_id: number
  author_id: number
  public: boolean
  body: string
  html_body: string
  plain_body: string
  via: JsonColumn
  metadata: JsonColumn
  created_at: Moment
  type: Generated<string>
  data: JsonColumn | null
}

export interface TicketContentPinsTable {
  account_id: number
  id: string
  ticket_id: number
  content_id: string
  content_type: string
  locale: string | null
  created_at: Moment
}

export interface TicketCountersTable {
  account_id: number
  last_id: number
  live_count: number
  recounted_id: number | null
}

export interface TicketFieldsTable {
  account_id: number
  id: Generated<number>
  key: string
  type: string
  title: string
  title_in_portal: string
  description: Generated<string>
  position: number
  active: Generated<boolean>
  system: Generated<boolean>
  required: Generated<boolean>
  collapsed_for_agents: Generated<boolean>
  visible_in_portal: Generated<boolean>
  editable_in_portal: Generated<boolean>
  required_in_portal: Generated<boolean>
  regexp_for_validation: string | null
  tag: string | null
  sub_type_id: number | null
  options: Generated<JsonColumn>
  created_at: Moment
  updated_at: Moment
  agent_description: string | null
  creator_user_id: number | null
  relationship_target_type: string | null
  relationship_filter: JsonColumn | null
}

export interface TicketFormStatusesTable {
  account_id: number
  id: string
  ticket_form_id: number
  custom_status_id: number
}

export interface TicketFormsTable {
  account_id: number
  id: Generated<number>
  key: string
  name: string
  display_name: string
  position: number
  active: Generated<boolean>
  default: Generated<boolean>
  end_user_visible: Generated<boolean>
  in_all_brands: Generated<boolean>
  ticket_field_ids: Generated<number[]>
  created_at: Moment
  updated_at: Moment
  restricted_brand_ids: Generated<number[]>
  agent_conditions: Generated<JsonColumn>
  end_user_conditions: Generated<JsonColumn>
  deleted_at: Moment | null
}

export interface TicketMetricEventsTable {
  account_id: number
  id: number
  ticket_id: number
  time: Moment
  events: JsonColumn
}

export interface TicketRuleRunsTable {
  account_id: number
  audit_id: number
  ticket_id: number
  created_at: Moment
  known: JsonColumn | null
  fired: number[]
  performed_at: Moment | null
}

export interface TicketTextsTable {
  account_id: number
  ticket_id: number
  words: string
  marks: number[]
}

export interface TicketsTable {
  account_id: number
  id: number
  lock_version: Generated<number>
  external_id: string | null
  via_id: number
  via: JsonColumn
  type: string | null
  subject: string | null
  description: string
  priority: string | null
  status: string
  custom_status_id: number
  recipient: string | null
  requester_id: number
  submitter_id: number
  assignee_id: number | null
  organization_id: number | null
  group_id: number | null
  brand_id: number
  ticket_form_id: number
  problem_id: number | null
  has_incidents: Generated<boolean>
  is_public: boolean
  due_at: Moment | null
  tags: Generated<string[]>
  custom_fields: Generated<JsonColumn>
  email_cc_ids: Generated<number[]>
  follower_ids: Generated<number[]>
  followup_ids: Generated<number[]>
  sharing_agreement_ids: Generated<number[]>
  satisfaction_rating: JsonColumn | null
  comment_count: Generated<number>
  created_at: Moment
  updated_at: Moment
  generated_at: Moment
  status_updated_at: Moment
  requester_updated_at: Moment
  assignee_updated_at: Moment | null
  latest_comment_added_at: Moment | null
  initially_assigned_at: Moment | null
  assigned_at: Moment | null
  new_at: Moment | null
  open_at: Moment | null
  pending_at: Moment | null
  hold_at: Moment | null
  solved_at: Moment | null
  closed_at: Moment | null
  deleted_at: Moment | null
  deleted_by_id: number | null
  comments_public: boolean | null
  archived_at: Moment | null
  scrubbed_at: Moment | null
  group_stations: Generated<number>
  assignee_stations: Generated<number>
  reopens: Generated<number>
  replies: Generated<number>
  first_replied_at: Moment | null
  first_solved_at: Moment | null
  requester_wait_seconds: number | null
  agent_wait_seconds: number | null
  on_hold_seconds: number | null
  custom_status_updated_at: Moment | null
  metric_clocks: Generated<JsonColumn>
  restored_at: Moment | null
  sla: JsonColumn | null
  sla_next_breach_at: Moment | null
  sla_breach_due_at: Moment | null
  attribute_value_ids: Generated<string[]>
  business_seconds: JsonColumn | null
}

export interface TrackerIssuesTable {
  account_id: number
  key: Buffer
  url: string
  api_token_id: number
  created_at: Moment
}

export interface TriggerCategoriesTable {
  account_id: number
  id: Generated<number>
  name: string
  position: number
  created_at: Moment
  updated_at: Moment
}

export interface TriggerRevisionsTable {
  account_id: number
  id: Generated<number>
  trigger_id: number
  author_id: number
  created_at: Moment
  snapshot: JsonColumn
}

export interface TriggerSetsTable {
  account_id: number
  id: string
  trigger_ids: number[]
  revision_ids: number[]
  used_at: Moment
}

export interface TriggersTable {
  account_id: number
  id: Generated<number>
  category_id: number
  category_position: number
  key: string
  title: string
  description: string | null
  active: Generated<boolean>
  default: Generated<boolean>
  position: number
  conditions: JsonColumn
  actions: JsonColumn
  revision_id: number
  created_at: Moment
  updated_at: Moment
}

export interface UploadsTable {
  account_id: number
  id: Generated<number>
  token_hash: Buffer
  user_id: number
  created_at: Moment
  expires_at: Moment
  ip_address: string | null
  suspended_ticket_id: number | null
}

export interface UserCustomFieldsTable {
  account_id: number
  id: Generated<number>
  key: string
  type: string
  title: string
  description: Generated<string>
  position: number
  active: Generated<boolean>
  system: Generated<boolean>
  regexp_for_validation: string | null
  tag: string | null
  options: Generated<JsonColumn>
  relationship_target_type: string | null
  relationship_filter: JsonColumn | null
  created_at: Moment
  updated_at: Moment
  deleted_at: Moment | null
  stored_as: string | null
}

export interface UserIdentitiesTable {
  account_id: number
  id: Generated<number>
  user_id: number
  type: string
  value: string
  verified: Generated<boolean>
  primary: Generated<boolean>
  verified_at: Moment | null
  created_at: Moment
  updated_at: Moment
  confirmed: Generated<boolean>
}

export interface UsersTable {
  account_id: number
  id: Generated<number>
  name: string
  email: string | null
  role: string
  custom_role_id: number | null
  external_id: string | null
  organization_id: number | null
  default_group_id: number | null
  verified: Generated<boolean>
  active: Generated<boolean>
  suspended: Generated<boolean>
  moderator: Generated<boolean>
  only_private_comments: Generated<boolean>
  ticket_restriction: string | null
  phone: string | null
  shared_phone_number: boolean | null
  time_zone: string
  locale: string
  alias: string | null
  signature: string | null
  details: string | null
  notes: string | null
  tags: Generated<string[]>
  user_fields: Generated<JsonColumn>
  preferences: Generated<JsonColumn>
  password_hash: string | null
  last_login_at: Moment | null
  created_at: Moment
  updated_at: Moment
  two_factor_auth_enabled: Generated<boolean>
  photo: JsonColumn | null
  role_type: number | null
  permanently_deleted: Generated<boolean>
  excluded_brand_ids: Generated<number[]>
  was_staff: Generated<boolean>
}

export interface ViewsTable {
  account_id: number
  id: Generated<number>
  key: string
  title: string
  description: string | null
  active: Generated<boolean>
  default: Generated<boolean>
  position: number
  conditions: JsonColumn
  output: JsonColumn
  group_ids: number[] | null
  owner_id: number | null
  created_at: Moment
  updated_at: Moment
}

export interface WebhookAttemptsTable {
  account_id: number
  id: string
  invocation_id: string
  status: string
  status_code: number | null
  request: JsonColumn | null
  response: JsonColumn | null
  started_at: Moment
  completed_at: Moment | null
}

export interface WebhookCircuitsTable {
  account_id: number
  webhook_id: string
  window_start: Moment
  requests: number
  failures: number
  opened_at: Moment | null
  retry_at: Moment | null
}

export interface WebhookInvocationsTable {
  account_id: number
  id: string
  webhook_id: string
  status: string
  status_code: number | null
  content: JsonColumn
  ticket_id: number | null
  event_id: string | null
  replay_of: string | null
  tries: Generated<number>
  created_at: Moment
  latest_completed_at: Moment | null
  latest_at: Moment
}

export interface WebhooksTable {
  account_id: number
  id: string
  number: Generated<number>
  name: string
  description: string | null
  status: string
  endpoint: string
  http_method: string
  request_format: string
  subscriptions: string[]
  authentication: JsonColumn | null
  custom_headers: JsonColumn
  secrets: Buffer
  created_at: Moment
  created_by: number
  updated_at: Moment | null
  updated_by: number | null
  integration_id: number | null
  last_called_at: Moment | null
}

export interface WorkspacesTable {
  account_id: number
  id: Generated<number>
  title: string
  description: string | null
  ticket_form_id: number | null
  apps: Generated<JsonColumn>
  prefer_workspace_app_order: Generated<boolean>
  position: number
  activated: Generated<boolean>
  conditions: JsonColumn
  created_at: Moment
  updated_at: Moment
  macro_ids: Generated<number[]>
}

export interface Tables {
  access_people: AccessPeopleTable
  access_request_events: AccessRequestEventsTable
  access_requests: AccessRequestsTable
  account_locks: AccountLocksTable
  accounts: AccountsTable
  activities: ActivitiesTable
  agent_availabilities: AgentAvailabilitiesTable
  agent_displays: AgentDisplaysTable
  api_tokens: ApiTokensTable
  approval_requests: ApprovalRequestsTable
  asset_fields: AssetFieldsTable
  asset_locations: AssetLocationsTable
  asset_statuses: AssetStatusesTable
  asset_types: AssetTypesTable
  assets: AssetsTable
  attachments: AttachmentsTable
  audit_chain_heads: AuditChainHeadsTable
  audit_log_exports: AuditLogExportsTable
  audit_logs: AuditLogsTable
  automation_hours: AutomationHoursTable
  automations: AutomationsTable
  bookmarks: BookmarksTable
  brands: BrandsTable
  custom_object_access_rules: CustomObjectAccessRulesTable
  custom_object_fields: CustomObjectFieldsTable
  custom_object_policies: CustomObjectPoliciesTable
  custom_object_record_attachments: CustomObjectRecordAttachmentsTable
  custom_object_record_runs: CustomObjectRecordRunsTable
  custom_object_records: CustomObjectRecordsTable
  custom_object_unique_values: CustomObjectUniqueValuesTable
  custom_objects: CustomObjectsTable
  custom_roles: CustomRolesTable
  custom_statuses: CustomStatusesTable
  deletion_schedules: DeletionSchedulesTable
  due_claims: DueClaimsTable
  dynamic_content_items: DynamicContentItemsTable
  dynamic_content_variants: DynamicContentVariantsTable
  group_memberships: GroupMembershipsTable
  group_sla_policies: GroupSlaPoliciesTable
  groups: GroupsTable
  holidays: HolidaysTable
  idempotency_keys: IdempotencyKeysTable
  identity_provider_links: IdentityProviderLinksTable
  identity_providers: IdentityProvidersTable
  installation: InstallationTable
  integrations: IntegrationsTable
  job_statuses: JobStatusesTable
  known_origins: KnownOriginsTable
  macro_uses: MacroUsesTable
  macros: MacrosTable
  mails: MailsTable
  oauth_clients: OauthClientsTable
  oauth_codes: OauthCodesTable
  oauth_spent_refresh_tokens: OauthSpentRefreshTokensTable
  oauth_tokens: OauthTokensTable
  object_trigger_effects: ObjectTriggerEffectsTable
  object_trigger_firings: ObjectTriggerFiringsTable
  object_trigger_sets: ObjectTriggerSetsTable
  object_triggers: ObjectTriggersTable
  organization_custom_fields: OrganizationCustomFieldsTable
  organization_memberships: OrganizationMembershipsTable
  organization_merges: OrganizationMergesTable
  organization_subscriptions: OrganizationSubscriptionsTable
  organizations: OrganizationsTable
  previous_passwords: PreviousPasswordsTable
  rate_limits: RateLimitsTable
  recipient_addresses: RecipientAddressesTable
  request_activity: RequestActivityTable
  request_log: RequestLogTable
  resource_collections: ResourceCollectionsTable
  routing_agent_values: RoutingAgentValuesTable
  routing_attribute_values: RoutingAttributeValuesTable
  routing_attributes: RoutingAttributesTable
  routing_changes: RoutingChangesTable
  routing_queues: RoutingQueuesTable
  rule_firings: RuleFiringsTable
  rule_usage_hours: RuleUsageHoursTable
  satisfaction_ratings: SatisfactionRatingsTable
  saved_searches: SavedSearchesTable
  schedules: SchedulesTable
  second_factor_recovery_codes: SecondFactorRecoveryCodesTable
  second_factors: SecondFactorsTable
  sessions: SessionsTable
  shared_secrets: SharedSecretsTable
  sharing_agreements: SharingAgreementsTable
  side_conversation_events: SideConversationEventsTable
  side_conversations: SideConversationsTable
  sign_in_challenges: SignInChallengesTable
  skips: SkipsTable
  sla_policies: SlaPoliciesTable
  sso_visits: SsoVisitsTable
  stored_files: StoredFilesTable
  suspended_tickets: SuspendedTicketsTable
  target_failures: TargetFailuresTable
  targets: TargetsTable
  task_list_tasks: TaskListTasksTable
  task_list_templates: TaskListTemplatesTable
  task_lists: TaskListsTable
  ticket_audits: TicketAuditsTable
  ticket_comments: TicketCommentsTable
  ticket_content_pins: TicketContentPinsTable
  ticket_counters: TicketCountersTable
  ticket_fields: TicketFieldsTable
  ticket_form_statuses: TicketFormStatusesTable
  ticket_forms: TicketFormsTable
  ticket_metric_events: TicketMetricEventsTable
  ticket_rule_runs: TicketRuleRunsTable
  ticket_texts: TicketTextsTable
  tickets: TicketsTable
  tracker_issues: TrackerIssuesTable
  trigger_categories: TriggerCategoriesTable
  trigger_revisions: TriggerRevisionsTable
  trigger_sets: TriggerSetsTable
  triggers: TriggersTable
  uploads: UploadsTable
  user_custom_fields: UserCustomFieldsTable
  user_identities: UserIdentitiesTable
  users: UsersTable
  views: ViewsTable
  webhook_attempts: WebhookAttemptsTable
  webhook_circuits: WebhookCircuitsTable
  webhook_invocations: WebhookInvocationsTable
  webhooks: WebhooksTable
  workspaces: WorkspacesTable
}

/** Tables whose rows belong to one account. */
export const TENANT_TABLES: ReadonlySet<string> = new Set([
  'access_people',
  'access_request_events',
  'access_requests',
  'account_locks',
  'activities',
  'agent_availabilities',
  'agent_displays',
  'api_tokens',
  'approval_requests',
  'asset_fields',
  'asset_locations',
  'asset_statuses',
  'asset_types',
  'assets',
  'attachments',
  'audit_chain_heads',
  'audit_log_exports',
  'audit_logs',
  'automation_hours',
  'automations',
  'bookmarks',
  'brands',
  'custom_object_access_rules',
  'custom_object_fields',
  'custom_object_policies',
  'custom_object_record_attachments',
  'custom_object_record_runs',
  'custom_object_records',
  'custom_object_unique_values',
  'custom_objects',
  'custom_roles',
  'custom_statuses',
  'deletion_schedules',
  'due_claims',
  'dynamic_content_items',
  'dynamic_content_variants',
  'group_memberships',
  'group_sla_policies',
  'groups',
  'holidays',
  'idempotency_keys',
  'identity_provider_links',
  'identity_providers',
  'integrations',
  'job_statuses',
  'known_origins',
  'macro_uses',
  'macros',
  'mails',
  'oauth_clients',
  'oauth_codes',
  'oauth_spent_refresh_tokens',
  'oauth_tokens',
  'object_trigger_effects',
  'object_trigger_firings',
  'object_trigger_sets',
  'object_triggers',
  'organization_custom_fields',
  'organization_memberships',
  'organization_merges',
  'organization_subscriptions',
  'organizations',
  'previous_passwords',
  'rate_limits',
  'recipient_addresses',
  'request_activity',
  'request_log',
  'resource_collections',
  'routing_agent_values',
  'routing_attribute_values',
  'routing_attributes',
  'routing_changes',
  'routing_queues',
  'rule_firings',
  'rule_usage_hours',
  'satisfaction_ratings',
  'saved_searches',
  'schedules',
  'second_factor_recovery_codes',
  'second_factors',
  'sessions',
  'shared_secrets',
  'sharing_agreements',
  'side_conversation_events',
  'side_conversations',
  'sign_in_challenges',
  'skips',
  'sla_policies',
  'sso_visits',
  'stored_files',
  'suspended_tickets',
  'target_failures',
  'targets',
  'task_list_tasks',
  'task_list_templates',
  'task_lists',
  'ticket_audits',
  'ticket_comments',
  'ticket_content_pins',
  'ticket_counters',
  'ticket_fields',
  'ticket_form_statuses',
  'ticket_forms',
  'ticket_metric_events',
  'ticket_rule_runs',
  'ticket_texts',
  'tickets',
  'tracker_issues',
  'trigger_categories',
  'trigger_revisions',
  'trigger_sets',
  'triggers',
  'uploads',
  'user_custom_fields',
  'user_identities',
  'users',
  'views',
  'webhook_attempts',
  'webhook_circuits',
  'webhook_invocations',
  'webhooks',
  'workspaces',
])
