/** Statements that copy existing tickets: PostgreSQL multiplies the rows itself, and receives only a plan of which, how often and when. */
import { once } from 'node:events'
import type postgres from 'postgres'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { Database } from '#db/client.ts'
import { forEachOf } from '#lib/all_of.ts'
import { COPIED, COPIED_TABLES, makeTemplates, buildCopyStatement } from './template_store.ts'

/** The most ids of a ticket's audits and events. They begin with a multiple of it: as text they differ in the last two digits only. */
const SLOT = 100
/** Of these, for breaches of policies that scheduled work may note before the ticket is copied. */
const SPARE = 8
/** The block size of ids; see db/ids.ts. */
const BLOCK = 1000

/** A ticket that can be copied. */
export interface Example {
  readonly id: number
  readonly created_at: string
}

/** A planned copy: the ticket copied, the new number, the slot of its ids, and how many seconds later it is (negative: earlier). */
export interface Copy {
  readonly mould: number
  readonly ticket: number
  readonly slot: number
  readonly seconds: number
}

/** Tickets without references from other records and without timestamps in their audits, so that copying their rows is enough. */
const selectExamples =
  defineStatement<Example>(`select t.id, t.created_at from tickets t where t.account_id = $1 and t.deleted_at is null and t.archived_at is null
  and t.problem_id is null and not t.has_incidents and t.satisfaction_rating is null and t.external_id is null and t.followup_ids = '{}'
  and t.due_at is null and (select sum(1 + jsonb_array_length(a.events)) from ticket_audits a where a.account_id = $1 and a.ticket_id = t.id)
    + (select count(*) from ticket_metric_events m where m.account_id = $1 and m.ticket_id = t.id) <= $2::integer
  order by t.id`)
const reserve = defineStatement<{ last_id: number }>(
  'update ticket_counters set last_id = last_id + $2 where account_id = $1 returning last_id',
)
const drawBlocks = defineStatement<{ first: number }>("select nextval('record_ids') as first from generate_series(1, $1::integer)")

/** The tickets that can be copied. */
export const findExamples = (ctx: Context): Promise<Example[]> => ctx.db.all(selectExamples(ctx.account.id, SLOT - SPARE))

/** Reserves ticket numbers; returns the first of them. */
export async function reserveNumbers(ctx: Context, count: number): Promise<number> {
  return (await ctx.db.one(reserve(ctx.account.id, count))).last_id - count + 1
}

/** Reserves slots of ids, one for each ticket. */
export async function takeSlots(ctx: Context, count: number): Promise<number[]> {
  const each = BLOCK / SLOT
  const drawn = await ctx.db.all(drawBlocks(Math.ceil(count / each)))
  return drawn.flatMap(({ first }) => Array.from({ length: each }, (_none, index) => first / SLOT + index)).slice(0, count)
}

/** True when there are no tickets of other accounts, and few compared with `count`: then indexes are better created after the tickets. */
export async function isNearlyEmpty(database: Database, ctx: Context, count: number): Promise<boolean> {
  const [row] = await database.driver.unsafe<{ yes: boolean }[]>(
    `select not exists (select 1 from tickets where account_id <> $1) and (select count(*) from (select 1 from tickets limit $2) as t) < $2 as yes`,
    [ctx.account.id, Math.ceil(count / 2)],
  )
  return row?.yes === true
}

/** How copies are inserted. `bare`: without indexes, which are created afterwards; meanwhile no one else can read tickets. */
export interface CopyOptions {
  readonly examples: readonly Example[]
  readonly bare: boolean
}

/** Inserts tickets with all their rows, in one transaction. Each part is inserted at once. */
export async function insertCopies(database: Database, ctx: Context, parts: Iterable<readonly Copy[]>, how: CopyOptions): Promise<void> {
  const ids = how.examples.map((example) => example.id)
  // the driver itself, since only it supports COPY; the data are our own integers
  await database.driver.begin(async (sql) => {
    const indexes = how.bare ? await dropIndexes(sql) : []
    await makeTemplates(sql, ctx.account.id, ids)
    const statements = await forEachOf(COPIED_TABLES, (table) => buildCopyStatement(sql, table, SLOT))
    let count = 0
    for (const part of parts) {
      await writePlan(sql, part)
      for (const statement of statements) await sql.unsafe(statement)
      await sql.unsafe('truncate seed_plan')
      count += part.length
    }
    for (const index of indexes) await sql.unsafe(index)
    await sql.unsafe('update ticket_counters set live_count = live_count + $2 where account_id = $1', [ctx.account.id, count])
  })
}

async function writePlan(sql: postgres.TransactionSql, part: readonly Copy[]): Promise<void> {
  const target = await sql.unsafe('copy seed_plan (ticket, mould, slot, seconds, shift) from stdin').writable()
  const lines = part.map(
    ({ ticket, mould: template, slot, seconds }) => `${ticket}\t${template}\t${slot}\t${seconds}\t${seconds} seconds\n`,
  )
  target.end(lines.join(''))
  await once(target, 'finish')
}

/** Drops the indexes that only speed up reading; returns the statements that create them. They stay when the transaction fails. */
async function dropIndexes(sql: postgres.TransactionSql): Promise<string[]> {
  await sql.unsafe(`lock table ${COPIED_TABLES.join(', ')} in access exclusive mode`)
  const found = await sql.unsafe<{ name: string; definition: string }[]>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any($1::regclass[]) and not i.indisunique order by i.indexrelid`,
    [`{${COPIED_TABLES.join(',')}}`],
  )
  if (found.length > 0) await sql.unsafe(`drop index ${found.map((index) => index.name).join(', ')}`)
  await sql.unsafe("set local maintenance_work_mem = '256MB'")
  return found.map((index) => index.definition)
}

/** Updates planner statistics, which would still be those of the small tables, and the visibility map, which index-only scans need. */
export async function recount(database: Database): Promise<void> {
  await database.driver.unsafe(`vacuum (analyze) ${Object.keys(COPIED).join(', ')}`)
}
