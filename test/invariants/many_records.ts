/** The records that are multiplied for crawling lists, all belonging to one user, organization, group, ticket and object each. */
import { type Copies, COPIES_BEGIN, MOMENT } from './multiply.ts'

/** A second set of copies in the same table starts at this id. */
const SECOND = 20_000_000
const COPY = `${COPIES_BEGIN} + $n`

/** The id of a copied skill, and of an agent's having it. */
const CROWD_SKILL = "'crowd-' || $n"

/** The first copied side conversation, which has all copied events. */
export const SIDE_CONVERSATION = 'crowd-1'
/** The first copied record of a custom object, which has all copied runs of triggers. */
export const OBJECT_RECORD = `01CROWD${'1'.padStart(19, '0')}`

/** The records the copies belong to. */
export interface ManyRecords {
  /** The caller. */
  readonly admin: number
  readonly organization: number
  readonly group: number
  /** A user with a second address. */
  readonly person: number
  readonly problem: number
  /** The first of the copied tickets, which has all comments, audits and skips. */
  readonly ticket: number
  readonly access_request: number
  /** The text that copies are named after. */
  readonly tag: string
  /** A field of tickets that has options. */
  readonly chosen_field: number
  /** A lookup field of tickets that refers to users. */
  readonly lookup_field: number
  /** A webhook with a call in its log. */
  readonly webhook?: string
}

const STATUS = "(array['open', 'hold', 'solved'])[1 + $n % 3]"
const TICKETS = ({ admin, organization, problem, lookup_field, group }: ManyRecords): Record<string, string> => ({
  ...Object.fromEntries(['requester_id', 'submitter_id', 'assignee_id'].map((name) => [name, String(admin)])),
  ...Object.fromEntries(['email_cc_ids', 'follower_ids'].map((name) => [name, `array[${admin}::bigint]`])),
  group_id: String(group),
  organization_id: String(organization),
  status: STATUS,
  priority: "(array['low', 'high', null])[1 + $n % 3]",
  type: "case when $n % 2 = 0 then 'problem' else 'incident' end",
  problem_id: `case when $n % 2 = 0 then null else ${problem} end`,
  subject: "'crowd ' || $n % 7",
  tags: "array['crowd', 'crowd_' || $n]",
  custom_fields: `jsonb_build_object('${lookup_field}', '${admin}')`,
})

