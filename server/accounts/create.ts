/** Creates an instance with everything a fresh one has, and removes one with everything it holds. */
import type { InstanceKind } from '#config/config.ts'
import { isClash } from '#db/outage.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { isUniqueViolation } from '#db/unique_violation.ts'
import { toJson } from '#db/types.ts'
import { hashSecret, visiblePart } from '#core/secrets.ts'
import { ensureDefined } from '#lib/defined.ts'
import { beginAuditChain } from './audit_chain.ts'
import { lockAccountById } from './lock.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { insertFreshConfiguration } from './fresh_configuration.ts'
import { FRESH_ROLES } from './fresh_roles.ts'
import { insertFreshAssets } from './fresh_assets.ts'
import { freshTriggerRows, insertTriggers } from './fresh_triggers.ts'
import { recordAsSystem } from './system_audit.ts'

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

/** What a subdomain may be. */
export const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** As the Host header names it: without scheme and port, in small letters. */
export const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

const insertAccount = defineStatement<{
  id: number
}>(`insert into accounts (subdomain, host, name, kind, deployment, is_default, settings, has_standard_rules, has_named_twin_addresses,
    created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, true, true, $8, $8) on conflict on constraint accounts_pkey do nothing returning id`)
const insertPeople = defineStatement<{ owner_id: number; group_id: number }>(`with new_group as (
    insert into groups (account_id, name, description, "default", created_at, updated_at) values ($1, 'Support', 'Everyone who answers tickets', true, $2, $2) returning id),
  new_owner as (
    insert into users (account_id, name, email, role, was_staff, verified, default_group_id, time_zone, locale, password_hash, created_at, updated_at)
    select $1, $3, $4, 'admin', true, true, g.id, $5, $6, $7, $2, $2 from new_group g returning id),
  new_identity as (
    insert into user_identities (account_id, user_id, type, value, verified, "primary", verified_at, created_at, updated_at)
    select $1, o.id, 'email', $4, true, true, $2, $2, $2 from new_owner o),
  new_membership as (
    insert into group_memberships (account_id, user_id, group_id, "default", created_at, updated_at) select $1, o.id, g.id, true, $2, $2 from new_owner o, new_group g),
  new_duties as (insert into access_people (account_id, user_id, duties, created_at, updated_at) select $1, o.id, '{support_operations}', $2, $2 from new_owner o),
  new_counter as (insert into ticket_counters (account_id, last_id, live_count) values ($1, 0, 0)),
  new_lock as (insert into account_locks (account_id) values ($1))
  select o.id as owner_id, g.id as group_id from new_owner o, new_group g`)
/** Inserts the roles and makes one person the owner, with the owner's role. */
const nameOwner = defineStatement<unknown>(`with made as (
    insert into custom_roles (account_id, name, description, role_type, configuration, created_at, updated_at)
    select $1, r.name, r.description, r.role_type, r.configuration, $3, $3
    from rows from (jsonb_to_recordset($4::jsonb) as (name text, description text, role_type smallint, configuration jsonb))
      with ordinality as r (name, description, role_type, configuration, place) order by r.place
    returning id, role_type),
  given as (
    update users u set custom_role_id = m.id, role_type = m.role_type from made m where u.account_id = $1 and u.id = $2 and m.role_type = 4)
  update accounts set owner_id = $2 where id = $1`)

/** Inserts the row of an instance. Each attempt draws an id; those of imported instances are taken. */
async function insertWithFreeId(tx: Db, given: NewAccount, now: Date): Promise<{ id: number }> {
  const { subdomain, host = null, name, kind, deployment, is_default, settings } = given
  for (;;) {
    const account = await tx.first(insertAccount(subdomain, host, name, kind, deployment, is_default, toJson(settings), now))
    if (account !== undefined) return account
  }
}

/**
 * Creates an instance: account, owner, group, brand with its address, statuses, system fields, form, rules, roles, asset types and
 * their statuses. One transaction.
 * @throws AccountError when the subdomain or the host is malformed or taken
 */
