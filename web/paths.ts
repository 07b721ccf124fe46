// Every path the dashboard uses: its own pages, and the endpoints of the API it calls.
// No other file contains a path.

/** Pages of the dashboard. Below /admin a path follows the menu, and so does the folder that contains the page. */
export const paths = {
  root: '/',
  sign_in: '/sign-in',
  admin: '/admin',
  account: '/account',
  enrol: '/account/second_factor',
  forgotten_password: '/forgotten_password',
  /** The target of a mailed link; its token is in the fragment, after the #. */
  verify_address: '/verify_address',
  /** The target of invitations and password links. */
  set_password: '/set_password',
  /** What waits for the user. */
  home: '/home',
  account_settings: '/admin/account/settings',
  clock: '/admin/account/clock',
  security: '/admin/account/security',
  secrets: '/secrets',
  new_secret: '/secrets/new',
  secret: '/secrets/$id',
  outbox: '/admin/account/outbox',
  outbox_mail: '/admin/account/outbox/$id',
  oauth_authorization: '/oauth/authorizations/new',
  audit_log: '/admin/account/audit_log',
  access_requests: '/access_requests',
  new_access_request: '/access_requests/new',
  access_request: '/access_requests/$id',
  /** An integration, for users who are not administrators: its requester and the integration-bot agent. */
  own_integration: '/integrations/$id',
  team_members: '/admin/people/team_members',
  invite_team_member: '/admin/people/team_members/new',
  team_member: '/admin/people/team_members/$id',
  access_people: '/admin/people/access_people',
  access_settings: '/admin/people/access_settings',
  /** A ticket, as agents read it. The public product has the same address, so links in mails work. */
  ticket: '/agent/tickets/$id',
  /** The profile of a user, as agents read it. The public product has the same address. */
  user: '/agent/users/$id',
  /** Why rules fired or did not in an update of a ticket. */
  audit_trace: '/agent/tickets/$ticket_id/audits/$id/trace',
  triggers: '/admin/objects_and_rules/business_rules/triggers',
  new_trigger: '/admin/objects_and_rules/business_rules/triggers/new',
  trigger: '/admin/objects_and_rules/business_rules/triggers/$id',
  trigger_revisions: '/admin/objects_and_rules/business_rules/triggers/$id/revisions',
  trigger_categories: '/admin/objects_and_rules/business_rules/trigger_categories',
  automations: '/admin/objects_and_rules/business_rules/automations',
  new_automation: '/admin/objects_and_rules/business_rules/automations/new',
  automation: '/admin/objects_and_rules/business_rules/automations/$id',
  macros: '/admin/objects_and_rules/business_rules/macros',
  new_macro: '/admin/objects_and_rules/business_rules/macros/new',
  macro: '/admin/objects_and_rules/business_rules/macros/$id',
  views: '/admin/objects_and_rules/business_rules/views',
  new_view: '/admin/objects_and_rules/business_rules/views/new',
  view: '/admin/objects_and_rules/business_rules/views/$id',
  sla_policies: '/admin/objects_and_rules/business_rules/sla_policies',
  new_sla_policy: '/admin/objects_and_rules/business_rules/sla_policies/new',
  sla_policy: '/admin/objects_and_rules/business_rules/sla_policies/$id',
  group_sla_policies: '/admin/objects_and_rules/business_rules/group_sla_policies',
  new_group_sla_policy: '/admin/objects_and_rules/business_rules/group_sla_policies/new',
  group_sla_policy: '/admin/objects_and_rules/business_rules/group_sla_policies/$id',
  schedules: '/admin/objects_and_rules/business_rules/schedules',
  new_schedule: '/admin/objects_and_rules/business_rules/schedules/new',
  schedule: '/admin/objects_and_rules/business_rules/schedules/$id',
  rule_report: '/admin/objects_and_rules/business_rules/rule_report',
  api_tokens: '/admin/apps_and_integrations/api_tokens',
  new_api_token: '/admin/apps_and_integrations/api_tokens/new',
  api_token: '/admin/apps_and_integrations/api_tokens/$id',
  api_activity: '/admin/apps_and_integrations/api_activity',
  api_settings: '/admin/apps_and_integrations/api_settings',
  radar: '/admin/apps_and_integrations/radar',
  oauth_clients: '/admin/apps_and_integrations/oauth_clients',
  new_oauth_client: '/admin/apps_and_integrations/oauth_clients/new',
  oauth_client: '/admin/apps_and_integrations/oauth_clients/$id',
  integrations: '/admin/apps_and_integrations/integrations',
  integration: '/admin/apps_and_integrations/integrations/$id',
  webhooks: '/admin/apps_and_integrations/webhooks',
  new_webhook: '/admin/apps_and_integrations/webhooks/new',
  webhook: '/admin/apps_and_integrations/webhooks/$id',
  edit_webhook: '/admin/apps_and_integrations/webhooks/$id/edit',
  webhook_invocation: '/admin/apps_and_integrations/webhooks/$id/invocations/$invocation_id',
} as const

