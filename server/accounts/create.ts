/** Creates an instance with everything a fresh one has, and removes one with everything it holds. */
import { randomBytes } from 'node:crypto'
import type { InstanceKind } from '../config.ts'
import { fixed } from '../db/builder.ts'
import { type Db, isUniqueViolation } from '../db/client.ts'
import { makeIds } from '../db/ids.ts'
import { json } from '../db/types.ts'
import { hashSecret, visiblePart } from '../auth/secrets.ts'
import { defined } from '../lib/defined.ts'
import { appendAudit, beginAuditChain } from './audit_chain.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { FRESH_AUTOMATIONS, FRESH_FIELDS, FRESH_MACROS, FRESH_STATUSES } from './fresh.ts'
import { FRESH_VIEWS } from './fresh_views.ts'
import { FRESH_ROLES } from './fresh_roles.ts'
import { insertFreshTriggers } from './fresh_triggers.ts'

/** The data of a new instance. */
export interface NewAccount {
  readonly subdomain: string
  readonly name: string
  readonly kind: InstanceKind
  readonly deployment: 'commercial' | 'government'
  readonly is_default: boolean
  readonly settings: Record<string, unknown>
  readonly host?: string | null
  /** The domain the subdomain is below, for the instance's support address. */
  readonly domain?: string
  readonly owner: { readonly name: string; readonly email: string; readonly password_hash: string | null }
}

/** The instance cannot be created or removed; the message says why. */
export class AccountError extends Error {}

const CODE_BYTES = 16
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** As the Host header names it: without scheme and port, in small letters. */
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

const insertAccount = fixed<{
  id: number
}>(`insert into accounts (subdomain, host, name, kind, deployment, is_default, settings, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`)
const insertPeople = fixed<{ owner_id: number; group_id: number }>(`with new_group as (
    insert into groups (account_id, name, description, "default", created_at, updated_at) values ($1, 'Support', 'Everyone who answers tickets', true, $2, $2) returning id),
  new_owner as (
    insert into users (account_id, name, email, role, verified, default_group_id, time_zone, locale, password_hash, created_at, updated_at)
    select $1, $3, $4, 'admin', true, g.id, $5, $6, $7, $2, $2 from new_group g returning id),
  new_identity as (
    insert into user_identities (account_id, user_id, type, value, verified, "primary", verified_at, created_at, updated_at)
    select $1, o.id, 'email', $4, true, true, $2, $2, $2 from new_owner o),
  new_membership as (
    insert into group_memberships (account_id, user_id, group_id, "default", created_at, updated_at) select $1, o.id, g.id, true, $2, $2 from new_owner o, new_group g),
  new_duties as (insert into access_people (account_id, user_id, duties, created_at, updated_at) select $1, o.id, '{support_operations}', $2, $2 from new_owner o),
  new_counter as (insert into ticket_counters (account_id, last_id, live_count) values ($1, 0, 0))
  select o.id as owner_id, g.id as group_id from new_owner o, new_group g`)
