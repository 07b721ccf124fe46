/** The inputs that invariant tests vary: the fields of paths, queries and bodies, derived from the routes themselves. */
import { TENANT_TABLES } from '#db/tables.ts'
import type { AnyRoute } from '#http/route.ts'
import type { Shape } from '#http/read_input.ts'

/** Path segments before an id whose name differs from that of the id's table. null = not a record of an account. */
const TABLES: Readonly<Record<string, string | null>> = {
  Users: 'users',
  access_people: 'users',
  agents: 'users',
  audits: 'ticket_audits',
  authorized_applications: 'oauth_clients',
  'slas/policies': 'sla_policies',
  'group_slas/policies': 'group_sla_policies',
  ':record_id/attachments': 'custom_object_record_attachments',
  ':custom_object_key/triggers': 'object_triggers',
  ':id/events': 'side_conversation_events',
  access_rules: 'custom_object_access_rules',
  brand_agents: null,
  chat_file_redactions: 'tickets',
  chat_redactions: 'tickets',
  clients: 'oauth_clients',
  comment_redactions: 'ticket_comments',
  comments: 'ticket_comments',
  conversations: null,
  email_notifications: 'mails',
  end_users: 'users',
  exports: 'audit_log_exports',
  ':asset_type_id/fields': 'asset_fields',
  fields: 'custom_object_fields',
  global_clients: 'oauth_clients',
  identities: 'user_identities',
  incremental: null,
  invocations: 'webhook_invocations',
  instances: null,
  items: 'dynamic_content_items',
  links: 'identity_provider_links',
  locales: null,
  locations: 'asset_locations',
  statuses: 'asset_statuses',
  permission_policies: null,
  records: 'custom_object_records',
  sso: 'identity_providers',
  steps: null,
  token: null,
  ticket_metrics: 'tickets',
  tokens: 'oauth_tokens',
  definitions: null,
  attributes: 'routing_attributes',
  queues: 'routing_queues',
  agent_availabilities: 'users',
  values: 'routing_attribute_values',
  ':field_id': null,
  ':target_type': null,
  options: null,
  organization_fields: 'organization_custom_fields',
  relationship_fields: null,
  requests: 'tickets',
  satisfaction_reasons: null,
  user_fields: 'user_custom_fields',
  v2: null,
  revisions: 'trigger_revisions',
  traces: 'custom_object_record_runs',
  variants: 'dynamic_content_variants',
}

/** A parameter in a path, and the table its ids are of; `deleted_users` are deleted rows of users. */
export interface PathInput {
  readonly name: string
  readonly table: string | null
}

/** The parameters in a route's path, in order. @throws Error for an id of an unknown table: add it to TABLES */
export function pathInputs(route: AnyRoute): PathInput[] {
  const segments = route.path.split('/')
  return segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return []
    const before = segments[index - 1] as string
    const name = [`${segments[index - 2]}/${before}`, before].find((each) => Object.hasOwn(TABLES, each))
    const table = name === undefined ? before : (TABLES[name] as string | null)
    if (table !== null && !TENANT_TABLES.has(table.replace(/^deleted_/, '')))
      throw new Error(`${route.path}: of which table is ${segment}?`)
    return [{ name: segment.slice(1), table }]
  })
}

/** The path of a route with values for its parameters. */
export function fillPath(route: AnyRoute, value: (place: PathInput, index: number) => string | number): string {
  const places = pathInputs(route)
  let index = 0
  return route.path.replace(/:\w+/g, () => String(value(places[index] as PathInput, index++)))
}

/** A field of a query or a body: its name, its schema, and a function that builds the whole with a value for the field. */
export interface InputField {
  readonly name: string
  readonly shape: Shape
  with(value: unknown): unknown
}

let made = 0

