/** What a call counts towards: the budget of its credential, the limit of its account or of strangers, the buckets of its route. */
import type { Account } from '../accounts/account.ts'
import { requestsPerMinute } from '../accounts/settings.ts'
import { requireAllowedAddress } from '../auth/addresses.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { AccountLimitExceeded, EndpointLimitExceeded } from '../errors.ts'
import { bucketHeader, limitHeaders } from './headers.ts'
import type { Limiter } from './limits.ts'
import type { AnyRoute } from './route.ts'

/** Of an IPv6 address with its zone; what a proxy forwards may be no address at all. */
const LONGEST_ADDRESS = 64

/** What counting needs of the process. */
export interface Counter {
  readonly limiter: Limiter
  readonly database: Database
}

/** Headers of the answer, however it turns out: standings are written into them. */
type Headers = Record<string, string>

/** A call whose caller is known. */
export interface CountedCall {
  readonly route: AnyRoute
  readonly caller: Caller
  readonly address: string
  readonly headers: Headers
}

/** A call whose path is read. */
export interface BucketCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/**
 * Counts a call in what it has to be counted in, also one that is refused then for what it asks. One from where its caller may not come is
 * counted as a stranger's: who has come by a credential uses up nothing of those it belongs to.
 * @throws Forbidden for a call from there
 * @throws EndpointLimitExceeded past what the credential may be used
 * @throws AccountLimitExceeded
 * @source conventions.md §8
 */
export async function countCall(counter: Counter, account: Account, call: CountedCall): Promise<void> {
  const { route, caller, address, headers } = call
  try {
    mayComeFrom(account, caller, address)
  } catch (refusal) {
    await countAgainstAccount(counter, account, strangersBucket(address), headers)
    throw refusal
  }
  await countAgainstCredential(counter, account, caller, headers)
  const bucket = standingBucket(route, caller, address)
  if (bucket !== null) await countAgainstAccount(counter, account, bucket, headers)
}

const strangersBucket = (address: string) => `anonymous:${address.slice(0, LONGEST_ADDRESS)}`

function mayComeFrom(account: Account, { actor, auth, bounds = null }: Caller, address: string): void {
  requireAllowedAddress(account, { role: actor.role, is_credential: auth.kind === 'api_token' || auth.kind === 'oauth', bounds }, address)
}

const UNCOUNTED: ReadonlySet<string> = new Set(['access/sign_in', 'access/second_factor'])

/**
 * What a call is counted in. Calls of the dashboard are not counted; callers without credentials have a limit of their own at each
 * address, so that strangers cannot use up the account's; signing in has its own, in auth/throttle.ts. @source conventions.md §8
 */
function standingBucket(route: AnyRoute, caller: Caller, address: string): string | null {
  if (caller.auth.kind === 'session' || UNCOUNTED.has(route.name)) return null
  if (caller.auth.kind !== 'anonymous') return 'account'
  return route.anonymous === true ? strangersBucket(address) : null // whoever has to say who he is is refused without any work
}

async function countAgainstAccount(counter: Counter, account: Account, bucket: string, headers: Headers): Promise<void> {
  const limit = requestsPerMinute(account.settings)
  if (limit === null) return
  const standing = await counter.limiter.take(counter.database, account.id, bucket, limit, 60)
  Object.assign(headers, limitHeaders(standing))
  if (!standing.allowed) throw new AccountLimitExceeded(standing.resets_in_seconds)
}

/** Before the account's own limit: what one credential has too many of uses up nothing of the others'. */
async function countAgainstCredential(counter: Counter, account: Account, { bounds }: Caller, headers: Headers): Promise<void> {
  if (bounds === undefined || bounds === null || bounds.per_minute === null) return
  const { owner, per_minute } = bounds
  const standing = await counter.limiter.take(counter.database, account.id, `credential:${owner}`, per_minute, 60)
  Object.assign(headers, bucketHeader('credential', standing))
  if (standing.allowed) return
  throw new EndpointLimitExceeded(standing.resets_in_seconds, `This credential may be used for ${per_minute} calls a minute`)
}

/** Counts a call that is let through in the buckets of its route. @throws EndpointLimitExceeded @source conventions.md §8 */
export async function countAgainstBuckets(counter: Counter, ctx: Context, call: BucketCall): Promise<void> {
  const { route, params, headers } = call
  if (route.buckets === undefined || !ctx.account.settings.rate_limit.endpoints) return
  for (const bucket of route.buckets) {
    if (bucket.per === 'stranger' && ctx.actor.id !== 0) continue
    const stranger = `:${(ctx.caller.ip_address ?? 'unknown').slice(0, LONGEST_ADDRESS)}`
    const apart = {
      stranger,
      user: `:${ctx.actor.id}`,
      user_and_id: `:${ctx.actor.id}:${String(params.id)}`,
      id: `:${String(params.id)}`,
      none: '',
    }[bucket.per ?? 'none']
    const standing = await counter.limiter.take(counter.database, ctx.account.id, bucket.name + apart, bucket.limit, bucket.window_seconds)
    Object.assign(headers, bucketHeader(bucket.name, standing))
    if (!standing.allowed) throw new EndpointLimitExceeded(standing.resets_in_seconds, bucket.refusal)
  }
}
