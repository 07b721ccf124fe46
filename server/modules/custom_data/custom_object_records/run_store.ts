/** What was stored of the triggers of writes of records: reading it, summing up how often they fired, removing it after 30 days. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { inBatches } from '#db/batches.ts'
import { defineStatement, q } from '#db/builder.ts'
import { accountsWith, subtractFromNow } from '#db/clocks.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { addSeconds } from '#lib/clock.ts'
import type { StoredTrigger } from '#rules/prepare.ts'
import type { SentEffect } from '#rules/sent_effect.ts'
import { toJson } from '#db/types.ts'
import type { KeptRun, RecordRun } from './record_run.ts'

/** A write of a record in which triggers ran. */
export interface RecordRunRow extends RecordRun {
  readonly id: number
  readonly author_id: number
  readonly created_at: string
  readonly kept: KeptRun
}

/** The same with what the triggers have sent. */
export interface SentRunRow extends RecordRunRow {
  /** Null until the job has run. */
  readonly sent: readonly SentEffect[] | null
  readonly is_waiting: boolean
}

/** For so long a trace can be asked for. */
const KEPT_SECONDS = 30 * 24 * 3600
const HOUR_SECONDS = 3600
const AT_ONCE = 5000

const newest = [{ key: 'id', column: 'id', kind: 'number', descending: true }] as const
/** Writes are listed with the newest first. */
export const RUN_SORTING: Sorting = { fallback: newest, only_cursor: true }

const selectSet = defineStatement<{ triggers: readonly StoredTrigger[] }>(
  'select triggers from object_trigger_sets where account_id = $1 and custom_object_id = $2 and id = $3',
)
const remove = defineStatement<{
  id: number
}>(`delete from custom_object_record_runs where account_id = $1 and (custom_object_record_id, id) in (
  select r.custom_object_record_id, r.id from custom_object_record_runs r where r.account_id = $1 and r.created_at <= $2
  order by r.created_at limit $3) returning id`)
// a set is needed until 30 days after another one of its object took its place
const removeSets = defineStatement<unknown>(`delete from object_trigger_sets s where s.account_id = $1 and s.used_at < (
  select max(n.used_at) from object_trigger_sets n where n.account_id = $1 and n.custom_object_id = s.custom_object_id and n.used_at <= $2)`)
const save = defineStatement<unknown>(
  'update custom_object_record_runs set sent = $4::jsonb where account_id = $1 and custom_object_record_id = $2 and id = $3',
)
const sumUp = defineStatement<{ rows: number }>(`with gone as (
    delete from object_trigger_firings f where f.account_id = $1 and (f.fired_at, f.id) in (
      select d.fired_at, d.id from object_trigger_firings d
      where d.account_id = $1 and d.fired_at < date_trunc('hour', $2::timestamptz, 'UTC') order by d.fired_at limit $3)
    returning f.fired_at, f.trigger_ids),
  fired as (select unnest(g.trigger_ids) as rule_id, g.fired_at from gone g),
  summed as (
    insert into rule_usage_hours (account_id, kind, rule_id, hour, uses)
    select $1, 'object_trigger', f.rule_id, date_trunc('hour', f.fired_at, 'UTC') as hour, count(*) from fired f group by f.rule_id, hour
    on conflict (account_id, kind, rule_id, hour) do update set uses = rule_usage_hours.uses + excluded.uses)
  select count(*) as rows from gone`)

function select(ctx: Context, recordId: string) {
  return q
    .selectFrom('custom_object_record_runs')
    .select(['id', 'author_id', 'created_at', 'known as kept', 'fired'])
    .where('account_id', '=', ctx.account.id)
    .where('custom_object_record_id', '=', recordId)
    .$castTo<RecordRunRow>()
}

/** A page of the writes of a record in which triggers ran. */
export function listRuns(ctx: Context, recordId: string, paging: Paging): Promise<Page<RecordRunRow>> {
  return readPage(ctx, select(ctx, recordId), paging)
}

/** What was stored of the triggers of one write; undefined after 30 days. */
export function findRun(ctx: Context, recordId: string, id: number): Promise<SentRunRow | undefined> {
  const isWaiting = sql<boolean>`exists (select from object_trigger_effects e where e.account_id = ${ctx.account.id} and e.run_id = ${id})`
  return ctx.db.first(
    select(ctx, recordId)
      .select(['sent', isWaiting.as('is_waiting')])
      .where('id', '=', id)
      .$castTo<SentRunRow>(),
  )
}

/** Keeps what triggers have sent in a write. */
export async function saveSentEffects(tx: Context, recordId: string, runId: number, sent: readonly SentEffect[]): Promise<void> {
  await tx.db.run(save(tx.account.id, recordId, runId, toJson(sent)))
}

/** The triggers of a set in their order, as they were; [] if it is not kept. */
export async function findObjectSet(ctx: Context, objectId: number, id: string): Promise<readonly StoredTrigger[]> {
  return (await ctx.db.first(selectSet(ctx.account.id, objectId, id)))?.triggers ?? []
}

/** Removes runs that are older than 30 days, in batches, and the sets of triggers that only such runs name. */
export const scheduledRecordRuns = {
  accountsDue: accountsWith('custom_object_record_runs d', `d.created_at <= ${subtractFromNow(KEPT_SECONDS)}`),
  async act(ctx: Context): Promise<number> {
    const until = addSeconds(ctx.now, -KEPT_SECONDS)
    const removed = await inBatches(AT_ONCE, async () => (await ctx.db.all(remove(ctx.account.id, until, AT_ONCE))).length)
    await ctx.db.run(removeSets(ctx.account.id, until))
    return removed
  },
}

/** Sums up the firings of hours that ended an hour ago; later ones are counted to the second. */
export const scheduledObjectFirings = {
  accountsDue: accountsWith('object_trigger_firings d', `d.fired_at < date_trunc('hour', ${subtractFromNow(HOUR_SECONDS)}, 'UTC')`),
  act: (ctx: Context): Promise<number> =>
    inBatches(AT_ONCE, async () => (await ctx.db.one(sumUp(ctx.account.id, addSeconds(ctx.now, -HOUR_SECONDS), AT_ONCE))).rows),
}
