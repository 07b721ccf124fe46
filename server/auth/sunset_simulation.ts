/**
 * A REHEARSAL: chosen callers of the API are answered as if it were another date, while everybody else goes on undisturbed.
 * Sessions are never chosen, so whoever switched it on can switch it off. Not here: what ends on that date (retirements.ts).
 */
import type { Account } from '../accounts/account.ts'
import type { Actor, Auth } from '../context.ts'
import { accountNow, type Timestamp, toDate } from '../lib/clock.ts'

/** As whom the rules of retirement look at a call; a request's context and its caller are such. */
export interface PolicyCaller {
  readonly auth: Pick<Auth, 'kind' | 'credential_id' | 'client_id'>
  readonly actor: Pick<Actor, 'id' | 'role'>
}

/** Ways of calling that a rehearsal can reach. */
const REACHED: readonly Auth['kind'][] = ['api_token', 'oauth', 'password']

/** The date this caller rehearses; null when he does not. @source docs/reference/access_governance.md §12.4 */
export function simulatedDate(account: Account, { auth, actor }: PolicyCaller): Timestamp | null {
  const { at, whole_instance, api_token_ids, user_ids, oauth_client_ids } = account.settings.api.rehearsal
  if (at === null || !REACHED.includes(auth.kind)) return null
  const isChosen =
    whole_instance ||
    user_ids.includes(actor.id) ||
    (auth.kind === 'api_token' && auth.credential_id !== null && api_token_ids.includes(auth.credential_id)) ||
    (auth.client_id !== null && oauth_client_ids.includes(auth.client_id))
  return isChosen ? at : null
}

/** Which date the rules of retirement go by for a caller: that of his rehearsal, otherwise that of the instance's clock. */
export function policyMoment(account: Account, caller: PolicyCaller): Date {
  const rehearsed = simulatedDate(account, caller)
  return rehearsed === null ? accountNow(account.settings.clock) : toDate(rehearsed)
}
