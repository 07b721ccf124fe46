/** The active triggers of a custom object, ready to run, which set they are, and what they cause beside the record. */
import { createHash } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { rulesTopic } from '#db/topics.ts'
import { toJson } from '#db/types.ts'
import { enqueue } from '#queue/enqueue.ts'
import type { Effect } from '#rules/bound_action.ts'
import { recordCatalogue } from '#rules/facts.ts'
import { type PreparedTriggers, NO_TRIGGERS, prepareTriggers, type StoredTrigger } from '#rules/prepare.ts'
import { recordType } from '../custom_object_fields/rule_fields.ts'
import type { ObjectFieldRow } from '../custom_object_fields/store.ts'
import type { CustomObjectRow } from '../custom_objects/store.ts'

/** What a write of a record caused beside it, as it is stored. */
interface TakenEffects extends CausedEffects {
  /** The run of the write; null in rows of earlier versions. */
  readonly run_id: number | null
}

/** What a write of a record caused beside it. */
interface CausedEffects {
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
const selectActive = defineStatement<StoredTrigger>(`select id, title, 0 as revision_id, conditions, actions from object_triggers
  where account_id = $1 and custom_object_id = $2 and active order by position, id`)
// the run of this write is the last one of its record, which is locked
const insertEffects = defineStatement<{ id: number }>(`insert into object_trigger_effects
    (account_id, custom_object_id, custom_object_record_id, author_id, effects, created_at, run_id)
  select $1, $2, $3, $4, $5::jsonb, $6, (select max(r.id) from custom_object_record_runs r where r.account_id = $1 and r.custom_object_record_id = $3) returning id`)
const takeEffects = defineStatement<TakenEffects>(`delete from object_trigger_effects where account_id = $1 and id = $2
  returning custom_object_id, custom_object_record_id, author_id, effects, run_id`)

const keepSet =
  defineStatement<unknown>(`insert into object_trigger_sets (account_id, custom_object_id, id, triggers, used_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, custom_object_id, id) do update set used_at = greatest(object_trigger_sets.used_at, excluded.used_at)`)

/** The triggers in the order in which they run. */
export interface ActiveObjectTriggers extends PreparedTriggers {
  /** What a run of them names as its set: see migrations/0055_record_traces.sql. */
  readonly set_id: string
}

/** The rows of the active triggers, and the set that they are. */
interface StoredSet {
  readonly id: string
  readonly rows: readonly StoredTrigger[]
}

interface Compiled {
  readonly fields: readonly ObjectFieldRow[]
  readonly triggers: ActiveObjectTriggers
}
const compiled = new WeakMap<StoredSet, Compiled>()
const NONE: ActiveObjectTriggers = { ...NO_TRIGGERS, set_id: '' }

/** Reads the active triggers of an object, and stores which they are, once for as long as they stay the same. */
async function loadSet(ctx: Context, objectId: number): Promise<StoredSet> {
  const { database } = ctx.services
  const rows = await database.all(selectActive(ctx.account.id, objectId))
  const triggers = toJson(rows)
  const id = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  if (rows.length > 0) await database.run(keepSet(ctx.account.id, objectId, id, triggers, ctx.now))
  return { id, rows }
}

/**
 * The active triggers of an object. Cached: the rows with the rules, the compiled triggers for as long as the fields stay. One that names a
 * field that is gone is logged and skipped: a write never fails because of a rule.
 */
export async function activeObjectTriggers(
  ctx: Context,
  object: CustomObjectRow,
  fields: readonly ObjectFieldRow[],
): Promise<ActiveObjectTriggers> {
  const load = () => loadSet(ctx, object.id)
  const set: StoredSet = await ctx.services.cache.load(rulesTopic(ctx.account.id), `object_triggers:${object.id}`, load)
  if (set.rows.length === 0) return NONE
  const known = compiled.get(set)
  if (known !== undefined && known.fields === fields) return known.triggers
  const prepared = prepareTriggers(set.rows, recordCatalogue(recordType(object.key, fields)), ({ id }, err) =>
    ctx.log.warn({ err, account_id: ctx.account.id, object_trigger_id: id }, 'an object trigger names what is gone, and is skipped'),
  )
  const triggers = { ...prepared, set_id: set.id }
  compiled.set(set, { fields, triggers })
  return triggers
}

/** Writes what a write of a record causes, and queues the job that performs it, in the transaction of the write; nothing in a quiet process. */
export async function saveEffects(
  tx: Context,
  { custom_object_id, custom_object_record_id, author_id, effects }: CausedEffects,
): Promise<void> {
  if (tx.services.is_quiet === true) return
  const values = [custom_object_id, custom_object_record_id, author_id, toJson(effects), tx.now]
  const { id } = await tx.db.one(insertEffects(tx.account.id, ...values))
  await enqueue(tx, 'perform_object_effects', { id })
}

/** Takes what a write caused, to be performed in this transaction: undefined if it was performed before. */
export function takeObjectEffects(tx: Context, id: number): Promise<TakenEffects | undefined> {
  return tx.db.first(takeEffects(tx.account.id, id))
}