/** Members without which a record of this name is refused before anything else of it is checked. */
const NEEDED: Readonly<Record<string, () => Record<string, unknown>>> = {
  access_request: () => ({ kind: 'api_token', title: `A request ${++made}`, business_reason: 'A law is tried', use_case: 'It is tried' }),
  api_token: () => ({ description: `Token ${++made}`, exception: 'team_automation', reason: 'A law is tried' }),
  asset: () => ({ name: `An asset ${++made}` }),
  asset_type: () => ({ name: `A type ${++made}` }),
  attribute: () => ({ name: `An attribute ${++made}` }),
  attribute_value: () => ({ name: `A value ${++made}` }),
  automation: () => ({
    title: `Automation ${++made}`,
    conditions: {
      all: [
        { field: 'status', operator: 'is', value: 'solved' },
        { field: 'SOLVED', operator: 'is', value: String(made) },
      ],
    },
    actions: [{ field: 'status', value: 'closed' }],
  }),
  deletion_schedule: () => ({
    title: `Schedule ${++made}`,
    object: 'zen:ticket',
    conditions: { all: [{ field: 'status', operator: 'is', value: 'closed' }] },
  }),
  macro: () => ({ title: `Macro ${++made}`, actions: [{ field: 'status', value: 'solved' }] }),
  holiday: () => ({ name: `Holiday ${++made}`, start_date: '2026-12-25' }),
  item: () => ({ name: `Item ${++made}`, default_locale_id: 1, variants: [{ locale_id: 1, content: 'Hello', default: true }] }),
  payload: () => ({ targets: { told: { title: `Target ${++made}`, type: 'email_target', email: 'target@example.org', subject: 'Told' } } }),
  queue: () => ({ name: `Queue ${++made}` }),
  recipient_address: () => ({ email: `support${++made}@example.org` }),
  request: () => ({
    subject: `A request ${++made}`,
    comment: { body: 'Hello' },
    requester: { name: 'A person', email: `law${++made}@example.org` },
  }),
  satisfaction_rating: () => ({ score: 'good' }),
  schedule: () => ({ name: `Schedule ${++made}`, time_zone: 'Berlin' }),
  sharing_agreement: () => ({ remote_subdomain: `partner-${++made}` }),
  target: () => ({ title: `Target ${++made}`, type: 'email_target', email: 'target@example.org', subject: 'Told' }),
  trigger: () => ({
    title: `Trigger ${++made}`,
    // what triggers of tickets and of records can have
    conditions: { all: [{ field: 'update_type', operator: 'is', value: 'Create' }] },
    actions: [{ field: 'notification_user', value: ['all_agents', 'A subject', 'A text'] }],
  }),
  trigger_category: () => ({ name: `Category ${++made}` }),
  view: () => ({ title: `View ${++made}`, all: [{ field: 'status', operator: 'is', value: 'open' }] }),
  sla_policy: () => ({ title: `Policy ${++made}` }),
  webhook: () => ({
    name: `Webhook ${++made}`,
    status: 'active',
    endpoint: 'noop://noop',
    http_method: 'POST',
    request_format: 'json',
  }),
  workspace: () => ({ title: `Workspace ${++made}`, conditions: { all: [{ field: 'status', operator: 'is', value: 'open' }] } }),
  brand: () => ({ name: `Brand ${++made}`, subdomain: `brand-${made}` }),
  client: () => ({
    name: `Client ${++made}`,
    identifier: `client_${made}`,
    redirect_uri: 'https://example.org/back',
    kind: 'confidential',
  }),
  custom_object: () => ({ key: `object_${++made}`, title: 'An object', title_pluralized: 'Objects' }),
  custom_object_field: () => ({ key: `field_${++made}`, title: 'A field', type: 'text' }),
  custom_object_record: () => ({ name: `A record ${++made}` }),
  custom_status: () => ({ status_category: 'open', agent_label: `Status ${++made}` }),
  field: () => ({ key: `asset_${++made}`, title: 'A field', type: 'text' }),
  location: () => ({ name: `A location ${++made}` }),
  task_list_template: () => ({ name: `A template ${++made}` }),
  group: () => ({ name: `A group ${++made}` }),
  identity_provider: () => ({
    name: `A provider ${++made}`,
    issuer: 'https://127.0.0.1',
    client_id: 'law',
    client_secret: 'a secret of a law',
  }),
  identity: () => ({ type: 'email', value: `law${++made}@example.org` }),
  organization: () => ({ name: `An organization ${++made}` }),
  organization_field: () => ({ key: `law_${++made}`, title: `A field ${made}` }),
  ticket_field: () => ({ title: `A field ${++made}` }),
  ticket_form: () => ({ name: `A form ${++made}` }),
  user_field: () => ({ key: `law_${++made}`, title: `A field ${made}` }),
  custom_field_option: () => ({ name: `An option ${++made}`, value: `option_${made}` }),
  ticket: () => ({ subject: `A ticket ${++made}`, comment: { body: 'Hello' } }),
  user: () => ({ name: `A person ${++made}` }),
}

