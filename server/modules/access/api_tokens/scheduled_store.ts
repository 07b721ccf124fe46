/** Finds accounts whose API tokens may have scheduled work, by columns alone. What to do is decided in ends.ts. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountsWith, subtractFromNow } from '#db/clocks.ts'
import type { Notice } from './ends.ts'

const MAX_NOTICE_SECONDS = 21 * 86_400

// accounts that deactivate unused tokens, or refuse all tokens from some day on, are always selected: they have at most 256 tokens
const SETTLED_BY_ACCOUNT = `coalesce(a.settings #>> '{api,token_idle_days}', '') <> '' or a.settings #>> '{api,token_after_sunset}' = 'refuse'`
const OWN_END = `d.active and (d.silent_days is not null or d.expires_at <= c.now
  or (d.expires_at <= ${subtractFromNow(-MAX_NOTICE_SECONDS)} and (d.noticed_for is distinct from d.expires_at or d.noticed_days > 1)))`
const updateNotice = defineStatement<unknown>('update api_tokens set noticed_for = $3, noticed_days = $4 where account_id = $1 and id = $2')

/** Selects the accounts with a token that may have ended or be near its end. */
export const accountsWithScheduledTokens = accountsWith(
  'api_tokens d join accounts a on a.id = d.account_id',
  `(${OWN_END}) or ((d.active or d.idle_at is not null) and (${SETTLED_BY_ACCOUNT}))`,
)

/** Records which notice was sent for a token. Does not count as a change of the token. */
export async function markNoticed(tx: Context, id: number, { end, days }: Notice): Promise<void> {
  await tx.db.run(updateNotice(tx.account.id, id, end, days))
}
