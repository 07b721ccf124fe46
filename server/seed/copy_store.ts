/** Statements by which tickets are written like those that are there: PostgreSQL multiplies rows it has, and is only told which, how often and when. */
import { once } from 'node:events'
import type postgres from 'postgres'
import type { Context } from '../context.ts'
import { fixed } from '../db/builder.ts'
import type { Database } from '../db/client.ts'
import { forEachOf } from '../lib/all_of.ts'
import { COPIED, COPIED_TABLES, makeTemplates, multiplication } from './template_store.ts'

/** A ticket's ids are a run of at most so many that begins with a multiple of it: so all of them have the same beginning as text. */
export const SLOT = 100
/** Ids are drawn in blocks of this size; see db/ids.ts. */
const BLOCK = 1000

/** A ticket that can be copied. */
export interface Example {
  readonly id: number
  readonly created_at: string
}

/** A copy that is to be made: of which ticket, under which number, with the ids of which slot, how many seconds later (negative: earlier). */
export interface Copy {
  readonly mould: number
  readonly ticket: number
  readonly slot: number
  readonly seconds: number
}

/** Those that nothing else names and whose audits hold no moments, so that a copy of theirs is whole. */
const examples =
  fixed<Example>(`select t.id, t.created_at from tickets t where t.account_id = $1 and t.deleted_at is null and t.archived_at is null
  and t.problem_id is null and not t.has_incidents and t.satisfaction_rating is null and t.external_id is null and t.followup_ids = '{}'
  and t.due_at is null and (select sum(1 + jsonb_array_length(a.events)) from ticket_audits a where a.account_id = $1 and a.ticket_id = t.id) <= $2::integer
  order by t.id`)
const reserve = fixed<{ last_id: number }>('update ticket_counters set last_id = last_id + $2 where account_id = $1 returning last_id')
const blocks = fixed<{ first: number }>("select nextval('record_ids') as first from generate_series(1, $1::integer)")

/** The tickets that can be copied. */
export const findExamples = (ctx: Context): Promise<Example[]> => ctx.db.all(examples(ctx.account.id, SLOT))

/** Takes ticket numbers; the first of them. */
export async function reserveNumbers(ctx: Context, count: number): Promise<number> {
  return ((await ctx.db.first(reserve(ctx.account.id, count))) as { last_id: number }).last_id - count + 1
}

/** Takes slots of ids, each for one ticket. */
export async function takeSlots(ctx: Context, count: number): Promise<number[]> {
  const each = BLOCK / SLOT
  const drawn = await ctx.db.all(blocks(Math.ceil(count / each)))
  return drawn.flatMap(({ first }) => Array.from({ length: each }, (_none, index) => first / SLOT + index)).slice(0, count)
}

/** True when there are no tickets but the instance's own, and few of them beside `count`: then indexes are better made after the tickets. */
export async function isNearlyEmpty(database: Database, ctx: Context, count: number): Promise<boolean> {
  const [row] = await database.driver.unsafe<{ yes: boolean }[]>(
    `select not exists (select 1 from tickets where account_id <> $1) and (select count(*) from (select 1 from tickets limit $2) as t) < $2 as yes`,
    [ctx.account.id, Math.ceil(count / 2)],
  )
  return row?.yes === true
}

/** How copies are put in. `bare`: without the indexes, which are made afterwards; meanwhile nobody else can read tickets. */
export interface Pouring {
  readonly examples: readonly Example[]
  readonly bare: boolean
}

/** Puts tickets in with everything that belongs to them: all of it, or nothing. Each part is handed to PostgreSQL at once. */
export async function putIn(database: Database, ctx: Context, parts: Iterable<readonly Copy[]>, how: Pouring): Promise<void> {
  const ids = how.examples.map((example) => example.id)
  // the driver itself: nothing else speaks COPY, and what it is given is ours and whole numbers
  await database.driver.begin(async (sql) => {
    const indexes = how.bare ? await dropIndexes(sql) : []
    await makeTemplates(sql, ctx.account.id, ids)
    const statements = await forEachOf(COPIED_TABLES, (table) => multiplication(sql, table, SLOT))
    let count = 0
    for (const part of parts) {
      await tell(sql, part)
      for (const statement of statements) await sql.unsafe(statement)
      await sql.unsafe('truncate seed_plan')
      count += part.length
    }
    for (const index of indexes) await sql.unsafe(index)
    await sql.unsafe('update ticket_counters set live_count = live_count + $2 where account_id = $1', [ctx.account.id, count])
  })
}

async function tell(sql: postgres.TransactionSql, part: readonly Copy[]): Promise<void> {
  const target = await sql.unsafe('copy seed_plan (ticket, mould, slot, seconds, shift) from stdin').writable()
  const lines = part.map(({ ticket, mould, slot, seconds }) => `${ticket}\t${mould}\t${slot}\t${seconds}\t${seconds} seconds\n`)
  target.end(lines.join(''))
  await once(target, 'finish')
}

/** Takes away what only makes reading fast; the statements that bring it back. A transaction that fails has taken nothing away. */
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

/** Lets PostgreSQL count what has come in, or it would plan for tables as small as before, and note what all may see, or indexes alone would answer nothing. */
export async function recount(database: Database): Promise<void> {
  await database.driver.unsafe(`vacuum (analyze) ${Object.keys(COPIED).join(', ')}`)
}