const insertConfiguration = fixed<unknown>(`with new_brand as (
    insert into brands (account_id, key, name, subdomain, "default", created_at, updated_at) values ($1, 'default', $3, $4, true, $2, $2) returning id),
  new_address as (
    insert into recipient_addresses (account_id, brand_id, name, email, "default", forwarding_status, spf_status, cname_status, domain_verification_status, domain_verification_code, created_at, updated_at)
    select $1, b.id, $3, $8, true, 'unknown', 'unknown', 'unknown', 'unknown', $9, $2, $2 from new_brand b),
  new_statuses as (
    insert into custom_statuses (account_id, key, status_category, agent_label, end_user_label, description, end_user_description, "default", created_at, updated_at)
    select $1, s.key, s.key, s.agent_label, s.end_user_label, s.description, null, true, $2, $2
    from jsonb_to_recordset($5::jsonb) as s(key text, agent_label text, end_user_label text, description text)),
  new_fields as (
    insert into ticket_fields (account_id, key, type, title, title_in_portal, description, position, system, required, visible_in_portal, editable_in_portal, required_in_portal, sub_type_id, options, created_at, updated_at)
    select $1, f.key, f.type, f.title, f.title, '', f.position, true, f.required, f.visible, f.editable, f.needed, f.sub_type_id, f.options, $2, $2
    from jsonb_to_recordset($6::jsonb) as f(key text, type text, title text, position integer, required boolean, visible boolean, editable boolean, needed boolean, sub_type_id integer, options jsonb) order by f.position
    returning id),
  new_form as (
    insert into ticket_forms (account_id, key, name, display_name, position, "default", ticket_field_ids, created_at, updated_at)
    select $1, 'default', 'Default ticket form', 'Default ticket form', 1, true, array(select id from new_fields order by id), $2, $2),
  new_macros as (
    insert into macros (account_id, key, title, position, description, actions, created_at, updated_at)
    select $1, m.key, m.title, 9999, m.description, m.actions, $2, $2
    from jsonb_to_recordset($10::jsonb) as m(key text, title text, description text, actions jsonb)),
  new_automations as (
    insert into automations (account_id, key, title, active, "default", position, conditions, actions, created_at, updated_at)
    select $1, a.key, a.title, a.active, a."default", a.position, a.conditions, a.actions, $2, $2
    from jsonb_to_recordset($7::jsonb) as a(key text, title text, active boolean, "default" boolean, position integer, conditions jsonb, actions jsonb) order by a.position)
  insert into views (account_id, key, title, active, position, conditions, output, created_at, updated_at)
  select $1, v.key, v.title, v.active, v.position, v.conditions, v.output, $2, $2
  from rows from (jsonb_to_recordset($11::jsonb) as (key text, title text, active boolean, position integer, conditions jsonb, output jsonb))
    with ordinality as v (key, title, active, position, conditions, output, place) order by v.place`)

/** Inserts the roles and makes one person the owner, with the owner's role. */
const nameOwner = fixed<unknown>(`with made as (
    insert into custom_roles (account_id, name, description, role_type, configuration, created_at, updated_at)
    select $1, r.name, r.description, r.role_type, r.configuration, $3, $3
    from rows from (jsonb_to_recordset($4::jsonb) as (name text, description text, role_type smallint, configuration jsonb))
      with ordinality as r (name, description, role_type, configuration, place) order by r.place
    returning id, role_type),
  given as (
    update users u set custom_role_id = m.id, role_type = m.role_type from made m where u.account_id = $1 and u.id = $2 and m.role_type = 4)
  update accounts set owner_id = $2 where id = $1`)

const freshFields = json(
  FRESH_FIELDS.map((field, index) => {
    const [visible, editable, needed] = field.portal ?? [false, false, false]
    return { ...field, position: index + 1, required: field.required ?? false, visible, editable, needed, options: field.options ?? [] }
  }),
)

function configurationOf(account_id: number, given: NewAccount, now: Date) {
  const { name, subdomain, host, domain = 'localhost' } = given
  const statuses = json(FRESH_STATUSES)
  const automations = json(FRESH_AUTOMATIONS)
  const email = `support@${host ?? `${subdomain}.${domain}`}`
  const code = randomBytes(CODE_BYTES).toString('hex')
  const rules = [json(FRESH_MACROS), json(FRESH_VIEWS)]
  return insertConfiguration(account_id, now, name, subdomain, statuses, freshFields, automations, email, code, ...rules)
}

/**
 * Creates an instance: account, owner, group, brand with its address, statuses, system fields, form, rules, roles. One transaction.
 * @throws AccountError when the subdomain or the host is malformed or taken
 */
