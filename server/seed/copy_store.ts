/** Statements by which tickets are written like those that are there: their rows taken out and put in as PostgreSQL's own text. */
import { once } from 'node:events'
import type { Context } from '../context.ts'
import { fixed } from '../db/builder.ts'
import type { Database } from '../db/client.ts'

/** The tables a ticket's rows are in, and the column that names the ticket. */
export const COPIED = {
  tickets: 'id',
  ticket_audits: 'ticket_id',
  ticket_comments: 'ticket_id',
  ticket_metric_events: 'ticket_id',
  ticket_texts: 'ticket_id',
} as const
export type CopiedTable = keyof typeof COPIED
export const COPIED_TABLES = Object.keys(COPIED) as CopiedTable[]

/** A column with the name of its type. */
export interface Column {
  readonly name: string
  readonly type: string
}

const columns = fixed<Column>(`select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
  where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`)
/** Those that nothing else names, so that a copy of theirs is whole. */
const examples = fixed<{
  id: number
}>(`select t.id from tickets t where t.account_id = $1 and t.deleted_at is null and t.archived_at is null
  and t.problem_id is null and not t.has_incidents and t.satisfaction_rating is null and t.external_id is null and t.followup_ids = '{}' order by t.id`)
const reserve = fixed<{ last_id: number }>('update ticket_counters set last_id = last_id + $2 where account_id = $1 returning last_id')
const blocks = fixed<{ first: number }>("select nextval('record_ids') as first from generate_series(1, $1::integer)")

/** The columns of a table that are written. */
export function columnsOf(ctx: Context, table: CopiedTable): Promise<Column[]> {
  return ctx.db.all(columns(table))
}

/** The numbers of tickets that can be copied. */
export async function exampleIds(ctx: Context): Promise<number[]> {
  return (await ctx.db.all(examples(ctx.account.id))).map((row) => row.id)
}

/** Takes ticket numbers; the first of them. */
export async function reserveNumbers(ctx: Context, count: number): Promise<number> {
  return ((await ctx.db.first(reserve(ctx.account.id, count))) as { last_id: number }).last_id - count + 1
}

/** Takes blocks of 1,000 ids; the first of each. */
export async function idBlocks(ctx: Context, count: number): Promise<number[]> {
  return (await ctx.db.all(blocks(count))).map((row) => row.first)
}

/** Rows of some tickets in PostgreSQL's text format, each split into its columns, in the order of their ids. */
export async function takeOut(
  database: Database,
  ctx: Context,
  table: CopiedTable,
  { names, ids }: { readonly names: readonly string[]; readonly ids: readonly number[] },
): Promise<string[][]> {
  // the driver itself: nothing else speaks COPY, and COPY takes no parameters; all of it is ours and whole numbers
  const which = `account_id = ${ctx.account.id} and ${COPIED[table]} in (${ids.join(', ')})`
  const order = table === 'ticket_texts' ? 'ticket_id' : 'id'
  const source = await database.driver
    .unsafe(`copy (select ${names.map(quoted).join(', ')} from ${table} where ${which} order by ${order}) to stdout`)
    .readable()
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
  return lines.map((line) => line.split('\t'))
}

const quoted = (name: string) => `"${name}"`

/** What is put into one table: its columns, and the text. */
export interface Load {
  readonly table: CopiedTable
  readonly names: readonly string[]
  readonly text: readonly string[]
}

/** Puts tickets in with everything that belongs to them: all of it, or nothing. */
export async function putIn(database: Database, ctx: Context, loads: readonly Load[], count: number): Promise<void> {
  await database.driver.begin(async (sql) => {
    for (const { table, names, text } of loads) {
      const target = await sql.unsafe(`copy ${table} (${names.map(quoted).join(', ')}) from stdin`).writable()
      for (const piece of text) if (!target.write(piece)) await once(target, 'drain')
      target.end()
      await once(target, 'finish')
    }
    await sql.unsafe('update ticket_counters set live_count = live_count + $2 where account_id = $1', [ctx.account.id, count])
  })
}

/** Lets PostgreSQL count what has come in, or it would plan for tables as small as before. */
export async function recount(database: Database): Promise<void> {
  await database.driver.unsafe(`analyze ${COPIED_TABLES.join(', ')}`)
}
