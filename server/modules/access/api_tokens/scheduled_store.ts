/** Which API tokens something may be due for, by columns alone; what exactly, settles ends.ts. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { accountsWith, earlier } from '../../../db/clocks.ts'
import type { Notice } from './ends.ts'

const LONGEST_NOTICE_SECONDS = 21 * 86_400

// an account that deactivates unused tokens, or refuses all of them some day, is looked at whenever the others are: it has 256 at most
const SETTLED_BY_ACCOUNT = `coalesce(a.settings #>> '{api,token_idle_days}', '') <> '' or a.settings #>> '{api,token_after_sunset}' = 'refuse'`
const OWN_END = `d.active and (d.silent_days is not null or d.expires_at <= c.now
  or (d.expires_at <= ${earlier(-LONGEST_NOTICE_SECONDS)} and (d.noticed_for is distinct from d.expires_at or d.noticed_days > 1)))`
const noticed = fixed<unknown>('update api_tokens set noticed_for = $3, noticed_days = $4 where account_id = $1 and id = $2')

/** Of these accounts those where a token may have come to its end, or near it. */
export const accountsWithScheduledTokens = accountsWith(
  'api_tokens d join accounts a on a.id = d.account_id',
  `(${OWN_END}) or ((d.active or d.idle_at is not null) and (${SETTLED_BY_ACCOUNT}))`,
)

/** Keeps which notice was given of a token; not a change of the token itself. */
export async function markNoticed(tx: Context, id: number, { end, days }: Notice): Promise<void> {
  await tx.db.run(noticed(tx.account.id, id, end, days))
}
