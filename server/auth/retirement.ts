/**
 * HOW API TOKENS END: the phases of the public service's retirement, each a row with the day it begins, by the settings of the instance.
 * Every rule that depends on such a day uses this file. Not here: what the phases do (modules/access/api_tokens/), the headers
 * (http/headers.ts).
 */
import type { Account } from '#accounts/account.ts'
import type { Settings } from '#accounts/settings.ts'
import { InvalidEndpoint, Unauthenticated } from '#core/errors.ts'
import { addSeconds, type Timestamp, toDate } from '#lib/clock.ts'
import { type PolicyCaller, policyMoment, findSimulatedDate } from './sunset_simulation.ts'
import { endingsOf } from './retirements.ts'

type ApiSettings = Settings['api']

/** A step of the retirement. */
export interface RetirementPhase {
  readonly key: 'idle' | 'creation_ends' | 'sunset'
  readonly title: string
  /** When the public service takes this step. */
  readonly public_date: string
  /** When it begins here; null = never. */
  readonly begins: (api: ApiSettings) => Timestamp | null
}

const ALWAYS: Timestamp = '1970-01-01T00:00:00.000Z'
const DAY_SECONDS = 86_400

/** Every phase, in the order of the public service. @source docs/reference/authentication.md §2.4; docs/reference/specification.md §5.4.2 */
const RETIREMENT_PHASES: readonly RetirementPhase[] = [
  {
    key: 'idle',
    title: 'API tokens that nobody uses are deactivated',
    public_date: '2026-07-28',
    begins: (api) => (api.token_idle_days === null ? null : (api.token_idle_from ?? ALWAYS)),
  },
  {
    key: 'creation_ends',
    title: 'No API tokens are created any more',
    public_date: '2026-10-27',
    begins: (api) => api.token_creation_ends,
  },
  { key: 'sunset', title: 'API tokens end', public_date: '2027-04-30', begins: (api) => api.token_sunset },
]

/** When a phase began, if it has at `moment`, else null. In a simulation the public service's day applies where the instance has none. */
function begunAt(account: Account, key: RetirementPhase['key'], moment: Date, isSimulated = false): Timestamp | null {
  const phase = RETIREMENT_PHASES.find((row) => row.key === key)
  const begins =
    phase?.begins(account.settings.api) ?? (isSimulated && phase !== undefined ? toDate(phase.public_date).toISOString() : null)
  return begins !== null && toDate(begins) <= moment ? begins : null
}

/**
 * Refuses what has ended. Outside a simulation that is what the instance itself refuses: API tokens, where so configured. A caller in a
 * simulation is refused everything the public service will have ended by the simulated date.
 * @throws Unauthenticated for a credential of a kind that has ended
 * @throws InvalidEndpoint for a route that has ended
 * @source docs/reference/authentication.md §2.4; docs/reference/access_governance.md §12.1, §12.3
 */
export function requireUnretired(account: Account, caller: PolicyCaller, route: { readonly method: string; readonly path: string }): void {
  const isSimulated = findSimulatedDate(account, caller) !== null
  if (caller.auth.kind === 'api_token' && (isSimulated || account.settings.api.token_after_sunset === 'refuse')) {
    if (begunAt(account, 'sunset', policyMoment(account, caller), isSimulated) !== null)
      throw new Unauthenticated('API tokens have been retired. Use an OAuth access token.')
  }
  if (!isSimulated) return
  const moment = policyMoment(account, caller)
  const over = endingsOf(account, caller, route).filter(({ ends_at }) => toDate(ends_at) <= moment)
  if (over.some(({ retirement }) => retirement.key === 'passwords'))
    throw new Unauthenticated('Password access to the API has been retired. Use an OAuth access token.')
  if (over.some(({ retirement }) => retirement.usage.by === 'endpoint')) throw new InvalidEndpoint()
}

/** Since when this caller can no longer create API tokens; null while they can. @source docs/reference/authentication.md §2.4 */
export function creationEndedAt(account: Account, caller: PolicyCaller): Timestamp | null {
  return begunAt(account, 'creation_ends', policyMoment(account, caller), findSimulatedDate(account, caller) !== null)
}

/** Tokens last used before `unused_before` are deactivated; idle ones deactivated before `deleted_before` (null = none) are deleted. */
export interface IdleRule {
  readonly days: number
  readonly unused_before: Date
  readonly deleted_before: Date | null
}

/**
 * The rule for idle tokens at `now`; null where there is none.
 * @source docs/reference/authentication.md §2.4; docs/reference/access_governance.md §7
 */
export function idleRule(account: Account, now: Date): IdleRule | null {
  const { token_idle_days: days, token_idle_delete_days } = account.settings.api
  if (days === null || begunAt(account, 'idle', now) === null) return null
  const subtractDays = (wait: number) => addSeconds(now, -wait * DAY_SECONDS)
  return {
    days,
    unused_before: subtractDays(days),
    deleted_before: token_idle_delete_days === null ? null : subtractDays(token_idle_delete_days),
  }
}

/** When every API token of an instance is refused; null while they keep working. @source docs/reference/access_governance.md §12.1 */
export function refusalDate(account: Account): Timestamp | null {
  const { token_sunset, token_after_sunset } = account.settings.api
  return token_after_sunset === 'refuse' ? token_sunset : null
}