export async function createAccount(db: Db, given: NewAccount, now: Date): Promise<{ id: number; owner_id: number }> {
  if (!SUBDOMAIN.test(given.subdomain))
    throw new AccountError(`"${given.subdomain}" cannot be a subdomain: use up to 63 letters, digits and dashes`)
  if (typeof given.host === 'string' && !HOST.test(given.host))
    throw new AccountError(`"${given.host}" cannot be a host: give a name such as help.example.com`)
  try {
    return await db.transaction(async (tx) => {
      const account = defined(
        await tx.first(
          insertAccount(
            given.subdomain,
            given.host ?? null,
            given.name,
            given.kind,
            given.deployment,
            given.is_default,
            json(given.settings),
            now,
          ),
        ),
      )
      const { owner } = given
      const people = defined(
        await tx.first(
          insertPeople(account.id, now, owner.name, owner.email, DEFAULT_SETTINGS.time_zone, DEFAULT_SETTINGS.locale, owner.password_hash),
        ),
      )
      await tx.run(nameOwner(account.id, people.owner_id, now, json(FRESH_ROLES)))
      await beginAuditChain(tx, account.id, now)
      await recordAsSystem(tx, account.id, now, {
        source_type: 'account',
        source_id: account.id,
        source_label: given.name,
        change_description: `Created as a ${given.kind} instance on the ${given.deployment} deployment, owned by ${owner.email}`,
      })
      await tx.run(configurationOf(account.id, given, now))
      await insertFreshTriggers(tx, account.id, now)
      return { id: account.id, owner_id: people.owner_id }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_subdomain_key')) throw new AccountError(`The subdomain "${given.subdomain}" is taken`)
    if (isUniqueViolation(error, 'accounts_host_key')) throw new AccountError(`The host "${given.host}" belongs to another instance`)
    throw error
  }
}

const insertToken = fixed<{
  id: number
}>(`insert into api_tokens (account_id, user_id, description, exception, reason, token_hash, visible_token, created_at, updated_at)
  values ($1, $2, $3, 'bootstrap', $4, $5, $6, $7, $7) returning id`)
const FIRST_START = { description: 'First start', reason: 'Given to the first start by DESKHAND_API_TOKEN' }

/** Stores a token as the instance's first; audited as an exception. `purpose`: its description and reason, if not the first start. */
export async function addBootstrapToken(
  db: Db,
  pepper: Buffer,
  account: { id: number; owner_id: number; purpose?: typeof FIRST_START },
  token: string,
  now: Date,
): Promise<void> {
  const { description, reason } = account.purpose ?? FIRST_START
  await db.transaction(async (tx) => {
    const row = defined(
      await tx.first(insertToken(account.id, account.owner_id, description, reason, hashSecret(pepper, token), visiblePart(token), now)),
    )
    await recordAsSystem(tx, account.id, now, {
      source_type: 'apitoken',
      source_id: row.id,
      source_label: description,
      change_description: `Bootstrap exception: ${reason}`,
    })
  })
}

type Created = Readonly<Record<'source_type' | 'source_label' | 'change_description', string>> & { readonly source_id: number }

/** Audits what is created before anyone can have requested it. */
async function recordAsSystem(tx: Db, account_id: number, now: Date, what: Created): Promise<void> {
  const by = { actor_id: -1, actor_name: 'System', action: 'create', ip_address: null }
  await appendAudit(tx, makeIds(), { account_id, ...by, ...what, details: {}, created_at: now.toISOString() })
}

/** Tables of an instance, children before parents. A table missing here makes a drop fail, by its foreign key or in the test. */
const TABLES_TO_EMPTY = [
  ...['custom_object_record_attachments', 'custom_object_unique_values', 'custom_object_records', 'custom_object_policies'],
  ...['object_trigger_effects', 'object_triggers', 'object_trigger_sets', 'custom_object_record_runs', 'object_trigger_firings'],
  ...['custom_object_access_rules', 'custom_object_fields', 'custom_objects'],
  ...['attachments', 'uploads', 'stored_files', 'macro_uses', 'macros'],
  ...['webhook_attempts', 'webhook_invocations', 'webhook_circuits', 'webhooks', 'target_failures'],
  ...['dynamic_content_variants', 'dynamic_content_items', 'recipient_addresses', 'targets', 'activities', 'bookmarks'],
  ...['sharing_agreements', 'holidays', 'schedules', 'workspaces', 'deletion_schedules', 'saved_searches', 'resource_collections'],
  ...['sla_policies', 'group_sla_policies'],
  ...['audit_log_exports', 'mails', 'rule_firings', 'rule_usage_hours', 'side_conversation_events', 'side_conversations'],
  ...['integrations', 'shared_secrets', 'access_request_events', 'access_requests', 'access_people'],
  ...['sso_visits', 'identity_provider_links', 'identity_providers', 'sign_in_challenges'],
  ...['second_factor_recovery_codes', 'second_factors', 'previous_passwords'],
  ...['oauth_spent_refresh_tokens', 'oauth_codes'],
  ...[
    'due_claims',
    'request_log',
    'request_activity',
    'rate_limits',
    'idempotency_keys',
    'sessions',
    'known_origins',
    'oauth_tokens',
    'oauth_clients',
  ],
  ...['tracker_issues', 'api_tokens'],
  ...[
    'satisfaction_ratings',
    'suspended_tickets',
    'skips',
    'ticket_content_pins',
    'ticket_texts',
    'ticket_comments',
    'ticket_audits',
    'ticket_metric_events',
    'ticket_rule_runs',
    'trigger_sets',
    'tickets',
    'ticket_counters',
    'automation_hours',
    'automations',
    'trigger_revisions',
    'triggers',
    'trigger_categories',
    'views',
    'ticket_form_statuses',
    'ticket_forms',
    'ticket_fields',
    'user_custom_fields',
    'organization_custom_fields',
    'custom_statuses',
    'brands',
  ],
  ...['routing_queues', 'agent_availabilities'],
  ...['routing_changes', 'routing_agent_values', 'routing_attribute_values', 'routing_attributes'],
  ...['organization_subscriptions', 'organization_merges'],
  ...[
    'group_memberships',
    'organization_memberships',
    'user_identities',
    'users',
    'custom_roles',
    'groups',
    'organizations',
    'job_statuses',
  ],
  ...['audit_logs', 'audit_chain_heads'],
] as const

const filesAfter = fixed<{ id: number; name: string }>(
  'select id, name from stored_files where account_id = $1 and id > $2 order by id limit 1000',
)

/** Removes the stored bytes of all files of an instance. */
async function removeFilesOf(db: Db, removeFile: (name: string) => Promise<void>, accountId: number): Promise<void> {
  for (let after = 0; ;) {
    const some = await db.all(filesAfter(accountId, after))
    for (const { id, name } of some) {
      await removeFile(name)
      after = id
    }
    if (some.length === 0) return
  }
}

/**
 * Removes an instance and all it holds, for good. Its files go first, while their names are still in the database: after an interruption
 * the instance is still there and can be dropped again. `removeFile` removes the bytes stored under a name.
 * @throws AccountError when there is none with that subdomain
 */
export async function dropAccount(db: Db, removeFile: (name: string) => Promise<void>, subdomain: string): Promise<void> {
  const there = await db.first(fixed<{ id: number }>('select id from accounts where subdomain = $1')(subdomain))
  if (there !== undefined) await removeFilesOf(db, removeFile, there.id)
  await db.transaction(async (tx) => {
    const found = await tx.first(fixed<{ id: number }>('select id from accounts where subdomain = $1 for update')(subdomain))
    if (found === undefined) throw new AccountError(`There is no instance "${subdomain}"`)
    for (const table of TABLES_TO_EMPTY) await tx.run(fixed<unknown>(`delete from ${table} where account_id = $1`)(found.id))
    await tx.run(fixed<unknown>('delete from accounts where id = $1')(found.id))
  })
}