function makeNeededMembers(name: string): Record<string, unknown> {
  const singular = name.replace(/\[\]$/, '').replace(/s$/, '')
  return (NEEDED[name] ?? NEEDED[singular])?.() ?? {}
}

/** Every field in a schema: objects and lists themselves, and all they contain. */
export function inputsIn(shape: Shape, name = '', build: (value: unknown) => unknown = (value) => value): InputField[] {
  const own: InputField[] = name === '' ? [] : [{ name, shape, with: build }]
  const last = name.split('.').at(-1) as string
  const members = Object.entries(shape.properties ?? {}).flatMap(([key, member]) =>
    inputsIn(member, name === '' ? key : `${name}.${key}`, (value) => build({ ...makeNeededMembers(last), [key]: value })),
  )
  const items = shape.items === undefined ? [] : inputsIn(shape.items, `${name}[]`, (value) => build([value]))
  const alternatives = (shape.anyOf ?? []).flatMap((each) => inputsIn(each, name, build).filter((place) => place.name !== name))
  return [...own, ...members, ...items, ...alternatives]
}

/** The fields of a route's body. */
export function bodyInputs(route: AnyRoute): InputField[] {
  return route.body === undefined ? [] : inputsIn(route.body as Shape)
}

/** The fields of a route's query. */
export function queryInputs(route: AnyRoute): InputField[] {
  return route.query === undefined ? [] : inputsIn(route.query as Shape).filter((place) => !/[.[]\]?$|\[\]/.test(place.name))
}

/** The type a field accepts: the first of its types, or `any`. */
export function kindOf(shape: Shape): string {
  const kind = (typeof shape.type === 'string' ? shape.type : shape.type?.[0]) ?? 'any'
  return shape.format === 'date-time' ? 'moment' : kind
}

/** A body a route accepts, as complete as {@link NEEDED} makes it; undefined for routes without one. */
export function plainBody(route: AnyRoute): unknown {
  const shape = route.body as Shape | undefined
  if (shape === undefined) return undefined
  const body: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(shape.properties ?? {})) {
    if (!['object', 'array', 'string'].includes(kindOf(member))) continue
    const record = { ...firstMember(member.items ?? member), ...makeNeededMembers(key) }
    body[key] =
      kindOf(member) === 'object'
        ? record
        : kindOf(member) === 'array'
          ? [kindOf(member.items ?? {}) === 'object' ? record : kindOf(member.items ?? {}) === 'integer' ? 1 : 'x']
          : 'x'
  }
  return body
}

function firstMember(shape: Shape): Record<string, unknown> {
  const [entry] = Object.entries(shape.properties ?? {})
  if (entry === undefined) return {}
  const [key, member] = entry
  const values: Record<string, unknown> = {
    string: 'x',
    integer: 1,
    boolean: true,
    array: [],
    object: firstMember(member),
    moment: '2030-01-01T00:00:00Z',
  }
  return { [key]: values[kindOf(member)] ?? 'x' }
}
