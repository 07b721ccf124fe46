/** Claims on an account's scheduled work: one worker at a time, and another one soon after it has died. */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'

/** How long a claim lasts without renewal. */
const CLAIM_SECONDS = 600

const claim = defineStatement<unknown>(`insert into due_claims (account_id, holder, claimed_until) values ($1, $2, $3)
  on conflict (account_id) do update set holder = excluded.holder, claimed_until = excluded.claimed_until
  where due_claims.holder = excluded.holder or due_claims.claimed_until <= $4`)
const release = defineStatement<unknown>('update due_claims set claimed_until = $3 where account_id = $1 and holder = $2')

/** Claims an account's scheduled work, or renews the claim; false when another worker holds it. */
export async function claimScheduled(db: Db, accountId: number, holder: string, seconds = CLAIM_SECONDS): Promise<boolean> {
  const now = machineNow()
  return (await db.run(claim(accountId, holder, addSeconds(now, seconds), now))) > 0
}

/** Releases an account's scheduled work. */
export async function releaseScheduled(db: Db, accountId: number, holder: string): Promise<void> {
  await db.run(release(accountId, holder, machineNow()))
}
