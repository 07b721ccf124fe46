/** Which API tokens something may be due for, by columns alone; what exactly, settles ends.ts. */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import type { Db } from '../../db/client.ts'
import { addSeconds } from '../../lib/clock.ts'
import type { Notice } from './ends.ts'

const LONGEST_NOTICE_SECONDS = 21 * 86_400

// an account that deactivates unused tokens, or refuses all of them some day, is looked at whenever the others are: it has 256 at most
const SETTLED_BY_ACCOUNT = `coalesce(a.settings #>> '{api,token_idle_days}', '') <> '' or a.settings #>> '{api,token_after_sunset}' = 'refuse'`
const OWN_END = `t.active and (t.silent_days is not null or t.expires_at <= $2
  or (t.expires_at <= $3 and (t.noticed_for is distinct from t.expires_at or t.noticed_days > 1)))`
const accounts = fixed<{ account_id: number }>(`select distinct t.account_id from api_tokens t join accounts a on a.id = t.account_id
  where t.account_id = any($1::bigint[]) and ((${OWN_END}) or ((t.active or t.idle_at is not null) and (${SETTLED_BY_ACCOUNT})))`)
const noticed = fixed<unknown>('update api_tokens set noticed_for = $3, noticed_days = $4 where account_id = $1 and id = $2')

/** Of these accounts those where a token may have come to its end, or near it, at `now`. */
export async function accountsWithTokensDue(db: Db, accountIds: readonly number[], now: Date): Promise<number[]> {
  const rows = await db.all(accounts(accountIds, now, addSeconds(now, LONGEST_NOTICE_SECONDS)))
  return rows.map((row) => row.account_id)
}

/** Keeps which notice was given of a token; not a change of the token itself. */
export async function markNoticed(tx: Context, id: number, { end, days }: Notice): Promise<void> {
  await tx.db.run(noticed(tx.account.id, id, end, days))
}
