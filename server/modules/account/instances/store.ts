/** What is asked of all instances of a deployment. */
import { fixed } from '../../../db/builder.ts'
import type { Db } from '../../../db/client.ts'

const kindsOf = fixed<{ kind: string; is_default: boolean }>('select kind, is_default from accounts where subdomain = $1')
// one that makes waits for another, so that the bound holds
const lock = fixed<unknown>('select pg_advisory_xact_lock(7301914)')
const count = fixed<{ count: number }>(`select count(*) as count from accounts where not is_default and kind <> 'production'`)

/** How many there are beside the first and those in production, held still until the transaction ends. */
export async function countDroppable(tx: Db): Promise<number> {
  await tx.all(lock())
  return (await tx.first(count()))?.count ?? 0
}

/** True for an instance that may be dropped by a call: neither the first nor one in production. */
export async function isDroppable(db: Db, subdomain: string): Promise<boolean> {
  const found = await db.first(kindsOf(subdomain))
  return found !== undefined && !found.is_default && found.kind !== 'production'
}
