/**
 * Every statement that applies the second copy of an instance to the rows of the first one, in one transaction of the caller. Rows and keys are
 * loaded into temporary tables first.
 */
import postgres from 'postgres'
import { type Loading, loadInto } from './load_store.ts'
import { BackupError, type InstanceRecord, keysName, type TableRecord } from './manifest.ts'
import { quoteIdentifier } from './snapshot_store.ts'

/** A table whose rows are staged. `keys`: the columns of its primary key, without that of the account. */
export interface StagedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly keys: readonly string[]
}

/** The name of the temporary table that has the changed rows of a table. */
export const stagedName = (table: string): string => `incoming_${table}`

const quoteAll = (columns: readonly string[], prefix = '') => columns.map((column) => prefix + quoteIdentifier(column)).join(', ')
const matchKeysSql = (keys: readonly string[], one: string, other: string) =>
  keys.map((key) => `${one}.${quoteIdentifier(key)} = ${other}.${quoteIdentifier(key)}`).join(' and ')

/** Creates the temporary tables of a table's changed rows and, where they are compared, of the keys of its others, without constraints. */
export async function createStagedTables(sql: postgres.ISql, { name, columns, keys }: StagedTable, isCompared: boolean): Promise<void> {
  const create = (temporary: string, kept: readonly string[]) =>
    sql.unsafe(
      `create temporary table ${quoteIdentifier(temporary)} on commit drop as select ${quoteAll(kept)} from ${quoteIdentifier(name)} limit 0`,
    )
  await create(stagedName(name), columns)
  if (isCompared) await create(keysName(name), keys)
}

/** Begins to load the changed rows of a table. */
export async function openStaged(sql: postgres.TransactionSql, { name, columns }: TableRecord): Promise<Loading> {
  return openTemporary(sql, { name: stagedName(name), columns })
}

/** Begins to load the keys of the unchanged rows of a table. */
export async function openKeys(sql: postgres.TransactionSql, { name, keys }: StagedTable): Promise<Loading> {
  return openTemporary(sql, { name: keysName(name), columns: keys })
}

/** The planner knows the rows when all are in. */
async function openTemporary(sql: postgres.TransactionSql, table: Pick<TableRecord, 'name' | 'columns'>): Promise<Loading> {
  const { write, end } = await loadInto(sql, table)
  return {
    write,
    async end() {
      await end()
      await sql.unsafe(`analyze ${quoteIdentifier(table.name)}`)
    },
  }
}

/** @throws BackupError when a changed row is one of another instance */
export async function requireOwnRows(sql: postgres.ISql, { id }: InstanceRecord, { name }: StagedTable): Promise<void> {
  const column = name === 'accounts' ? 'id' : 'account_id'
  const others = await sql.unsafe(`select 1 from ${quoteIdentifier(stagedName(name))} where ${column} is distinct from $1 limit 1`, [id])
  if (others.length > 0) throw new BackupError(`The archive has rows of ${name} that belong to another instance`)
}

/** The condition on rows `t` of the instance `$1` that are neither unchanged nor changed. */
function isGoneSql({ name, keys }: StagedTable): string {
  const isIn = (table: string) => `exists (select from ${quoteIdentifier(table)} k where ${matchKeysSql(keys, 'k', 't')})`
  return `t.account_id = $1 and not ${isIn(keysName(name))} and not ${isIn(stagedName(name))}`
}

/** Deletes the rows of a table that are gone. @returns false when a row refers to one of them; then none is deleted */
export async function deleteGone(sql: postgres.TransactionSql, { id }: InstanceRecord, table: StagedTable): Promise<boolean> {
  const text = `delete from ${quoteIdentifier(table.name)} t where ${isGoneSql(table)}`
  return unlessViolated(sql, '23503', (inner) => inner.unsafe(text, [id]))
}

/** The names of files whose rows are gone. `table`: that of stored files. */
export async function listGoneFiles(sql: postgres.ISql, { id }: InstanceRecord, table: StagedTable): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string }[]>(`select t.name from stored_files t where ${isGoneSql(table)}`, [id])
  return rows.map(({ name }) => name)
}

/** Inserts or updates all changed rows of a table. @returns false when a unique value is still that of another row; then nothing is changed */
export async function applyChanged(sql: postgres.TransactionSql, table: StagedTable): Promise<boolean> {
  return unlessViolated(sql, '23505', (inner) => inner.unsafe(upsertOf(table, 'true')))
}

