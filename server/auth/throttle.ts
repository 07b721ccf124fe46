/**
 * Limits password guessing. Failures are counted for each name at each address, for each address, for each site, and for each name alone,
 * shared by all processes. The limit for a name is high: it slows down many addresses together, and one address cannot lock a person out.
 * It does not apply to addresses the person has signed in from before (known_origins.ts), and a known browser has a counter of its own. An
 * address stands for its network (networkOf of lib/networks.ts); an IPv6 site has 65,536 of them, so failures of the site are counted, too.
 * A password entered again in a session is counted for that session alone. Anyone guessing a second factor has the password already, and
 * six digits are few: that limit is per person, and low.
 */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { EndpointLimitExceeded } from '#core/errors.ts'
import { machineNow } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { networkOf, siteOf } from '#lib/networks.ts'

/** An attempt: `name` is an e-mail address, or the identifier of an OAuth client. */
export interface Attempt {
  readonly account_id: number
  readonly name: string
  readonly address: string | null
}

/** Whether the person has signed in from this origin before. `device` is the presented browser token, if any. */
export interface KnownFrom {
  readonly device?: { readonly hash: Buffer; readonly isKnown: () => Promise<boolean> } | undefined
  readonly isKnownAddress: () => Promise<boolean>
}

const WINDOW_SECONDS = 300
const MAX_NAME_LENGTH = 200
/** Failures in five minutes, of one name at one address; the limits below are in the same unit. */
export const FAILURES_ALLOWED = 10
const PASSWORD_LIMITS = { pair: FAILURES_ALLOWED, address: 30, site: 300, name: 100 }
/** Wrong codes of a second factor in an hour. */
const CODES_AN_HOUR = 20
const HOUR_SECONDS = 3600
/** Mails that unauthenticated callers may trigger, in an hour. */
const MAIL_LIMITS = { pair: 5, address: 30, site: 300, name: 10 }
/** Client secrets cannot be guessed, and names of clients are public: no limit by name, so that failures cannot lock a client out. */
const SECRET_LIMITS = { pair: 10, address: 30, site: 300 }

const add = defineStatement<{ bucket: string; taken: number }>(`insert into rate_limits (account_id, bucket, window_start, taken)
  select $1, bucket, $3, $4 from unnest($2::text[]) as bucket order by bucket
  on conflict (account_id, bucket, window_start) do update set taken = greatest(0, rate_limits.taken + excluded.taken) returning bucket, taken`)
const read = defineStatement<{ bucket: string; taken: number }>(
  'select bucket, taken from rate_limits where account_id = $1 and bucket = any($2::text[]) and window_start = $3',
)

function bucketsOf(kind: string, limits: Readonly<Record<string, number>>, who: Attempt): ReadonlyMap<string, number> {
  const name = who.name.slice(0, MAX_NAME_LENGTH)
  const address = networkOf(who.address)
  const site = siteOf(who.address)
  const keys: Record<string, string> = { pair: `${address} ${name}`, address, site, name }
  // an address that is its own site is counted once
  const counted = Object.entries(limits).filter(([what]) => what !== 'site' || site !== address)
  return new Map(counted.map(([what, limit]) => [`${kind}:${what}:${keys[what]}`, limit]))
}

function windowNow(seconds = WINDOW_SECONDS): { start: number; seconds_left: number } {
  const now = Math.floor(machineNow().getTime() / 1000)
  const start = now - (now % seconds)
  return { start, seconds_left: start + seconds - now }
}

const refusal = (seconds: number) => new EndpointLimitExceeded(seconds, 'Too many failed attempts to sign in. Please wait a few minutes.')

/** How an attempt is counted: in which buckets, each with its limit, and in which window. */
interface Counting {
  readonly account_id: number
  readonly limits: ReadonlyMap<string, number>
  readonly window: ReturnType<typeof windowNow>
  /** Asked when only the limit of the name is exceeded: it does not apply to an address that is known. */
  readonly isKnownAddress?: () => Promise<boolean>
}

/** Checks the attempt. `isLast`: if it fails, no attempt for this name, here or from any address, is checked until the window ends. */
type Check<Found> = (isLast: boolean) => Promise<Found | undefined>

/**
 * Runs one attempt with a password. It is counted before it is checked, so that concurrent attempts gain nothing; a successful one is
 * uncounted.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures in five minutes
 */
