/** The active triggers of a custom object, ready to run, and what they cause beside the record. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { rulesTopic } from '../../../db/topics.ts'
import { json } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { Effect } from '../../../rules/bound_action.ts'
import { recordCatalogue } from '../../../rules/facts.ts'
import { type PreparedTriggers, NO_TRIGGERS, prepareTriggers, type StoredTrigger } from '../../../rules/prepare.ts'
import { recordType } from '../custom_object_fields/rule_fields.ts'
import type { ObjectFieldRow } from '../custom_object_fields/store.ts'
import type { CustomObjectRow } from '../custom_objects/store.ts'

/** What a write of a record caused beside it. */
export interface CausedEffects {
  readonly custom_object_id: number
  readonly custom_object_record_id: string
  /** Who made the write. */
  readonly author_id: number
  readonly effects: readonly ObjectEffect[]
}

/** An effect with the trigger that causes it. */
export interface ObjectEffect {
  readonly trigger_id: number
  readonly effect: Effect
}

// these triggers have no revisions
const selectActive = fixed<StoredTrigger>(`select id, title, 0 as revision_id, conditions, actions from object_triggers
  where account_id = $1 and custom_object_id = $2 and active order by position, id`)
const insertEffects = fixed<{ id: number }>(`insert into object_trigger_effects
    (account_id, custom_object_id, custom_object_record_id, author_id, effects, created_at) values ($1, $2, $3, $4, $5, $6) returning id`)
const takeEffects = fixed<CausedEffects>(`delete from object_trigger_effects where account_id = $1 and id = $2
  returning custom_object_id, custom_object_record_id, author_id, effects`)

interface Compiled {
  readonly fields: readonly ObjectFieldRow[]
  readonly triggers: PreparedTriggers
}
const compiled = new WeakMap<readonly StoredTrigger[], Compiled>()

/**
 * The active triggers of an object. Cached: the rows with the rules, the compiled triggers for as long as the fields stay. One that names a
 * field that is gone is logged and skipped: a write never fails because of a rule.
 */
export async function activeObjectTriggers(
  ctx: Context,
  object: CustomObjectRow,
  fields: readonly ObjectFieldRow[],
): Promise<PreparedTriggers> {
  const { cache, database } = ctx.services
  const rows: readonly StoredTrigger[] = await cache.load(rulesTopic(ctx.account.id), `object_triggers:${object.id}`, () =>
    database.all(selectActive(ctx.account.id, object.id)),
  )
  if (rows.length === 0) return NO_TRIGGERS
  const known = compiled.get(rows)
  if (known !== undefined && known.fields === fields) return known.triggers
  const triggers = prepareTriggers(rows, recordCatalogue(recordType(object.key, fields)), ({ id }, err) =>
    ctx.log.warn({ err, account_id: ctx.account.id, object_trigger_id: id }, 'an object trigger names what is gone, and is skipped'),
  )
  compiled.set(rows, { fields, triggers })
  return triggers
}

/** Writes what a write of a record causes, and queues the job that performs it, in the transaction of the write; nothing in a quiet process. */
export async function saveEffects(
  tx: Context,
  { custom_object_id, custom_object_record_id, author_id, effects }: CausedEffects,
): Promise<void> {
  if (tx.services.is_quiet === true) return
  const values = [custom_object_id, custom_object_record_id, author_id, json(effects), tx.now]
  const { id } = await tx.db.one(insertEffects(tx.account.id, ...values))
  await enqueue(tx, 'perform_object_effects', { id })
}

/** Takes what a write caused, to be performed in this transaction: undefined if it was performed before. */
export function takeObjectEffects(tx: Context, id: number): Promise<CausedEffects | undefined> {
  return tx.db.first(takeEffects(tx.account.id, id))
}
