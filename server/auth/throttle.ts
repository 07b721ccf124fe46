/**
 * Slows down guessing. Failures are counted for each name at each address, for each address, for each site, and for each name
 * alone, shared by all processes. The last limit is high: it slows many addresses together, and one address cannot lock a person out. Where a
 * person has signed in before (known_origins.ts) it does not count, and a browser that is known is counted by itself alone. An address
 * stands for its network, as networkOf of lib/networks.ts has it; a site of IPv6 has 65,536 of them, so its failures are counted, too.
 * A password given again in a session is counted by that session alone.
 * Who guesses at a second factor has the password already, and six digits are few: that limit is for the person alone, and low.
 */
import { fixed } from '../db/builder.ts'
import type { Db } from '../db/client.ts'
import { EndpointLimitExceeded } from '../errors.ts'
import { machineNow } from '../lib/clock.ts'
import { networkOf, siteOf } from '../lib/networks.ts'

/** Who tries: `name` is an e-mail address, or the identifier of an OAuth client. */
export interface Attempt {
  readonly account_id: number
  readonly name: string
  readonly address: string | null
}

/** Whether the one who tries has signed in from there before. `device` is the browser, where it has shown that it may be known. */
export interface KnownFrom {
  readonly device?: { readonly hash: Buffer; readonly isKnown: () => Promise<boolean> } | undefined
  readonly isKnownAddress: () => Promise<boolean>
}

const WINDOW_SECONDS = 300
const LONGEST_NAME = 200
/** Failures in five minutes: of one name at one address, and of the rest. */
export const FAILURES_ALLOWED = 10
const PASSWORD_LIMITS = { pair: FAILURES_ALLOWED, address: 30, site: 300, name: 100 }
/** Wrong codes of a second factor in an hour. */
const CODES_AN_HOUR = 20
const HOUR_SECONDS = 3600
/** Mails that strangers may have written, in an hour. */
const MAIL_LIMITS = { pair: 5, address: 30, site: 300, name: 10 }
/** Secrets of ours cannot be guessed, and a client's name is public: nobody shall lock a client out by failing in its name. */
const SECRET_LIMITS = { pair: 10, address: 30, site: 300 }

const add = fixed<{ bucket: string; taken: number }>(`insert into rate_limits (account_id, bucket, window_start, taken)
  select $1, bucket, $3, $4 from unnest($2::text[]) as bucket order by bucket
  on conflict (account_id, bucket, window_start) do update set taken = greatest(0, rate_limits.taken + excluded.taken) returning bucket, taken`)
const read = fixed<{ bucket: string; taken: number }>(
  'select bucket, taken from rate_limits where account_id = $1 and bucket = any($2::text[]) and window_start = $3',
)

function bucketsOf(kind: string, limits: Readonly<Record<string, number>>, who: Attempt): ReadonlyMap<string, number> {
  const [name, address, site] = [who.name.slice(0, LONGEST_NAME), networkOf(who.address), siteOf(who.address)]
  const words: Record<string, string> = { pair: `${address} ${name}`, address, site, name }
  // an address that is a site by itself is counted once
  const counted = Object.entries(limits).filter(([what]) => what !== 'site' || site !== address)
  return new Map(counted.map(([what, limit]) => [`${kind}:${what}:${words[what]}`, limit]))
}

function windowNow(seconds = WINDOW_SECONDS): { start: number; seconds_left: number } {
  const now = Math.floor(machineNow().getTime() / 1000)
  const start = now - (now % seconds)
  return { start, seconds_left: start + seconds - now }
}

const refusal = (seconds: number) => new EndpointLimitExceeded(seconds, 'Too many failed attempts to sign in. Please wait a few minutes.')

/** Judges what was tried. `isLast`: unless it is right, nothing more is judged for this name, here or anywhere, until the time is over. */
type Judge<Found> = (isLast: boolean) => Promise<Found | undefined>

/**
 * Runs one attempt with a password. It is counted before it is judged, so that many at once gain nothing; a good one is taken back.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures in five minutes
 */
export async function throttled<Found>(
  db: Db,
  who: Attempt,
  { device, isKnownAddress }: KnownFrom,
  attempt: Judge<Found>,
): Promise<Found | undefined> {
  if (device !== undefined && (await device.isKnown())) {
    const own = new Map([[`sign_in:device:${device.hash.toString('base64url')} ${who.name.slice(0, LONGEST_NAME)}`, FAILURES_ALLOWED]])
    return counted(db, who.account_id, own, windowNow(), attempt)
  }
  return counted(db, who.account_id, bucketsOf('sign_in', PASSWORD_LIMITS, who), windowNow(), attempt, isKnownAddress)
}

/**
 * Runs one attempt with a person's own password in their session. It is counted by the session alone: failures of others,
 * at the same address or in the same name, say nothing of who is signed in already.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures in five minutes
 */
export function throttledInSession<Found>(
  db: Db,
  who: { account_id: number; session_id: number },
  attempt: Judge<Found>,
): Promise<Found | undefined> {
  return counted(db, who.account_id, new Map([[`sign_in:session:${who.session_id}`, FAILURES_ALLOWED]]), windowNow(), attempt)
}

/**
 * Runs one attempt with a code of a person's second factor, counted as one with a password is.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures within an hour
 */
export function throttledCode<Found>(
  db: Db,
  who: { account_id: number; user_id: number },
  attempt: Judge<Found>,
): Promise<Found | undefined> {
  return counted(db, who.account_id, new Map([[`second_factor:${who.user_id}`, CODES_AN_HOUR]]), windowNow(HOUR_SECONDS), attempt)
}

async function counted<Found>(
  db: Db,
  accountId: number,
  limits: ReadonlyMap<string, number>,
  { start, seconds_left }: { start: number; seconds_left: number },
  attempt: Judge<Found>,
  isKnownAddress?: () => Promise<boolean>,
): Promise<Found | undefined> {
  const count = (by: 1 | -1) => db.all(add(accountId, [...limits.keys()], start, by))
  const taken = await count(1)
  const passed = taken.filter((row) => row.taken > (limits.get(row.bucket) as number))
  const isOnlyTheName = passed.every((row) => row.bucket.startsWith('sign_in:name:'))
  const over = passed.length > 0 && !(isOnlyTheName && (await isKnownAddress?.()) === true)
  // an address or a site is closed by failures in many names: that says nothing of this one
  const isLast = taken.some((row) => !/^sign_in:(?:address|site):/.test(row.bucket) && row.taken === limits.get(row.bucket))
  const found = over ? undefined : await attempt(isLast)
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

/**
 * Counts one request of a stranger to have somebody written to, whatever comes of it, by the same measures.
 * @throws EndpointLimitExceeded after too many within an hour
 */
export async function countedRequest(db: Db, who: Attempt): Promise<void> {
  const { start, seconds_left } = windowNow(HOUR_SECONDS)
  const limits = bucketsOf('mail', MAIL_LIMITS, who)
  const taken = await db.all(add(who.account_id, [...limits.keys()], start, 1))
  if (taken.some((row) => row.taken > (limits.get(row.bucket) as number)))
    throw new EndpointLimitExceeded(seconds_left, 'Too many mails were asked for. Please try again in an hour.')
}
