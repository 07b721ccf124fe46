/** Executes statements on a distributed database, each in a transaction that is rolled back, and says how many tasks each is. */
import type postgres from 'postgres'
import { findViolatedConstraint } from '#db/citus_errors.ts'
import { memberOf } from '#lib/error_words.ts'
import { readTaskCounts } from './tasks.ts'

/** A value for each type of parameter; identifiers are those of the first account. */
const VALUES: Readonly<Record<string, string>> = {
  text: "'10'",
  boolean: 'false',
  bytea: String.raw`'\x10'`,
  json: "'[]'",
  jsonb: "'[]'",
  cidr: "'10.0.0.0/8'",
  tsquery: "'printer'",
  tsvector: "'printer'",
  interval: "'1 day'",
  date: "'2026-01-01'",
  'timestamp with time zone': "'2026-01-01Z'",
}
const ARRAY = '[]'

/** SQLSTATE classes of what the values themselves cause: a text that is no JSON, a row that breaks a constraint. */
const OF_VALUES = /^2[123]/
/** SQLSTATE of Citus' own faults. */
const INTERNAL = 'XX000'
/** Citus says of some constraints of shards that they are violated, without their SQLSTATE. */
const VIOLATION = /violates \w+ (?:\w+ )?constraint|no partition of relation "\w+" found for row/

function writeLiteral(type: string): string {
  const isArray = type.endsWith(ARRAY)
  const base = isArray ? type.slice(0, -ARRAY.length) : type
  const value = VALUES[base] ?? '1'
  return `(${isArray ? `array[${value}]` : value})::${type}`
}

/** How a statement went. */
export interface Explained {
  /** What Citus refused, if it did. */
  readonly refusal: string | undefined
  /** The numbers of tasks of its parts. */
  readonly tasks: readonly number[]
}

const isOfValues = (error: unknown) => {
  const code = String(memberOf(error, 'code'))
  const message = String(memberOf(error, 'message'))
  return (
    OF_VALUES.test(code) ||
    (code === INTERNAL && error instanceof Error && (findViolatedConstraint(error) !== undefined || VIOLATION.test(message)))
  )
}

/** Executes a statement with parameters, then has it explained with the same values in their place. What it writes is rolled back. */
export async function explainStatement(sql: postgres.TransactionSql, text: string): Promise<Explained> {
  await sql.unsafe(`prepare tried as ${text}`)
  const [row] = await sql<{ types: string[] }[]>`select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`
  const values = (row?.types ?? []).map(writeLiteral)
  await sql.unsafe('savepoint before')
  const given = values.length === 0 ? '' : `(${values.join(', ')})`
  const failure: unknown = await sql.unsafe(`execute tried${given}`).then(
    () => undefined,
    (error: unknown) => error,
  )
  await sql.unsafe('rollback to savepoint before')
  await sql.unsafe('deallocate tried')
  const refusal = failure === undefined || isOfValues(failure) ? undefined : String(memberOf(failure, 'message'))
  if (refusal !== undefined) return { refusal, tasks: [] }
  // EXPLAIN EXECUTE plans parameters otherwise than EXECUTE does, and refuses statements that run
  const inPlace = text.replace(/\$(\d+)\b/g, (_parameter, place) => values[Number(place) - 1] ?? 'null')
  const [plan] = await sql.unsafe(`explain (costs off, format json) ${inPlace}`)
  const tree: unknown = plan?.['QUERY PLAN']
  return { refusal: undefined, tasks: readTaskCounts(typeof tree === 'string' ? JSON.parse(tree) : tree) }
}
