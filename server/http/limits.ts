/**
 * Rate limits: of the account, of single endpoints, of single records. Counters are shared through PostgreSQL; a process draws small leases
 * from them, so that most requests are counted in memory. The sum over all processes never exceeds the limit; an unused lease is lost to
 * the other processes until the window ends (at most a fiftieth of what was left). Windows follow the machine's clock: an instance whose
 * clock is frozen still gets its next minute.
 * @source docs/reference/conventions.md §8
 */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { machineNow } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { makeLru } from '#lib/lru.ts'

/** A limit of one endpoint. `per`: counted separately within the account; `stranger`: only anonymous callers are counted, by address. */
export interface Bucket {
  /** As in the header `zendesk-ratelimit-<name>`. */
  readonly name: string
  readonly limit: number
  readonly window_seconds: number
  readonly per?: 'user' | 'user_and_id' | 'id' | 'stranger'
  /** Message of the 429 body, where it differs. */
  readonly refusal?: string
}

/** The state of a bucket after a request was counted. */
export interface BucketState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resets_in_seconds: number
}

/** Counts requests, one for each process. */
export interface Limiter {
  /** Counts one request against a bucket. */
  take(db: Db, accountId: number, bucket: string, limit: number, windowSeconds: number): Promise<BucketState>
}

interface Lease {
  window: number
  left: number
  taken: number
  drawing: Promise<void> | null
}

const SHARE = 50
/** The number of buckets held in memory; the one unused for longest is dropped with its lease. */
const MAX_LEASES = 20_000
/** Names of buckets are short, except for values that callers send. */
const MAX_BUCKET_LENGTH = 200
const draw = defineStatement<{ taken: number }>(`insert into rate_limits (account_id, bucket, window_start, taken) values ($1, $2, $3, $4)
  on conflict (account_id, bucket, window_start) do update set taken = rate_limits.taken + excluded.taken returning taken`)

/** Creates the process's limiter, which holds at most this many leases. */
export function makeLimiter(most = MAX_LEASES): Limiter {
  const leases = makeLru<Lease>(most)
  return {
    async take(db, accountId, name, limit, windowSeconds) {
      const bucket = name.length > MAX_BUCKET_LENGTH ? name.slice(0, MAX_BUCKET_LENGTH) : name
      const now = Math.floor(machineNow().getTime() / 1000)
      const window = now - (now % windowSeconds)
      const key = `${accountId}:${bucket}`
      let lease = leases.get(key)
      if (lease === undefined || lease.window !== window) {
        lease = { window, left: 0, taken: 0, drawing: null }
        leases.set(key, lease)
      }
      const own = lease
      while (own.left === 0 && own.taken < limit)
        await (own.drawing ??= refill(db, own, accountId, bucket, limit).finally(() => (own.drawing = null)))
      // more may be leased than remains, when the limit has been lowered meanwhile
      const free = Math.min(own.left, limit - own.taken + own.left)
      const allowed = free > 0
      if (allowed) own.left -= 1
      return { allowed, limit, remaining: Math.max(0, limit - own.taken + own.left), resets_in_seconds: window + windowSeconds - now }
    },
  }
}

async function refill(db: Db, lease: Lease, accountId: number, bucket: string, limit: number): Promise<void> {
  const wanted = Math.max(1, Math.floor((limit - lease.taken) / SHARE))
  const { taken } = ensureDefined(await db.first(draw(accountId, bucket, lease.window, wanted)))
  lease.left = Math.max(0, Math.min(wanted, limit - (taken - wanted)))
  lease.taken = Math.min(taken, limit)
}
