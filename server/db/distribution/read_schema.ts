/** Reads from the catalogue what distributing a database depends on: tables, foreign keys, functions, and what Citus knows of them. */
import { sql } from 'kysely'
import { compileSql, defineStatement } from '../builder.ts'
import type { Runner } from '../over_driver.ts'

/** Whose rows every node needs. */
export const REFERENCE_TABLE = 'accounts'
/** The column that says to which account a row belongs. */
export const DISTRIBUTION_COLUMN = 'account_id'
/** The tenant table that is distributed first. The shards of the others lie beside its shards. */
export const FIRST_TABLE = 'tickets'

/**
 * Where the rows of a table are: in the database itself, on every node, on one node for each account, or otherwise, which nothing here has
 * brought about.
 */
type Place = 'local' | 'reference' | 'distributed' | 'other'

/** `accounts`, or a table whose rows belong to one account. Names are quoted where SQL needs it. */
interface TableState {
  readonly name: string
  readonly is_unlogged: boolean
  readonly place: Place
}

/** A foreign key that is not of a partition. `definition` is its text as `pg_get_constraintdef` gives it. */
export interface ForeignKey {
  readonly of_table: string
  readonly name: string
  readonly target: string
  readonly definition: string
}

/** What distributing a database depends on. */
export interface DistributedSchema {
  readonly tables: readonly TableState[]
  readonly foreign_keys: readonly ForeignKey[]
  /** Functions of our own that Citus has not made on all nodes, with the types of their arguments. */
  readonly functions: readonly string[]
}

const selectTables = defineStatement<{ oid: number; name: string; is_unlogged: boolean }>(`
  select c.oid::bigint as oid, quote_ident(c.relname) as name, c.relpersistence = 'u' as is_unlogged from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (c.relname = '${REFERENCE_TABLE}'
    or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = '${DISTRIBUTION_COLUMN}' and not a.attisdropped))
  order by c.relname`)
const selectForeignKeys = defineStatement<ForeignKey>(`
  select quote_ident(c.relname) as of_table, quote_ident(k.conname) as name, quote_ident(t.relname) as target,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace order by c.relname, k.conname`)
// functions of extensions are left out
const selectFunctions = defineStatement<{ oid: number; signature: string }>(`
  select p.oid::bigint as oid, p.oid::regprocedure::text as signature from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by p.proname, 2`)
const selectCitus = defineStatement<{ is_there: boolean }>("select to_regclass('pg_dist_partition') is not null as is_there")

interface Part {
  readonly oid: number
  readonly method: string
  readonly replication: string
  readonly column: string | null
  readonly group: number
}

/** Not made by `defineStatement`, as Citus' tables are not there otherwise. `partkey` is a tree whose text Citus reads. */
const selectParts = () =>
  compileSql<Part>(sql`select p.logicalrelid::oid::bigint as oid, p.partmethod::text as method, p.repmodel::text as replication,
    column_to_column_name(p.logicalrelid, p.partkey) as "column", p.colocationid::bigint as "group" from pg_dist_partition p`)
const selectMade = () =>
  compileSql<{ oid: number }>(sql`select o.objid::bigint as oid from pg_dist_object o where o.classid = 'pg_proc'::regclass`)

/** Whether the database has Citus. */
export async function hasCitus(db: Runner): Promise<boolean> {
  return (await db.first(selectCitus()))?.is_there === true
}

/** Whether the tenant tables of a database are distributed. */
export async function isDistributed(db: Runner): Promise<boolean> {
  if (!(await hasCitus(db))) return false
  return (await readSchema(db)).tables.some(({ name, place }) => name === FIRST_TABLE && place === 'distributed')
}

/** Reads what distributing a database depends on, with Citus or without. */
export async function readSchema(db: Runner): Promise<DistributedSchema> {
  const has_citus = await hasCitus(db)
  const found = await db.all(selectTables())
  const parts = new Map((has_citus ? await db.all(selectParts()) : []).map((part) => [part.oid, part]))
  const made = new Set((has_citus ? await db.all(selectMade()) : []).map(({ oid }) => oid))
  const group = parts.get(found.find(({ name }) => name === FIRST_TABLE)?.oid ?? -1)?.group
  return {
    tables: found.map(({ oid, name, is_unlogged }) => ({ name, is_unlogged, place: placeOf(parts.get(oid), group) })),
    foreign_keys: await db.all(selectForeignKeys()),
    functions: (await db.all(selectFunctions())).filter(({ oid }) => !made.has(oid)).map(({ signature }) => signature),
  }
}

/** By Citus' letters: method `h` is distributed by a hash, `n` by no column; those of the latter with replication `t` are on every node. */
function placeOf(part: Part | undefined, group: number | undefined): Place {
  if (part === undefined) return 'local'
  if (part.method === 'n') return part.replication === 't' ? 'reference' : 'other'
  return part.method === 'h' && part.column === DISTRIBUTION_COLUMN && part.group === group ? 'distributed' : 'other'
}
