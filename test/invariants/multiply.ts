/** Makes many records out of one, by SQL, for tests of long lists. Not here: the initial records (populate.ts). */
import type { TestApp } from '../app.ts'

/** Ids of copies start after this, in every table; a second set of copies in the same table starts at another. */
export const COPIES_BEGIN = 10_000_000

/** The rows to copy, and how the copies differ. `$n` stands for the number of a copy, from 1. */
export interface Copies {
  readonly table: string
  /** A condition for the row to copy, among those of the first account; the one with the lowest id is used. */
  readonly like?: string
  /** Column → expression of its value in a copy; other columns are as in {@link makeUsualValues}, or else as in the row. */
  readonly set?: Readonly<Record<string, string>>
  readonly begin?: number
}

/** The time of a copy. Five copies share each time, later ones are older: sort keys tie, and ids do not reveal the order. */
export const MOMENT = "date_trunc('milliseconds', now()) - (1 + $n / 5) * interval '1 second'"

function makeUsualValues(columns: ReadonlyMap<string, string>, begin: number): Record<string, string> {
  const values: Record<string, string> = {}
  if (columns.get('id') === 'int8') values.id = `${begin} + $n`
  for (const name of ['created_at', 'updated_at', 'generated_at', 'status_updated_at', 'authenticated_at', 'last_at'])
    if (columns.has(name)) values[name] = MOMENT
  for (const name of ['default', 'primary']) if (columns.get(name) === 'bool') values[name] = 'false'
  for (const name of ['key', 'identifier']) if (columns.get(name) === 'text') values[name] = `s.${name} || '_' || ${begin} + $n`
  for (const name of ['token_hash', 'link_hash', 'key'])
    if (columns.get(name) === 'bytea') values[name] = `sha256(convert_to((${begin} + $n)::text, 'UTF8'))`
  if (columns.has('external_id')) values.external_id = 'null'
  if (columns.has('position') && columns.get('position') === 'int4') values.position = '1 + $n % 7'
  return values
}

/** Makes copies number `from` to `to` in the first account. @throws Error when there is no row to copy */
export async function multiply(
  app: TestApp,
  { table, like, set = {}, begin = COPIES_BEGIN }: Copies,
  from: number,
  to: number,
): Promise<void> {
  const { driver } = app.database.database
  const found = await driver<{ name: string; type: string }[]>`select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`
  const columns = new Map(found.map(({ name, type }) => [name, type]))
  const values: Record<string, string> = { ...makeUsualValues(columns, begin), ...set }
  const names = [...columns.keys()].map((name) => `"${name}"`).join(', ')
  const copied = [...columns.keys()].map((name) => values[name]?.replaceAll('$n', 'n') ?? `s."${name}"`).join(', ')
  const ordered = columns.has('id') ? 'order by id limit 1' : 'limit 1'
  const row = `select * from ${table} where account_id = 1 and ${like ?? 'true'} ${ordered}`
  const made = await driver.unsafe(
    `insert into ${table} (${names}) select ${copied} from (${row}) as s, generate_series(${from}::int, ${to}::int) as n returning 1`,
  )
  if (made.length !== to - from + 1) throw new Error(`There is no row of ${table} where ${like}`)
}