function upsertOf({ name, columns, keys }: StagedTable, condition: string): string {
  const isKey = (column: string) => column === 'account_id' || keys.includes(column)
  const set = columns.filter((column) => !isKey(column)).map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`)
  const then = set.length === 0 ? 'nothing' : `update set ${set.join(', ')}`
  return `insert into ${quoteIdentifier(name)} (${quoteAll(columns)}) select ${quoteAll(columns, 's.')} from ${quoteIdentifier(stagedName(name))} s
    where ${condition} on conflict (${quoteAll(['account_id', ...keys])}) do ${then}`
}

/**
 * The same in rounds: each leaves out rows with a value that another row still has, until that row has changed in an earlier one. The default
 * of something has moved then, or a name.
 * @returns false when no round gets any further, because two rows have exchanged values
 */
export async function applyInRounds(sql: postgres.TransactionSql, table: StagedTable): Promise<boolean> {
  const staged = quoteIdentifier(stagedName(table.name))
  const indexes = await listUniqueIndexes(sql, table.name)
  await sql.unsafe(`alter table ${staged} add column is_applied boolean not null default false, add column is_free boolean`)
  for (;;) {
    const held = indexes.map((index) => `exists (${holderOf(table, index)})`).join(' or ') || 'false'
    await sql.unsafe(`update ${staged} s set is_free = not (${held}) where not s.is_applied`)
    if (!(await unlessViolated(sql, '23505', (inner) => inner.unsafe(upsertOf(table, 's.is_free and not s.is_applied'))))) return false
    const { count } = await sql.unsafe(`update ${staged} set is_applied = true where is_free and not is_applied`)
    const [left] = await sql.unsafe(`select 1 from ${staged} where not is_applied limit 1`)
    if (left === undefined) return true
    if (count === 0) return false
  }
}

interface UniqueIndex {
  /** SQL of its columns and expressions, of a row's bare columns. */
  readonly parts: readonly string[]
  readonly predicate: string | null
}

async function listUniqueIndexes(sql: postgres.ISql, table: string): Promise<UniqueIndex[]> {
  return sql<UniqueIndex[]>`
    select array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) as n order by n) as parts,
      pg_get_expr(i.indpred, i.indrelid) as predicate
    from pg_index i where i.indrelid = ${table}::regclass and i.indisunique and not i.indisprimary`
}

/** Selects the row of a table that has the unique value of the staged row `s`, and is another one. */
function holderOf({ name, columns, keys }: StagedTable, { parts, predicate }: UniqueIndex): string {
  const values = parts.map((part, index) => `${part} as v${index}`).join(', ')
  const own = `select ${values} from (select ${quoteAll(columns, 's.')}) as own where ${predicate ?? 'true'}`
  const others = `select ${quoteAll(keys)}, ${values} from ${quoteIdentifier(name)} where account_id = s.account_id and (${predicate ?? 'true'})`
  const isSame = parts.map((_part, index) => `o.v${index} = w.v${index}`).join(' and ')
  const isOther = keys.length === 0 ? 'false' : `not (${matchKeysSql(keys, 'o', 's')})`
  return `select from (${own}) as w join (${others}) as o on ${isSame} where ${isOther}`
}

/** Runs a statement; false when a constraint of this kind refuses it, and then nothing of it is left. */
async function unlessViolated(
  sql: postgres.TransactionSql,
  code: string,
  run: (inner: postgres.TransactionSql) => Promise<unknown>,
): Promise<boolean> {
  try {
    await sql.savepoint((inner) => run(inner))
    return true
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === code) return false
    throw error
  }
}

/** Updates the row of the instance itself, but for its names here. It is in use from the commit on. @throws BackupError without such a row */
export async function applyAccount(sql: postgres.ISql, { id, host }: InstanceRecord, { columns }: StagedTable): Promise<void> {
  const own = ['id', 'subdomain', 'host', 'is_default', 'move_state', 'moved_to', 'moved_copy']
  const set = columns.filter((column) => !own.includes(column)).map((column) => `${quoteIdentifier(column)} = s.${quoteIdentifier(column)}`)
  const { count } = await sql.unsafe(
    `update accounts a set ${set.join(', ')}, host = $2, move_state = null, moved_copy = null from ${quoteIdentifier(stagedName('accounts'))} s where a.id = $1`,
    [id, host],
  )
  if (count !== 1) throw new BackupError('The archive has no row of its instance')
}
