/** Sessions of people in a browser. They expire by the machine's clock, so that changing an instance's clock does not sign anyone out. */
import { randomBytes } from 'node:crypto'
import { defineStatement } from '#db/builder.ts'
import type { Context } from '#core/context.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { credentialsTopic } from './credentials.ts'
import { hashSecret, makeSecret } from '#core/secrets.ts'

/** The cookie that carries a session. */
export const SESSION_COOKIE = 'deskhand_session'
/** A session ends this long after signing in. */
export const SESSION_SECONDS = 12 * 3600

const insert = defineStatement<{
  id: number
}>(`insert into sessions (account_id, user_id, token_hash, ip_address, user_agent, authenticated_at, last_seen_at, expires_at,
    method, identity_provider_id, second_factor, must_enrol)
  values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11) returning id`)

const removeOfUser = defineStatement<unknown>('delete from sessions where account_id = $1 and user_id = $2 and id <> $3')

const removeOfProvider = defineStatement<{ id: number }>(
  'delete from sessions where account_id = $1 and identity_provider_id = $2 returning id',
)

const mark = defineStatement<unknown>('update sessions set second_factor = $3, must_enrol = $4 where account_id = $1 and id = $2')

const COOKIE = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=([^;\\s]+)`)

/** The session's token in a Cookie header. */
export function sessionTokenOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : COOKIE.exec(cookies)?.[1]
}

/** How a person has signed in. */
export interface SignInMethod {
  readonly method: 'password' | 'sso'
  readonly identity_provider_id: number | null
  readonly second_factor: boolean
  /** The session can be used only to set up a second factor. */
  readonly must_enrol: boolean
}

const BY_PASSWORD: SignInMethod = { method: 'password', identity_provider_id: null, second_factor: false, must_enrol: false }

/** Opens a session for a user; the token goes into the cookie, and only its hash is stored. */
export async function openSession(
  ctx: Context,
  pepper: Buffer,
  userId: number,
  by: SignInMethod = BY_PASSWORD,
): Promise<{ id: number; token: string }> {
  const token = makeSecret('dhs')
  const now = machineNow()
  const agent = ctx.caller.user_agent?.slice(0, 500) ?? null
  const hash = hashSecret(pepper, token)
  const { method, identity_provider_id, second_factor, must_enrol } = by
  const where = [ctx.caller.ip_address, agent, now, addSeconds(now, SESSION_SECONDS)] as const
  const row = await ctx.db.first(insert(ctx.account.id, userId, hash, ...where, method, identity_provider_id, second_factor, must_enrol))
  return { id: ensureDefined(row).id, token }
}

/** The token a page sends back with every write, bound to its session. @source docs/reference/authentication.md §1.1 */
export function authenticityToken(pepper: Buffer, sessionHash: Buffer): string {
  return hashSecret(pepper, `authenticity:${sessionHash.toString('hex')}`).toString('base64url')
}

/** The token as the caller sees it. A caller without a session gets a random one that is never valid. */
export function chooseCsrfToken(csrf: string | undefined): string {
  return csrf ?? randomBytes(32).toString('base64url')
}

/** Updates the second-factor state of a session. Effective in every process once the transaction is committed. */
export async function markSession(ctx: Context, id: number, now: Pick<SignInMethod, 'second_factor' | 'must_enrol'>): Promise<void> {
  await ctx.db.run(mark(ctx.account.id, id, now.second_factor, now.must_enrol))
  await ctx.services.cache.invalidate(ctx.db, credentialsTopic(ctx.account.id))
}

/** Ends all sessions of a user, except `keptId`. Effective in every process once the transaction is committed. */
export async function closeSessions(ctx: Context, userId: number, keptId: number | null = null): Promise<void> {
  await ctx.db.run(removeOfUser(ctx.account.id, userId, keptId ?? 0))
  await ctx.services.cache.invalidate(ctx.db, credentialsTopic(ctx.account.id))
}

/** Ends all sessions opened through an identity provider; returns their number. Effective in every process after the commit. */
export async function closeSessionsThrough(ctx: Context, identityProviderId: number): Promise<number> {
  const ended = await ctx.db.all(removeOfProvider(ctx.account.id, identityProviderId))
  if (ended.length > 0) await ctx.services.cache.invalidate(ctx.db, credentialsTopic(ctx.account.id))
  return ended.length
}
