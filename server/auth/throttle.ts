/**
 * Slows down guessing. Failures are counted for each name at each address, for each address, and for each name alone,
 * shared by all processes. The last limit is high: it slows many addresses together, and one address cannot lock a person out.
 */
import { fixed } from '../db/builder.ts'
import type { Db } from '../db/client.ts'
import { EndpointLimitExceeded } from '../errors.ts'
import { machineNow } from '../lib/clock.ts'

/** Who tries: `name` is an e-mail address, or the identifier of an OAuth client. */
export interface Attempt {
  readonly account_id: number
  readonly name: string
  readonly address: string | null
}

const WINDOW_SECONDS = 300
/** Failures in five minutes. */
const PASSWORD_LIMITS = { pair: 10, address: 30, name: 100 }
/** Secrets of ours cannot be guessed, and a client's name is public: nobody shall lock a client out by failing in its name. */
const SECRET_LIMITS = { pair: 10, address: 30 }

const add = fixed<{ bucket: string; taken: number }>(`insert into rate_limits (account_id, bucket, window_start, taken)
  select $1, bucket, $3, $4 from unnest($2::text[]) as bucket order by bucket
  on conflict (account_id, bucket, window_start) do update set taken = greatest(0, rate_limits.taken + excluded.taken) returning bucket, taken`)
const read = fixed<{ bucket: string; taken: number }>(
  'select bucket, taken from rate_limits where account_id = $1 and bucket = any($2::text[]) and window_start = $3',
)

function bucketsOf(kind: string, limits: Readonly<Record<string, number>>, who: Attempt): ReadonlyMap<string, number> {
  const [name, address] = [who.name.slice(0, 200), who.address ?? 'unknown']
  const words: Record<string, string> = { pair: `${address} ${name}`, address, name }
  return new Map(Object.entries(limits).map(([what, limit]) => [`${kind}:${what}:${words[what]}`, limit]))
}

function windowNow(): { start: number; seconds_left: number } {
  const now = Math.floor(machineNow().getTime() / 1000)
  const start = now - (now % WINDOW_SECONDS)
  return { start, seconds_left: start + WINDOW_SECONDS - now }
}

const refusal = (seconds: number) => new EndpointLimitExceeded(seconds, 'Too many failed attempts to sign in. Please wait a few minutes.')

/**
 * Runs one attempt with a password. It is counted before it is judged, so that many at once gain nothing; a good one is taken back.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures in five minutes
 */
export async function throttled<Found>(db: Db, who: Attempt, attempt: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const { start, seconds_left } = windowNow()
  const limits = bucketsOf('sign_in', PASSWORD_LIMITS, who)
  const count = (by: 1 | -1) => db.all(add(who.account_id, [...limits.keys()], start, by))
  const counted = await count(1)
  const over = counted.some((row) => row.taken > (limits.get(row.bucket) as number))
  const found = over ? undefined : await attempt()
  // what was not judged is no failure: else one address that goes on and on would use up the name's limit for all
  if (over || found !== undefined) await count(-1)
  if (over) throw refusal(seconds_left)
  return found
}

/**
 * Runs one attempt with a secret too long to be guessed. Only failures are counted, so that a client may ask for many tokens at once.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures in five minutes
 */
export async function throttledSecret<Found>(db: Db, who: Attempt, attempt: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const { start, seconds_left } = windowNow()
  const limits = bucketsOf('client', SECRET_LIMITS, who)
  const counted = await db.all(read(who.account_id, [...limits.keys()], start))
  if (counted.some((row) => row.taken >= (limits.get(row.bucket) as number))) throw refusal(seconds_left)
  const found = await attempt()
  if (found === undefined) await db.all(add(who.account_id, [...limits.keys()], start, 1))
  return found
}