export async function throttleSignIn<Found>(
  db: Db,
  who: Attempt,
  { device, isKnownAddress }: KnownFrom,
  attempt: Check<Found>,
): Promise<Found | undefined> {
  const { account_id } = who
  if (device !== undefined && (await device.isKnown())) {
    const bucket = `sign_in:device:${device.hash.toString('base64url')} ${who.name.slice(0, MAX_NAME_LENGTH)}`
    return runCountedAttempt(db, { account_id, limits: new Map([[bucket, FAILURES_ALLOWED]]), window: windowNow() }, attempt)
  }
  const limits = bucketsOf('sign_in', PASSWORD_LIMITS, who)
  return runCountedAttempt(db, { account_id, limits, window: windowNow(), isKnownAddress }, attempt)
}

/**
 * Runs one attempt with a person's own password in their session. It is counted for the session alone: failures of others, at the same
 * address or with the same name, do not concern a person who is already signed in.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures in five minutes
 */
export function throttleInSession<Found>(
  db: Db,
  { account_id, session_id }: { account_id: number; session_id: number },
  attempt: Check<Found>,
): Promise<Found | undefined> {
  const limits = new Map([[`sign_in:session:${session_id}`, FAILURES_ALLOWED]])
  return runCountedAttempt(db, { account_id, limits, window: windowNow() }, attempt)
}

/**
 * Runs one attempt with a code of a person's second factor, counted in the same way.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures within an hour
 */
export function throttleCode<Found>(
  db: Db,
  { account_id, user_id }: { account_id: number; user_id: number },
  attempt: Check<Found>,
): Promise<Found | undefined> {
  const limits = new Map([[`second_factor:${user_id}`, CODES_AN_HOUR]])
  return runCountedAttempt(db, { account_id, limits, window: windowNow(HOUR_SECONDS) }, attempt)
}

async function runCountedAttempt<Found>(
  db: Db,
  { account_id, limits, window, isKnownAddress }: Counting,
  attempt: Check<Found>,
): Promise<Found | undefined> {
  const count = (by: 1 | -1) => db.all(add(account_id, [...limits.keys()], window.start, by))
  const taken = await count(1)
  const passed = taken.filter((row) => row.taken > ensureDefined(limits.get(row.bucket)))
  const isOnlyTheName = passed.every((row) => row.bucket.startsWith('sign_in:name:'))
  const over = passed.length > 0 && !(isOnlyTheName && (await isKnownAddress?.()) === true)
  // the limits of an address or a site are reached by failures of many names and do not concern this one
  const isLast = taken.some((row) => !/^sign_in:(?:address|site):/.test(row.bucket) && row.taken === limits.get(row.bucket))
  const found = over ? undefined : await attempt(isLast)
  // an unchecked attempt is not a failure: otherwise one persistent address would use up the name's limit for all others
  if (over || found !== undefined) await count(-1)
  if (over) throw refusal(window.seconds_left)
  return found
}

/**
 * Runs one attempt with a secret too long to be guessed. Only failures are counted, so that a client may request many tokens at once.
 * @returns what `attempt` found, undefined when it failed
 * @throws EndpointLimitExceeded after too many failures in five minutes
 */
export async function throttleSecret<Found>(db: Db, who: Attempt, attempt: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const { start, seconds_left } = windowNow()
  const limits = bucketsOf('client', SECRET_LIMITS, who)
  const counted = await db.all(read(who.account_id, [...limits.keys()], start))
  if (counted.some((row) => row.taken >= ensureDefined(limits.get(row.bucket)))) throw refusal(seconds_left)
  const found = await attempt()
  if (found === undefined) await db.all(add(who.account_id, [...limits.keys()], start, 1))
  return found
}

/**
 * Counts one unauthenticated request for a mail to a person, successful or not, with the same kinds of limits.
 * @throws EndpointLimitExceeded after too many within an hour
 */
export async function countMailRequest(db: Db, who: Attempt): Promise<void> {
  const { start, seconds_left } = windowNow(HOUR_SECONDS)
  const limits = bucketsOf('mail', MAIL_LIMITS, who)
  const taken = await db.all(add(who.account_id, [...limits.keys()], start, 1))
  if (taken.some((row) => row.taken > ensureDefined(limits.get(row.bucket))))
    throw new EndpointLimitExceeded(seconds_left, 'Too many mails were requested. Please try again in an hour.')
}
