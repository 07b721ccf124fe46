/**
 * Tickets as templates: their rows in temporary tables, and the statements that copy them with numbers, ids and moments of their own. All
 * other columns are copied as they are, including those added to the schema later.
 */
import type postgres from 'postgres'
import { keysOf } from '#lib/objects.ts'

/** The tables with a ticket's rows, and the column that refers to the ticket. */
export const COPIED = {
  tickets: 'id',
  ticket_audits: 'ticket_id',
  ticket_comments: 'ticket_id',
  ticket_metric_events: 'ticket_id',
  ticket_texts: 'ticket_id',
} as const
export type CopiedTable = keyof typeof COPIED
export const COPIED_TABLES = keysOf(COPIED)

/** The columns with ids of the ticket's own audits, events and metric events. */
const OWN_IDS: Readonly<Record<CopiedTable, readonly string[]>> = {
  tickets: [],
  ticket_audits: ['id'],
  ticket_comments: ['id', 'audit_id'],
  ticket_metric_events: ['id'],
  ticket_texts: [],
}
/** Placeholder in the text of events for the leading digits of an id; never part of PostgreSQL's JSON. */
const HOLE = String.raw`E'\x01'`

/** Maps each id of audits, their events and metric events to its index among those of its ticket, from 0. */
const places = `create temp table seed_places on commit drop as
  select n.ticket_id, n.id, row_number() over (partition by n.ticket_id order by n.id) - 1 as place from (
    select a.ticket_id, a.id from ticket_audits a where a.account_id = $1 and a.ticket_id = any($2::bigint[])
    union select a.ticket_id, (e.event ->> 'id')::bigint from ticket_audits a cross join lateral jsonb_array_elements(a.events) as e (event)
      where a.account_id = $1 and a.ticket_id = any($2::bigint[])
    union select m.ticket_id, m.id from ticket_metric_events m where m.account_id = $1 and m.ticket_id = any($2::bigint[])) as n`

/** The index of an id among those of the ticket whose row is `r`. */
const placeOf = (id: string) => `(select p.place from seed_places p where p.ticket_id = r.ticket_id and p.id = ${id})`

/** The events of an audit as text with placeholders; an index has two digits. */
const eventsText = `(select '[' || string_agg(concat('{"id": ', ${HOLE}, lpad(${placeOf("(e.event ->> 'id')::bigint")}::text, 2, '0'),
    ', ', substr((e.event - 'id')::text, 2)), ', ' order by e.number) || ']'
  from jsonb_array_elements(r.events) with ordinality as e (event, number))`

/** Columns of a template in addition to those of its table. */
const BESIDE: Readonly<Partial<Record<CopiedTable, string>>> = {
  tickets: `jsonb_path_exists(r.metric_clocks, '$.*[2] ? (@ != null)') as clocks_run`,
  ticket_audits: `coalesce(${eventsText}, '[]') as events_text`,
}

/** Copies the rows of some tickets into temporary tables `seed_<table>`, with an empty `seed_plan`; the commit drops them. */
export async function makeTemplates(sql: postgres.TransactionSql, accountId: number, ids: readonly number[]): Promise<void> {
  const which = [accountId, [...ids]]
  await sql.unsafe(places, which)
  await sql.unsafe('create index on seed_places (id)')
  await sql.unsafe('analyze seed_places')
  for (const table of COPIED_TABLES) {
    const beside = [BESIDE[table], ...OWN_IDS[table].map((column) => `${placeOf(`r.${column}`)} as ${column}_place`)].filter(Boolean)
    await sql.unsafe(
      `create temp table seed_${table} on commit drop as select ${['r.*', ...beside].join(', ')} from ${table} r
        where r.account_id = $1 and r.${COPIED[table]} = any($2::bigint[])`,
      which,
    )
  }
  await sql.unsafe(`create temp table seed_plan (ticket bigint, mould bigint, slot bigint, seconds bigint, shift interval) on commit drop`)
  await sql.unsafe(`analyze ${COPIED_TABLES.map((table) => `seed_${table}`).join(', ')}`)
  // the plan is scanned in order and the templates are looked up, so that rows are inserted in the order of the plan
  await sql.unsafe(`set local enable_mergejoin = off`)
  await sql.unsafe(`set local enable_nestloop = off`)
  await sql.unsafe(`set local work_mem = '64MB'`)
}

/** The statement that inserts the rows of one table for all tickets of the plan. `slot` is the number of ids of a slot. */
export async function buildCopyStatement(sql: postgres.TransactionSql, table: CopiedTable, slot: number): Promise<string> {
  const columns = await sql.unsafe<{ name: string; type: string }[]>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
      where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  )
  const value = ({ name, type }: { readonly name: string; readonly type: string }) => {
    if (name === COPIED[table]) return 'p.ticket'
    if (OWN_IDS[table].includes(name)) return `p.slot * ${slot} + m.${name}_place`
    if (table === 'ticket_audits' && name === 'events') return `replace(m.events_text, ${HOLE}, p.slot::text)::jsonb`
    if (table === 'tickets' && name === 'metric_clocks') return clocks
    // copies are measured by policies from their next write on
    if (table === 'tickets' && SLA_COLUMNS.includes(name)) return 'null'
    return type === 'timestamp with time zone' ? `m."${name}" + p.shift` : `m."${name}"`
  }
  return `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) select ${columns.map(value).join(', ')}
    from seed_plan p join seed_${table} m on m.${COPIED[table]} = p.mould`
}

const SLA_COLUMNS = ['sla', 'sla_next_breach_at', 'sla_breach_due_at']

/** A running clock holds the second of its start; see tickets/write/metrics.ts. */
const clocks = `case when m.clocks_run then (
    select jsonb_object_agg(c.key, case when jsonb_typeof(c.value -> 2) = 'number'
      then jsonb_set(c.value, '{2}', to_jsonb((c.value ->> 2)::bigint + p.seconds)) else c.value end) from jsonb_each(m.metric_clocks) as c)
  else m.metric_clocks end`