/** What is copied, parents before children. The copies share seven names, where names need not be unique. */
export const MANY_RECORDS = (records: ManyRecords): readonly Copies[] => {
  const { admin, organization, group, person, ticket, access_request, tag } = records
  const mine = { user_id: String(admin) }
  const tied = { name: "'crowd ' || $n % 7" }
  const own = { name: "'crowd ' || $n" }
  const nobody = { email: 'null', phone: 'null', ...tied }
  const byIds = (table: string, set: Record<string, string>, begin?: number): Copies => ({ table, set, ...(begin ? { begin } : {}) })
  return [
    byIds('organizations', own),
    byIds('groups', tied),
    { table: 'users', like: `email = 'agent.${tag}@example.org'`, set: { ...nobody, default_group_id: 'null' } },
    { table: 'users', like: `email = 'agent.${tag}@example.org'`, set: { ...nobody, active: 'false' }, begin: SECOND },
    byIds('group_memberships', { ...mine, group_id: COPY }),
    byIds('group_memberships', { user_id: COPY, group_id: String(group) }, SECOND),
    byIds('organization_memberships', { ...mine, organization_id: COPY }),
    byIds('organization_memberships', { user_id: COPY, organization_id: String(organization) }, SECOND),
    byIds('organization_subscriptions', { ...mine, organization_id: COPY }),
    byIds('organization_subscriptions', { user_id: COPY, organization_id: String(organization) }, SECOND),
    { table: 'user_identities', like: `user_id = ${person}`, set: { value: "'crowd' || $n || '@example.org'" } },
    byIds('brands', { ...own, subdomain: "'crowd-' || $n" }),
    { table: 'tickets', like: `external_id = '${tag}-t'`, set: TICKETS(records) },
    {
      table: 'tickets',
      like: `external_id = '${tag}-t'`,
      set: { ...TICKETS(records), deleted_at: MOMENT, deleted_by_id: '1' },
      begin: SECOND,
    },
    byIds('ticket_texts', {
      ticket_id: COPY,
      words: "search_words(1, 'crowd ' || $n % 7)",
      marks: "search_marks(search_words(1, 'crowd ' || $n % 7))",
    }),
    { table: 'ticket_audits', like: 'events::text like \'%"Comment"%\'', set: { ticket_id: String(ticket) } },
    { table: 'ticket_comments', like: 'public', set: { ticket_id: String(ticket), audit_id: COPY } },
    byIds('skips', { ...mine, ticket_id: String(ticket) }),
    byIds('approval_requests', { id: "'crowd-' || $n", status: "'withdrawn'" }),
    byIds('asset_locations', { id: "'crowd-' || $n", ...tied }),
    byIds('assets', { id: "'crowd-' || $n", words: "to_tsvector('simple', 'crowd')", ...tied }),
    byIds('task_list_templates', { id: "'crowd-' || $n", ...tied }),
    byIds('side_conversations', { id: "'crowd-' || $n", number: COPY, ticket_id: String(ticket) }),
    byIds('side_conversation_events', { id: "'crowd-' || $n", number: COPY, side_conversation_id: `'${SIDE_CONVERSATION}'` }),
    byIds('bookmarks', { ...mine, ticket_id: COPY }),
    byIds('activities', mine),
    byIds('satisfaction_ratings', { ticket_id: COPY }),
    byIds('mails', { ticket_id: String(ticket), ...mine }),
    byIds('suspended_tickets', {}),
    byIds('sessions', { ...mine, expires_at: "now() + interval '1 day'" }),
    byIds('shared_secrets', { sender_id: String(admin) }),
    byIds('access_requests', {
      requester_id: String(admin),
      external_url: 'null',
      ...withoutIds('api_token_id', 'integration_id', 'shared_secret_id'),
    }),
    { table: 'access_request_events', set: { access_request_id: String(access_request), type: "'comment'" } },
    byIds('access_people', { user_id: COPY, duties: "array['requester']" }),
    byIds('integrations', { ...own, access_request_id: COPY, state: "'revoked'" }),
    byIds('api_tokens', { ...mine, ...withoutIds('access_request_id', 'integration_id', 'replaced_by_id') }),
    byIds('oauth_clients', { ...mine, ...own, integration_id: 'null' }),
    byIds('oauth_clients', { ...own, global: 'true', integration_id: 'null' }, SECOND),
    byIds('oauth_tokens', {
      ...mine,
      client_id: COPY,
      ...withoutIds('refresh_token_hash', 'visible_refresh_token', 'refresh_token_expires_at', 'expires_at'),
    }),
    byIds('identity_providers', own),
    byIds('identity_provider_links', { user_id: COPY, subject: "'crowd ' || $n" }),
    byIds('routing_attribute_values', { ...own, id: CROWD_SKILL }),
    byIds('routing_agent_values', { ...mine, id: CROWD_SKILL, attribute_value_id: CROWD_SKILL }),
    byIds('audit_logs', withoutIds('position', 'previous_hash', 'hash')),
    byIds('automations', { title: "'crowd ' || $n % 7", active: 'true' }),
    byIds('trigger_categories', { name: "'crowd ' || $n % 7" }),
    byIds('triggers', { title: "'crowd ' || $n % 7", active: 'true' }),
    byIds('trigger_revisions', {}),
    byIds('macros', { title: "'crowd ' || $n % 7" }),
    byIds('macro_uses', {}),
    byIds('views', { title: "'crowd ' || $n % 7", owner_id: 'null' }),
    byIds('recipient_addresses', { email: "'crowd' || $n || '@example.org'" }),
    byIds('dynamic_content_items', own),
    byIds('dynamic_content_variants', { locale_id: '1000 + $n' }),
    ...['ticket_fields', 'user_custom_fields', 'organization_custom_fields'].map((table) => ({
      table,
      like: "not system and type = 'tagger' or key like '%_field'",
    })),
    byIds('ticket_forms', tied),
    byIds('custom_objects', { title: "'crowd ' || $n % 7" }),
    byIds('object_triggers', { title: "'crowd ' || $n % 7", active: 'true' }),
    { table: 'custom_object_fields', like: "key = 'code'", set: { is_unique: 'false' } },
    byIds('custom_object_records', {
      ...tied,
      id: "'01CROWD' || lpad($n::text, 19, '0')",
      number: COPY,
      words: "setweight(to_tsvector('simple', 'crowd'), 'A')",
    }),
    byIds('custom_object_record_runs', { custom_object_record_id: `'${OBJECT_RECORD}'` }),
    byIds('webhooks', { ...tied, integration_id: 'null', id: "'01CROWD' || lpad($n::text, 19, '0')", number: COPY }),
    byIds('webhook_invocations', { id: "'01CROWD' || lpad($n::text, 19, '0')", latest_at: MOMENT }),
    byIds('job_statuses', { id: "'V3-' || md5($n::text)" }),
    byIds('organization_merges', {
      id: "'01CROWD' || lpad($n::text, 19, '0')",
      winner_id: String(organization),
      loser_id: String(organization),
    }),
    byIds('resource_collections', {}),
    byIds('request_activity', { credential_kind: "'api_token'", credential_id: COPY, day: "'2099-02-02'" }),
  ]
}

function withoutIds(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, 'null']))
}

/** The statements that make many options out of one in each field that has some, and that count the tickets. */
export const MANY_OPTIONS = ({ tag, chosen_field }: ManyRecords, many: number): readonly string[] => [
  ...Object.entries({
    ticket_fields: `id = ${chosen_field}`,
    user_custom_fields: `key = '${tag}_field'`,
    organization_custom_fields: `key = '${tag}_field'`,
  }).map(
    ([table, which]) => `update ${table} set options = (select jsonb_agg(options -> 0 || jsonb_build_object('id', n, 'name', 'crowd ' || n,
      'value', 'crowd_' || n)) from generate_series(1, ${many}) as n) where account_id = 1 and ${which}`,
  ),
  'update ticket_counters set live_count = (select count(*) from tickets where account_id = 1 and deleted_at is null) where account_id = 1',
]
