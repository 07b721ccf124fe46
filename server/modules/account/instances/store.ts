/** The statements on all instances of a deployment. */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'

const kindsOf = defineStatement<{ kind: string; is_default: boolean }>('select kind, is_default from accounts where subdomain = $1')
// serialises the creation of instances, so that the limit holds
const lock = defineStatement<unknown>('select pg_advisory_xact_lock(7301914)')
const count = defineStatement<{ count: number }>(`select count(*) as count from accounts where not is_default and kind <> 'production'`)

/** The number of instances besides the first one and those in production. A lock keeps it unchanged until the transaction ends. */
export async function countDroppable(tx: Db): Promise<number> {
  await tx.all(lock())
  return (await tx.first(count()))?.count ?? 0
}

/** True for an instance that can be dropped over the API: neither the first one nor one in production. */
export async function isDroppable(db: Db, subdomain: string): Promise<boolean> {
  const found = await db.first(kindsOf(subdomain))
  return found !== undefined && !found.is_default && found.kind !== 'production'
}