export async function createAccount(db: Db, given: NewAccount, now: Date): Promise<{ id: number; owner_id: number }> {
  if (!SUBDOMAIN.test(given.subdomain))
    throw new AccountError(`"${given.subdomain}" cannot be a subdomain: use up to 63 letters, digits and dashes`)
  if (typeof given.host === 'string' && !HOST.test(given.host))
    throw new AccountError(`"${given.host}" cannot be a host: give a name such as help.example.com`)
  try {
    return await db.transaction(async (tx) => {
      const account = await insertWithFreeId(tx, given, now)
      const { owner } = given
      const people = ensureDefined(
        await tx.first(
          insertPeople(account.id, now, owner.name, owner.email, DEFAULT_SETTINGS.time_zone, DEFAULT_SETTINGS.locale, owner.password_hash),
        ),
      )
      await tx.run(nameOwner(account.id, people.owner_id, now, toJson(FRESH_ROLES)))
      await beginAuditChain(tx, account.id, now)
      await recordAsSystem(tx, account.id, now, {
        source_type: 'account',
        source_id: account.id,
        source_label: given.name,
        change_description: `Created as a ${given.kind} instance on the ${given.deployment} deployment, owned by ${owner.email}`,
      })
      await insertFreshConfiguration(tx, account.id, given, now)
      await insertTriggers(tx, account.id, now, freshTriggerRows)
      await insertFreshAssets(tx, account.id, now)
      return { id: account.id, owner_id: people.owner_id }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_subdomain_key')) throw new AccountError(`The subdomain "${given.subdomain}" is taken`)
    if (isUniqueViolation(error, 'accounts_host_key')) throw new AccountError(`The host "${given.host}" belongs to another instance`)
    throw error
  }
}

const insertToken = defineStatement<{
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
    const row = ensureDefined(
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

/** Tables of an instance, children before parents. A table missing here makes a drop fail, by its foreign key or in the test. */
const TABLES_TO_EMPTY = [
  'custom_object_record_attachments',
  'custom_object_unique_values',
  'custom_object_records',
  'custom_object_policies',
  'object_trigger_effects',
  'object_triggers',
  'object_trigger_sets',
  'custom_object_record_runs',
  'object_trigger_firings',
  'custom_object_access_rules',
  'custom_object_fields',
  'custom_objects',
  'attachments',
  'uploads',
  'stored_files',
  'macro_uses',
  'macros',
  'webhook_attempts',
  'webhook_invocations',
  'webhook_circuits',
  'webhooks',
  'target_failures',
  'dynamic_content_variants',
  'dynamic_content_items',
  'recipient_addresses',
  'targets',
  'activities',
  'bookmarks',
  'sharing_agreements',
  'holidays',
  'schedules',
  'workspaces',
  'deletion_schedules',
  'saved_searches',
  'resource_collections',
  'approval_requests',
  'task_list_tasks',
  'task_lists',
  'task_list_templates',
  'sla_policies',
  'group_sla_policies',
  'assets',
  'asset_fields',
  'asset_types',
  'asset_locations',
  'asset_statuses',
  'audit_log_exports',
  'mails',
  'rule_firings',
  'rule_usage_hours',
  'side_conversation_events',
  'side_conversations',
  'integrations',
  'shared_secrets',
  'access_request_events',
  'access_requests',
  'access_people',
  'sso_visits',
  'identity_provider_links',
  'identity_providers',
  'sign_in_challenges',
  'second_factor_recovery_codes',
  'second_factors',
  'previous_passwords',
  'oauth_spent_refresh_tokens',
  'oauth_codes',
  'due_claims',
  'request_log',
  'request_activity',
  'rate_limits',
  'idempotency_keys',
  'sessions',
  'known_origins',
  'oauth_tokens',
  'oauth_clients',
  'tracker_issues',
  'api_tokens',
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
  'routing_queues',
  'agent_availabilities',
  'agent_displays',
  'routing_changes',
  'routing_agent_values',
  'routing_attribute_values',
  'routing_attributes',
  'organization_subscriptions',
  'organization_merges',
  'group_memberships',
  'organization_memberships',
  'user_identities',
  'users',
  'custom_roles',
  'groups',
  'organizations',
  'job_statuses',
  'audit_logs',
  'audit_chain_heads',
  'account_locks',
] as const

const filesAfter = defineStatement<{ id: number; name: string }>(
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

/** How often an instance is dropped again after a deadlock with one of its own acts. */
const MAX_REPEATS = 5

/**
 * Removes an instance and all it holds, for good. Its files go first, while their names are still in the database: after an interruption
 * the instance is still there and can be dropped again. `removeFile` removes the bytes stored under a name.
 * @throws AccountError when there is none with that subdomain
 */
export async function dropAccount(db: Db, removeFile: (name: string) => Promise<void>, subdomain: string): Promise<void> {
  const missing = () => new AccountError(`There is no instance "${subdomain}"`)
  const there = await db.first(defineStatement<{ id: number }>('select id from accounts where subdomain = $1')(subdomain))
  if (there === undefined) throw missing()
  await removeFilesOf(db, removeFile, there.id)
  const removeRows = () =>
    db.transaction(async (tx) => {
      await lockAccountById(tx, there.id)
      const lockRow = defineStatement<{ id: number }>('select id from accounts where id = $1 and subdomain = $2 for update')
      const found = await tx.first(lockRow(there.id, subdomain))
      if (found === undefined) throw missing()
      for (const table of TABLES_TO_EMPTY) await tx.run(defineStatement<unknown>(`delete from ${table} where account_id = $1`)(found.id))
      await tx.run(defineStatement<unknown>('delete from accounts where id = $1')(found.id))
    })
  for (let repeats = 0; ; repeats++) {
    try {
      return await removeRows()
    } catch (error) {
      // an act of the instance may lock the same rows in another order; an outer transaction is lost with it, and is repeated by its caller
      if (db.is_transaction || repeats === MAX_REPEATS || !isClash(error)) throw error
    }
  }
}
