// WHAT IS TRUE OF THE INSTALLATION AS A WHOLE: its one row, and the sealed values that prove which secret is its own.
// Not here: what is true of one instance (accounts/).
import { defineStatement } from '#db/builder.ts'
import type { Runner } from '#db/over_driver.ts'
import { machineNow } from '#lib/clock.ts'
import { SEALED_COLUMNS } from './sealed_columns.ts'

const keep = defineStatement<unknown>(
  'insert into installation (id, pepper_fingerprint, created_at) values (1, $1, $2) on conflict (id) do nothing',
)
const replace = defineStatement<unknown>(`insert into installation (id, pepper_fingerprint, created_at) values (1, $1, $2)
  on conflict (id) do update set pepper_fingerprint = excluded.pepper_fingerprint`)
const isThere = defineStatement<{ there: boolean }>("select to_regclass('installation') is not null as there")
const find = defineStatement<{ pepper_fingerprint: string }>('select pepper_fingerprint from installation where id = 1')
const selectOne = defineStatement<unknown>('select 1 as one')
const newest = SEALED_COLUMNS.map(({ table, column, purpose, place, sealed_at, condition = 'true' }) =>
  defineStatement<Sealed>(`select ${column} as sealed, concat('${purpose}:', account_id, ':', ${place}) as context
    from ${table} where ${column} is not null and ${condition} order by ${sealed_at} desc limit $1`),
)

/** A sealed value, and the context it was sealed in. */
export interface Sealed {
  readonly sealed: Buffer
  readonly context: string
}

/** Stores the fingerprint of the pepper unless one is stored already. */
export async function keepFingerprint(db: Runner, fingerprint: string): Promise<void> {
  await db.run(keep(fingerprint, machineNow()))
}

/** Stores the fingerprint of the pepper, replacing any stored one. */
export async function replaceFingerprint(db: Runner, fingerprint: string): Promise<void> {
  await db.run(replace(fingerprint, machineNow()))
}

/** False in a database of a version that stored no fingerprint yet, until it is migrated. */
export async function keepsFingerprint(db: Runner): Promise<boolean> {
  return (await db.first(isThere()))?.there === true
}

/** The stored fingerprint of the pepper; null before a process with this version has started on the database. */
export async function findFingerprint(db: Runner): Promise<string | null> {
  return (await db.first(find()))?.pepper_fingerprint ?? null
}

/** The newest sealed values of each kind, `most` of each. */
export async function newestSealed(db: Runner, most: number): Promise<Sealed[]> {
  const found: Sealed[] = []
  for (const kind of newest) found.push(...(await db.all(kind(most))))
  return found
}

/** True when the database answers at all. @throws Error when it does not */
export async function isResponding(db: Runner): Promise<boolean> {
  return (await db.first(selectOne())) !== undefined
}
