/**
 * Tickets as moulds: their rows beside the session, and the statements that make copies of them which have a number, ids and moments of
 * their own. What the rows hold otherwise is not known here, so a column that is added later is copied like the others.
 */
import type postgres from 'postgres'

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

/** The columns that hold ids of the ticket's own audits and events. */
const OWN_IDS: Readonly<Record<CopiedTable, readonly string[]>> = {
  tickets: [],
  ticket_audits: ['id'],
  ticket_comments: ['id', 'audit_id'],
  ticket_metric_events: ['id'],
  ticket_texts: [],
}
/** Stands in the text of events where the beginning of an id goes; PostgreSQL's JSON never holds it. */
const HOLE = String.raw`E'\x01'`

/** Each id of audits and events → its place among those of its ticket, from 0. */
const places = `create temp table seed_places on commit drop as
  select n.ticket_id, n.id, row_number() over (partition by n.ticket_id order by n.id) - 1 as place from (
    select a.ticket_id, a.id from ticket_audits a where a.account_id = $1 and a.ticket_id = any($2::bigint[])
    union select a.ticket_id, (e.event ->> 'id')::bigint from ticket_audits a cross join lateral jsonb_array_elements(a.events) as e (event)
      where a.account_id = $1 and a.ticket_id = any($2::bigint[])) as n`

/** The place of an id among those of the ticket whose row is `r`. */
const placeOf = (id: string) => `(select p.place from seed_places p where p.ticket_id = r.ticket_id and p.id = ${id})`

/** The events of an audit as text with holes; a place has two digits. */
const eventsText = `(select '[' || string_agg(concat('{"id": ', ${HOLE}, lpad(${placeOf("(e.event ->> 'id')::bigint")}::text, 2, '0'),
    ', ', substr((e.event - 'id')::text, 2)), ', ' order by e.number) || ']'
  from jsonb_array_elements(r.events) with ordinality as e (event, number))`

/** What a mould has beside the columns of its table. */
const BESIDE: Readonly<Partial<Record<CopiedTable, string>>> = {
  tickets: `jsonb_path_exists(r.metric_clocks, '$.*[2] ? (@ != null)') as clocks_run`,
  ticket_audits: `coalesce(${eventsText}, '[]') as events_text`,
}

/** Puts the rows of some tickets beside the session, as `seed_<table>`, and an empty `seed_plan`; they are gone with the transaction. */
export async function makeTemplates(sql: postgres.TransactionSql, accountId: number, ids: readonly number[]): Promise<void> {
  const which = [accountId, ids as number[]]
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
  // the plan is read from its beginning to its end, and the moulds are looked up: so rows lie in the order of the plan
  await sql.unsafe(`set local enable_mergejoin = off`)
  await sql.unsafe(`set local enable_nestloop = off`)
  await sql.unsafe(`set local work_mem = '64MB'`)
}

/** The statement that makes the rows of one table for all tickets of the plan. `slot` is how many ids a slot has. */
export async function multiplication(sql: postgres.TransactionSql, table: CopiedTable, slot: number): Promise<string> {
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
    return type === 'timestamp with time zone' ? `m."${name}" + p.shift` : `m."${name}"`
  }
  return `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) select ${columns.map(value).join(', ')}
    from seed_plan p join seed_${table} m on m.${COPIED[table]} = p.mould`
}

/** A clock that runs says since which second; see tickets/metrics.ts. */
const clocks = `case when m.clocks_run then (
    select jsonb_object_agg(c.key, case when jsonb_typeof(c.value -> 2) = 'number'
      then jsonb_set(c.value, '{2}', to_jsonb((c.value ->> 2)::bigint + p.seconds)) else c.value end) from jsonb_each(m.metric_clocks) as c)
  else m.metric_clocks end`
