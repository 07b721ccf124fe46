// Every path of a page: those of the dashboard, and the API reference. No other file contains one.
// Does not belong here: the operations of the API (web/contract/operations.ts).

/** Pages of the dashboard and of the workspace. Below /admin a path follows the menu. */
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

/** Below it are the pages of the workspace, an app of its own. */
export const AGENT_PATH = '/agent'

/** The browsable description of the API, which is an app for itself. */
export const REFERENCE_PATH = '/docs/api'

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
