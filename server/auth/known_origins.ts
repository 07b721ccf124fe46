/**
 * The origins a person has signed in from before: a browser, which keeps a random token in a cookie, or an address. Other people's failures
 * do not lock the person out there; see throttle.ts. Only hashes are stored. A known origin grants nothing: the password must still be
 * correct.
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'
import { networkOf } from '#lib/networks.ts'
import { hashSecret, makeSecret } from '#core/secrets.ts'

/** The cookie that identifies a known browser. */
const DEVICE_COOKIE = 'deskhand_device'
/** How long a browser stays known after its last sign-in. */
const DEVICE_SECONDS = 90 * 86_400
const ADDRESS_SECONDS = 30 * 86_400
/** An expiry is not moved by less than this. */
const MIN_MOVE_SECONDS = 86_400
/** For one person and kind; the one unused for longest is removed. */
const MAX_OF_A_KIND = 20

/** A person and an origin. */
export interface Origin {
  readonly account_id: number
  /** An e-mail address of the person. */
  readonly name: string
  readonly hash: Buffer
}

const find = defineStatement<{
  user_id: number
}>(`select k.user_id from user_identities i join known_origins k on k.account_id = $1 and k.user_id = i.user_id
  where i.account_id = $1 and i.type = 'email' and lower(i.value) = $2 and k.hash = $3 and k.expires_at > $4`)
const isOf = defineStatement<{ user_id: number }>(
  'select user_id from known_origins where account_id = $1 and user_id = $2 and hash = $3 and expires_at > $4',
)
// updated at most once a day for each origin. The moment is a parameter: subtracting a day in SQL is not immutable
const keep =
  defineStatement<unknown>(`with gone as (delete from known_origins where account_id = $1 and user_id = $2 and hash in (select hash
    from known_origins where account_id = $1 and user_id = $2 and kind = $3 and hash <> $4 order by expires_at desc, hash offset ${MAX_OF_A_KIND - 1}))
  insert into known_origins (account_id, user_id, kind, hash, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, user_id, hash) do update set expires_at = excluded.expires_at
    where known_origins.expires_at < $6`)
const remove = defineStatement<unknown>('delete from known_origins where account_id = $1 and user_id = $2')

function keepFor(accountId: number, userId: number, kind: 'address' | 'device', hash: Buffer) {
  const expires = addSeconds(machineNow(), kind === 'address' ? ADDRESS_SECONDS : DEVICE_SECONDS)
  return keep(accountId, userId, kind, hash, expires, addSeconds(expires, -MIN_MOVE_SECONDS))
}

const COOKIE = new RegExp(`(?:^|;)\\s*${DEVICE_COOKIE}=([^;\\s]{1,100})(?:;|$)`)

/** The token in a Cookie header that may make a browser known. */
export function deviceTokenOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : COOKIE.exec(cookies)?.[1]
}

/** The stored form of a browser's token. */
export function deviceHash(pepper: Buffer, token: string): Buffer {
  return hashSecret(pepper, `device:${token}`)
}

/** The stored form of an address: of the network that is counted. */
export function addressHash(pepper: Buffer, address: string): Buffer {
  return hashSecret(pepper, `address:${networkOf(address)}`)
}

/** True when the person with this e-mail address has signed in from this origin recently. */
export async function isKnown(db: Db, { account_id, name, hash }: Origin): Promise<boolean> {
  return (await db.first(find(account_id, name, hash, machineNow()))) !== undefined
}

/** Records that a person has signed in from an address. */
export async function keepAddress(db: Db, accountId: number, userId: number, hash: Buffer): Promise<void> {
  await db.run(keepFor(accountId, userId, 'address', hash))
}

/**
 * Records that a person has signed in with a browser, and from its address. Returns the token of the browser: the presented one only where
 * it is known as this person's, else a new one, so that an attacker cannot plant a token they know.
 */
export async function keepDevice(ctx: Context, userId: number, presented: string | undefined): Promise<string> {
  const { pepper } = ctx.services
  const known =
    presented !== undefined && (await ctx.db.first(isOf(ctx.account.id, userId, deviceHash(pepper, presented), machineNow()))) !== undefined
  const token = known ? presented : makeSecret('dhd')
  if (ctx.caller.ip_address !== null) await keepAddress(ctx.db, ctx.account.id, userId, addressHash(pepper, ctx.caller.ip_address))
  await ctx.db.run(keepFor(ctx.account.id, userId, 'device', deviceHash(pepper, token)))
  return token
}

/** Removes all known origins of a person: someone who knew their earlier password must not benefit from them. */
export async function deleteOrigins(ctx: Context, userId: number): Promise<undefined> {
  await ctx.db.run(remove(ctx.account.id, userId))
}

/**
 * Removes all known origins of a person except the current browser and address, since a user who changes their own password in a session is
 * there. Returns the new token of the browser.
 */
export async function deleteOtherOrigins(ctx: Context, userId: number): Promise<string> {
  await deleteOrigins(ctx, userId)
  return keepDevice(ctx, userId, undefined)
}

/** The text of a `Set-Cookie` header that makes a browser known. Sent by the sign-in paths only. */
export function deviceCookie(base_url: string, token: string): string {
  const secure = base_url.startsWith('https:') ? '; Secure' : ''
  return `${DEVICE_COOKIE}=${token}; Path=/access; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}
