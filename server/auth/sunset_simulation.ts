/**
 * A SUNSET SIMULATION: chosen callers of the API are answered as on another date, while all others are not affected. Sessions are never
 * chosen, so an administrator can always switch it off. Not here: what ends on that date (retirements.ts).
 */
import type { Account } from '#accounts/account.ts'
import type { Actor, Auth } from '#core/context.ts'
import { accountNow, type Timestamp, toDate } from '#lib/clock.ts'

/** What the rules of retirement need of a caller; a request's context satisfies it. */
export interface PolicyCaller {
  readonly auth: Pick<Auth, 'kind' | 'credential_id' | 'client_id'>
  readonly actor: Pick<Actor, 'id' | 'role'>
}

/** The credential kinds a simulation can apply to. */
const SIMULATED_KINDS: readonly Auth['kind'][] = ['api_token', 'oauth', 'password']

/** The date simulated for this caller; null for none. @source docs/reference/access_governance.md §12.4 */
export function findSimulatedDate(account: Account, { auth, actor }: PolicyCaller): Timestamp | null {
  const { at, whole_instance, api_token_ids, user_ids, oauth_client_ids } = account.settings.api.rehearsal
  if (at === null || !SIMULATED_KINDS.includes(auth.kind)) return null
  const isChosen =
    whole_instance ||
    user_ids.includes(actor.id) ||
    (auth.kind === 'api_token' && auth.credential_id !== null && api_token_ids.includes(auth.credential_id)) ||
    (auth.client_id !== null && oauth_client_ids.includes(auth.client_id))
  return isChosen ? at : null
}

/** The date the rules of retirement use for a caller: the simulated one, otherwise that of the instance's clock. */
export function policyMoment(account: Account, caller: PolicyCaller): Date {
  const simulated = findSimulatedDate(account, caller)
  return simulated === null ? accountNow(account.settings.clock) : toDate(simulated)
}
