/** What rules need to know of the database: which functions are not IMMUTABLE, which of ours read a tenant table, which columns are moments. */
import type { PoolPart } from '#db/client.ts'

/** One way to call a function, by the number of its arguments. */
interface Signature {
  readonly least: number
  readonly most: number
  /** Immutable, stable or volatile. */
  readonly volatility: 'i' | 's' | 'v'
}

/** What rules need to know of the database. */
export interface Catalogue {
  readonly tenants: ReadonlySet<string>
  /** By name; without those that are IMMUTABLE with any arguments. */
  readonly functions: ReadonlyMap<string, readonly Signature[]>
  /** Functions of our own that read a tenant table. */
  readonly readers: ReadonlySet<string>
  /** The names of columns that are `timestamptz` in some table. */
  readonly moments: ReadonlySet<string>
}

/** Takes any number of arguments. */
const MANY = 100

const FUNCTIONS = `select p.proname as name, p.provolatile as volatility, case when p.provariadic = 0 then p.pronargs else ${MANY} end::integer as most,
    (p.pronargs - p.pronargdefaults - (p.provariadic <> 0)::integer)::integer as least
  from pg_proc p where p.prokind = 'f' and p.proname in (select s.proname from pg_proc s where s.provolatile <> 'i')`
const OWN = `select p.proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`
const MOMENTS = `select distinct a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'timestamptz'::regtype`

/** Reads the catalogue of a migrated database. */
export async function readCatalogue(database: PoolPart, tenants: ReadonlySet<string>): Promise<Catalogue> {
  const functions = await database.unchecked<Signature & { name: string }>(FUNCTIONS)
  const own = await database.unchecked<{ name: string; definition: string }>(OWN)
  const moments = await database.unchecked<{ name: string }>(MOMENTS)
  const readsTenant = (definition: string) => (definition.match(/\w+/g) ?? []).some((word) => tenants.has(word))
  return {
    tenants,
    functions: Map.groupBy(functions, ({ name }) => name),
    readers: new Set(own.filter(({ definition }) => readsTenant(definition)).map(({ name }) => name)),
    moments: new Set(moments.map(({ name }) => name)),
  }
}