/** Below which paths the pages of each section of the dashboard are. */
export const sectionPaths = {
  account: [paths.home, paths.account],
  access: [paths.access_requests, '/integrations', paths.secrets],
  tickets: ['/agent'],
  admin: [paths.admin],
  rules: ['/admin/objects_and_rules'],
  apps: ['/admin/apps_and_integrations'],
} as const

/** Endpoints of the server. */
export const endpoints = {
  api: '/api/v2/',
  /** The browsable description of the API, a page of the server. */
  reference: '/docs/api',
  sign_in: '/access/sign_in',
  second_factor_code: '/access/second_factor',
  sign_in_methods: '/access/methods',
  verify_address: '/access/verify_address',
  password_link: '/access/password_link',
  forgotten_password: '/access/forgotten_password',
  /** Opened by the browser as a page; redirects to the provider and back. */
  sso: (id: number, return_to: string) => `/access/sso/${id}?${new URLSearchParams({ return_to })}`,
  second_factor: '/api/v2/users/me/second_factor',
  requested_tickets: (id: number) => `/api/v2/users/${id}/tickets/requested`,
  /** Of another user, who has lost it. */
  user_second_factor: (id: number) => `/api/v2/users/${id}/second_factor`,
  confirm_second_factor: '/api/v2/users/me/second_factor/confirm',
  recovery_codes: '/api/v2/users/me/second_factor/recovery_codes',
  current_session: '/api/v2/users/me/session',
  user_sessions: (id: number) => `/api/v2/users/${id}/sessions`,
  user_session: (user: number, id: number) => `/api/v2/users/${user}/sessions/${id}`,
  password: (id: number) => `/api/v2/users/${id}/password`,
  password_requirements: (id: number) => `/api/v2/users/${id}/password/requirements`,
  identity_providers: '/api/v2/identity_providers',
  identity_provider: (id: number) => `/api/v2/identity_providers/${id}`,
  identity_provider_links: (id: number) => `/api/v2/identity_providers/${id}/links`,
  identity_provider_link: (provider: number, id: number) => `/api/v2/identity_providers/${provider}/links/${id}`,
  me: '/api/v2/users/me',
  logout: '/api/v2/users/me/logout',
  activity: '/api/v2/deskhand/activity',
  radar: '/api/v2/deskhand/radar',
  instance_settings: '/api/v2/deskhand/settings',
  account_settings: '/api/v2/account/settings',
  home: '/api/v2/deskhand/home',
  /** The ticket or user that the agent is asked to open. */
  display: '/api/v2/deskhand/display',
  brands: '/api/v2/brands',
  public_locales: '/api/v2/locales/public',
  access_requests: '/api/v2/access_requests',
  /** The steps a request would go through if it were filed now. */
  new_access_request: '/api/v2/access_requests/new',
  access_request: (id: number) => `/api/v2/access_requests/${id}`,
  /** A step, or a subresource of the request: its events, its comments. */
  access_request_step: (id: number, name: string) => `/api/v2/access_requests/${id}/${name}`,
  access_people: '/api/v2/access_people',
  access_person: (id: number | 'me') => `/api/v2/access_people/${id}`,
  users: '/api/v2/users',
  user: (id: number) => `/api/v2/users/${id}`,
  user_identities: (user: number) => `/api/v2/users/${user}/identities`,
  user_identity: (user: number, id: number) => `/api/v2/users/${user}/identities/${id}`,
  /** `act`: `make_primary`, `request_verification`. */
  user_identity_act: (user: number, id: number, act: string) => `/api/v2/users/${user}/identities/${id}/${act}`,
  user_password_link: (id: number) => `/api/v2/users/${id}/password/link`,
  team_members: '/api/v2/deskhand/team_members',
  custom_roles: '/api/v2/custom_roles',
  user_search: '/api/v2/users/search',
  user_autocomplete: '/api/v2/users/autocomplete',
  new_oauth_authorization: '/api/v2/oauth/authorizations/new',
  oauth_authorizations: '/api/v2/oauth/authorizations',
  oauth_scopes: '/api/v2/deskhand/oauth_scopes',
  oauth_clients: '/api/v2/oauth/clients',
  oauth_client: (id: number) => `/api/v2/oauth/clients/${id}`,
  oauth_client_secret: (id: number) => `/api/v2/oauth/clients/${id}/generate_secret`,
  authorized_applications: '/api/v2/deskhand/authorized_applications',
  authorized_application: (id: number) => `/api/v2/deskhand/authorized_applications/${id}`,
  oauth_tokens: '/api/v2/oauth/tokens',
  oauth_token: (id: number) => `/api/v2/oauth/tokens/${id}`,
  audit_logs: '/api/v2/audit_logs',
  /** With details and its place in the hash chain. */
  whole_audit_log: (id: number) => `/api/v2/deskhand/audit_logs/${id}`,
  audit_chain_head: '/api/v2/deskhand/audit_logs/head',
  audit_chain_export: '/api/v2/deskhand/audit_logs/export',
  export_audit_logs: '/api/v2/audit_logs/export',
  audit_log_export: (id: number) => `/api/v2/deskhand/audit_logs/exports/${id}`,
  ticket_fields_by_id: '/api/v2/ticket_fields/show_many',
  mails: '/api/v2/deskhand/mails',
  mail: (id: number) => `/api/v2/deskhand/mails/${id}`,
  reveal_mail: (id: number) => `/api/v2/deskhand/mails/${id}/reveal`,
  redeliver_mail: (id: number) => `/api/v2/deskhand/mails/${id}/redeliver`,
  shared_secrets: '/api/v2/shared_secrets',
  shared_secret: (id: number) => `/api/v2/shared_secrets/${id}`,
  open_shared_secret: '/api/v2/shared_secrets/open',
  api_tokens: '/api/v2/api_tokens',
  api_token: (id: number) => `/api/v2/api_tokens/${id}`,
  api_token_impact: (id: number) => `/api/v2/api_tokens/${id}/impact`,
  api_token_late_callers: (id: number) => `/api/v2/api_tokens/${id}/late_callers`,
  rotate_api_token: (id: number) => `/api/v2/api_tokens/${id}/rotate`,
  accepted_token_requests: '/api/v2/access_requests?filter[state]=accepted&filter[kind]=api_token&include=users&per_page=100',
  integrations: '/api/v2/integrations',
  integration_kinds: '/api/v2/integrations/kinds',
  integration: (id: number) => `/api/v2/integrations/${id}`,
  integration_impact: (id: number) => `/api/v2/integrations/${id}/impact`,
  integration_step: (id: number, key: string) => `/api/v2/integrations/${id}/steps/${key}`,
  revoke_integration: (id: number) => `/api/v2/integrations/${id}/revoke`,
  /** `rules`: `triggers`, `automations`, `macros`, `views`. */
  rules: (rules: string) => `/api/v2/${rules}`,
  active_rules: (rules: string) => `/api/v2/${rules}/active`,
  found_rules: (rules: string) => `/api/v2/${rules}/search`,
  rule: (rules: string, id: number) => `/api/v2/${rules}/${id}`,
  rule_definitions: (rules: string) => `/api/v2/${rules}/definitions`,
  ticket: (id: number) => `/api/v2/tickets/${id}`,
  /** `list`: `comments`, `audits`. */
  ticket_list: (id: number, list: string) => `/api/v2/tickets/${id}/${list}`,
  audit_trace: (ticket: number, audit: number) => `/api/v2/deskhand/tickets/${ticket}/audits/${audit}/trace`,
  ticket_fields: '/api/v2/ticket_fields',
  rule_report: '/api/v2/deskhand/rules/report',
  /** Tries a rule that need not be saved. */
  dry_run: (rules: string) => `/api/v2/deskhand/${rules}/dry_run`,
  move_rules: (rules: string) => `/api/v2/${rules}/update_many`,
  trigger_revisions: (id: number) => `/api/v2/triggers/${id}/revisions`,
  trigger_categories: '/api/v2/trigger_categories',
  trigger_category: (id: string) => `/api/v2/trigger_categories/${id}`,
  move_trigger_categories: '/api/v2/trigger_categories/jobs',
  macro_categories: '/api/v2/macros/categories',
  new_macro_file: '/api/v2/macros/attachments',
  macro_files: (id: number) => `/api/v2/macros/${id}/attachments`,
  /** What a macro would make of a ticket; nothing is saved. */
  applied_macro: (ticket: number, id: number) => `/api/v2/tickets/${ticket}/macros/${id}/apply`,
  groups: '/api/v2/groups',
  /** `slas`: `slas`, `group_slas`. */
  policies: (slas: string) => `/api/v2/${slas}/policies`,
  policy: (slas: string, id: number | string) => `/api/v2/${slas}/policies/${encodeURIComponent(id)}`,
  policy_definitions: (slas: string) => `/api/v2/${slas}/policies/definitions`,
  reorder_policies: (slas: string) => `/api/v2/${slas}/policies/reorder`,
  schedules: '/api/v2/business_hours/schedules',
  schedule: (id: number) => `/api/v2/business_hours/schedules/${id}`,
  workweek: (schedule: number) => `/api/v2/business_hours/schedules/${schedule}/workweek`,
  holidays: (schedule: number) => `/api/v2/business_hours/schedules/${schedule}/holidays`,
  holiday: (schedule: number, id: number) => `/api/v2/business_hours/schedules/${schedule}/holidays/${id}`,
  view_definitions: '/api/v2/views/definitions',
  count_of_view: '/api/v2/views/preview/count',
  view_preview: '/api/v2/views/preview',
  counts_of_views: '/api/v2/views/count_many',
  /** Records that a condition or an action names: `collection` is the API's name for them, such as `users`. */
  found_records: (collection: string) => `/api/v2/${collection}/autocomplete`,
  records_by_id: (collection: string) => `/api/v2/${collection}/show_many`,
  record: (collection: string, id: string) => `/api/v2/${collection}/${id}`,
  webhooks: '/api/v2/webhooks',
  copy_webhook: (id: string) => `/api/v2/webhooks?${new URLSearchParams({ clone_webhook_id: id })}`,
  webhook: (id: string) => `/api/v2/webhooks/${encodeURIComponent(id)}`,
  signing_secret: (id: string) => `/api/v2/webhooks/${encodeURIComponent(id)}/signing_secret`,
  invocations: (id: string) => `/api/v2/webhooks/${encodeURIComponent(id)}/invocations`,
  attempts: (id: string, invocation: string) =>
    `/api/v2/webhooks/${encodeURIComponent(id)}/invocations/${encodeURIComponent(invocation)}/attempts`,
  replays: (id: string) => `/api/v2/deskhand/webhooks/${encodeURIComponent(id)}/replays`,
  /** `webhook`: the one whose members are used where none are sent. */
  test_webhook: (webhook: string | undefined) =>
    webhook === undefined ? '/api/v2/webhooks/test' : `/api/v2/webhooks/test?${new URLSearchParams({ webhook_id: webhook })}`,
  issue_access_request: (id: number) => `/api/v2/access_requests/${id}/issue`,
} as const

/** A placeholder origin, to detect URLs that leave it. */
const HERE = 'https://here.invalid'

/**
 * The path a visitor requested before signing in, if it is one of ours; otherwise the root, which redirects each user to their start page.
 * Parsed as a browser does: to a browser `//host`, `/\host` and, since it drops tabs and line breaks, `/<tab>/host` are URLs of other
 * hosts, and `/.//host` becomes one.
 */
export function safeReturnPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return paths.root
  const { origin, pathname } = new URL(wanted, HERE)
  const isOurs = origin === HERE && !pathname.startsWith('//') && !/\p{Cc}/u.test(wanted)
  return isOurs && !wanted.startsWith(paths.sign_in) ? wanted : paths.root
}

const REQUEST_PAGE = /^\/access_requests\/([1-9]\d*)\/?$/

/** The id of the access request whose page a URL is, below `origin`; undefined if it is not such a page. */
export function accessRequestIdOf(url: string, origin: string): number | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const id = parsed?.origin === origin && parsed.search === '' ? REQUEST_PAGE.exec(parsed.pathname)?.[1] : undefined
  return id === undefined ? undefined : Number(id)
}
