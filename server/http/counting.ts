/** The limits a call counts towards: of its credential, of its account or of anonymous callers, and the buckets of its route. */
import type { Account } from '#accounts/account.ts'
import { requestsPerMinute } from '#accounts/settings.ts'
import { requireAllowedAddress } from '#auth/addresses.ts'
import type { Caller } from '#auth/authenticate.ts'
import type { Context } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import { AccountLimitExceeded, EndpointLimitExceeded } from '#core/errors.ts'
import { networkOf, ownSiteOf } from '#lib/networks.ts'
import { bucketHeader, limitHeaders } from './headers.ts'
import type { Bucket, Limiter } from './limits.ts'
import type { AnyRoute } from './route.ts'

/** The parts of the process needed for counting. */
export interface Counter {
  readonly limiter: Limiter
  readonly database: Db
}

/** Headers of the answer, successful or not: the state of the limits is written into them. */
type Headers = Record<string, string>

/** A call with its authenticated caller. */
export interface CountedCall {
  readonly route: AnyRoute
  readonly caller: Caller
  readonly address: string
  /** The same for comparing it with allowed networks. */
  readonly proven_address: string
  readonly headers: Headers
}

/** A call with its parsed path. */
export interface BucketCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/**
 * Counts a call towards every limit that applies, even if its input is refused later. One from a disallowed address is counted as
 * anonymous: a stolen credential cannot be used to exhaust its limits. Calls of the dashboard are not counted; callers without
 * credentials have a limit of their own at each address, so that they cannot use up the account's.
 * @throws Forbidden for a call from a disallowed address
 * @throws EndpointLimitExceeded past the credential's own limit
 * @throws AccountLimitExceeded
 * @source docs/reference/conventions.md §8
 */
export async function countCall(counter: Counter, account: Account, call: CountedCall): Promise<void> {
  const { route, caller, address, proven_address, headers } = call
  try {
    requireAllowedOrigin(account, caller, proven_address)
  } catch (refusal) {
    await countAsAnonymous(counter, account, address, headers)
    throw refusal
  }
  await countAgainstCredential(counter, account, caller, headers)
  if (caller.auth.kind === 'session' || UNCOUNTED.has(route.name)) return
  if (caller.auth.kind !== 'anonymous') await countAgainstAccount(counter, account, 'account', headers)
  // a route that needs credentials refuses anonymous calls without any work, so those are not counted
  else if (route.anonymous === true) await countAsAnonymous(counter, account, address, headers)
}

/** An IPv6 site has 65,536 networks; its limit is this many times that of one network. */
const SITE_TIMES = 10

/** Counts an anonymous call for the network of its address and then for its site. */
async function countAsAnonymous(counter: Counter, account: Account, address: string, headers: Headers): Promise<void> {
  await countAgainstAccount(counter, account, `anonymous:${networkOf(address)}`, headers)
  const site = ownSiteOf(address)
  const limit = requestsPerMinute(account.settings)
  if (site === undefined || limit === null) return
  const state = await counter.limiter.take(counter.database, account.id, `anonymous:${site}`, limit * SITE_TIMES, 60)
  if (!state.allowed) throw new AccountLimitExceeded(state.resets_in_seconds)
}

function requireAllowedOrigin(account: Account, { actor, auth, bounds = null }: Caller, address: string): void {
  requireAllowedAddress(account, { role: actor.role, is_credential: auth.kind === 'api_token' || auth.kind === 'oauth', bounds }, address)
}

/** Signing in has limits of its own, in auth/throttle.ts. */
const UNCOUNTED: ReadonlySet<string> = new Set(['access/sign_in', 'access/second_factor'])

async function countAgainstAccount(counter: Counter, account: Account, bucket: string, headers: Headers): Promise<void> {
  const limit = requestsPerMinute(account.settings)
  if (limit === null) return
  const state = await counter.limiter.take(counter.database, account.id, bucket, limit, 60)
  Object.assign(headers, limitHeaders(state))
  if (!state.allowed) throw new AccountLimitExceeded(state.resets_in_seconds)
}

/** Runs before the account's own limit: excess calls of one credential do not use up that of the others. */
async function countAgainstCredential(counter: Counter, account: Account, { bounds }: Caller, headers: Headers): Promise<void> {
  if (bounds === undefined || bounds === null || bounds.per_minute === null) return
  const { owner, per_minute } = bounds
  const state = await counter.limiter.take(counter.database, account.id, `credential:${owner}`, per_minute, 60)
  Object.assign(headers, bucketHeader('credential', state))
  if (state.allowed) return
  throw new EndpointLimitExceeded(state.resets_in_seconds, `This credential may be used for ${per_minute} calls a minute`)
}

/** Counts an admitted call in the buckets of its route. @throws EndpointLimitExceeded @source docs/reference/conventions.md §8 */
export async function countAgainstBuckets(counter: Counter, ctx: Context, call: BucketCall): Promise<void> {
  const { route, params, headers } = call
  if (route.buckets === undefined || !ctx.account.settings.rate_limit.endpoints) return
  for (const bucket of route.buckets) {
    if (bucket.per === 'stranger' && ctx.actor.id !== 0) continue
    const apart = {
      stranger: bucket.per === 'stranger' ? `:${networkOf(ctx.caller.ip_address)}` : '',
      user: `:${ctx.actor.id}`,
      user_and_id: `:${ctx.actor.id}:${String(params.id)}`,
      id: `:${String(params.id)}`,
      none: '',
    }[bucket.per ?? 'none']
    const state = await counter.limiter.take(counter.database, ctx.account.id, bucket.name + apart, bucket.limit, bucket.window_seconds)
    Object.assign(headers, bucketHeader(bucket.name, state))
    if (!state.allowed) throw new EndpointLimitExceeded(state.resets_in_seconds, bucket.refusal)
    if (bucket.per === 'stranger') await countForSite(counter, ctx, bucket)
  }
}

async function countForSite(counter: Counter, ctx: Context, { name, limit, window_seconds, refusal }: Bucket): Promise<void> {
  const site = ownSiteOf(ctx.caller.ip_address)
  if (site === undefined) return
  const state = await counter.limiter.take(counter.database, ctx.account.id, `${name}:${site}`, limit * SITE_TIMES, window_seconds)
  if (!state.allowed) throw new EndpointLimitExceeded(state.resets_in_seconds, refusal)
}
