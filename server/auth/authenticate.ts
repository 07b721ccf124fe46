/** Turns presented credentials into the one who acts, or refuses them. The four ways of the specification, each in its own function. */
import { createHash } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { type Actor, ANONYMOUS, type Auth, type CredentialKind, type Services } from '../context.ts'
import { InvalidBearer, Unauthenticated } from '../errors.ts'
import { accountNow, machineNow, toDate } from '../lib/clock.ts'
import { boundsOf, type CredentialBounds } from './addresses.ts'
import { actorByEmail, actorById, actorsTopic, type KnownActor } from './actors.ts'
import { recordClosed } from './closed.ts'
import { findApiToken, findOAuthToken, findSession } from './credentials.ts'
import { verifyPassword } from './passwords.ts'
import type { Presented } from './presented.ts'
import { hashSecret, sameHash } from './secrets.ts'
import { authenticityToken } from './sessions.ts'
import { throttled } from './throttle.ts'

/** What signing in needs to know beside the credentials. */
export interface SignIn {
  readonly services: Services
  readonly account: Account
  readonly address: string | null
}

/** Who calls and how he proved it. `csrf` is what a page must send back with a write, present for sessions only. */
export interface Caller {
  readonly actor: Actor
  readonly auth: Auth
  readonly csrf?: string
  /** What the credential may beside its scopes. */
  readonly bounds?: CredentialBounds | null
}

function as(kind: CredentialKind, credential_id: number | null, is_personal: boolean): Auth {
  return { kind, credential_id, client_id: null, scopes: null, is_personal }
}

const nobody: Caller = { actor: ANONYMOUS, auth: as('anonymous', null, false) }

/**
 * Who is calling.
 * @throws Unauthenticated for a wrong password or API token, or a method that is switched off
 * @throws InvalidBearer for a wrong, expired or revoked access token
 * @source spec §5.1–5.4, auth.md §1
 */
export async function authenticate(at: SignIn, presented: Presented): Promise<Caller> {
  switch (presented.kind) {
    case 'none':
      return nobody
    case 'unreadable':
      throw new Unauthenticated()
    case 'password':
      return byPassword(at, presented.email, presented.password)
    case 'api_token':
      return byApiToken(at, presented.email, presented.token)
    case 'oauth':
      return byOAuthToken(at, presented.token)
    case 'session':
      return bySession(at, presented.token)
  }
}

async function byPassword(at: SignIn, email: string, password: string): Promise<Caller> {
  if (at.account.kind === 'production')
    throw new Unauthenticated('Basic authentication with a password is not enabled on production instances. Use an OAuth access token.')
  const found = await checkPassword(at, email, password)
  if (found === undefined) throw new Unauthenticated()
  if (!mayUsePassword(at.account, found))
    throw new Unauthenticated(
      found.has_second_factor
        ? 'Whoever has a second factor does not call the API with a password. Use an OAuth access token.'
        : 'Password access to the API is switched off for this instance.',
    )
  return { actor: found.actor, auth: as('password', null, true) }
}

/**
 * True where the instance lets this person call the API with a password. On production nobody may, and nowhere who needs more than a
 * password to sign in: a second factor, or an identity provider. @source spec §5.1, auth.md §1 "Not with 2FA/SSO"
 */
export function mayUsePassword({ kind, settings }: Account, { actor, has_second_factor }: KnownActor): boolean {
  const { api, security } = settings
  if (kind === 'production' || has_second_factor) return false
  if (actor.role === 'end-user') return api.password_access_end_users
  return api.password_access && !security.sso_only && security.second_factor !== 'staff'
}

/** The user with this e-mail and password; undefined when either is wrong. Throttled. A good pair is remembered for a short time, by its hash. */
export async function checkPassword(at: SignIn, email: string, password: string): Promise<KnownActor | undefined> {
  const { memory, pepper } = at.services
  const key = hashSecret(pepper, `password:${email}:${createHash('sha256').update(password).digest('hex')}`).toString('base64')
  return memory.remember(actorsTopic(at.account.id), key, () =>
    throttled(at.services.database, { account_id: at.account.id, name: email, address: at.address }, async (isLast) => {
      const found = await actorByEmail(at.services, at.account, email)
      if (await verifyPassword(found?.password_hash ?? null, password)) return found
      if (isLast && found !== undefined) await recordClosed(at, found.actor, 'password')
      return undefined
    }),
  )
}

async function byApiToken(at: SignIn, email: string, token: string): Promise<Caller> {
  const { api, clock } = at.account.settings
  const { pepper } = at.services
  const now = accountNow(clock)
  if (!api.token_access) throw new Unauthenticated('API token access is switched off for this instance.')
  const [known, found] = await Promise.all([
    findApiToken(at.services, at.account.id, hashSecret(pepper, token)),
    actorByEmail(at.services, at.account, email),
  ])
  if (known === undefined || !known.active || found === undefined || isPast(known.expires_at, now)) throw new Unauthenticated()
  const bound_to = known.assigned_user_id ?? (api.token_binding === 'user' ? known.user_id : null)
  if (bound_to !== null && bound_to !== found.actor.id) throw new Unauthenticated()
  // never in person, bound or not: whoever made, issued or rotated it has seen its value, and made it for anybody he liked
  return { actor: found.actor, auth: as('api_token', known.id, false), bounds: boundsOf(`api_token:${known.id}`, known) }
}

async function byOAuthToken(at: SignIn, token: string): Promise<Caller> {
  const { pepper } = at.services
  const known = await findOAuthToken(at.services, at.account.id, hashSecret(pepper, token))
  if (known === undefined || isPast(known.expires_at, accountNow(at.account.settings.clock))) throw new InvalidBearer()
  const found = await actorById(at.services, at.account, known.user_id)
  if (found === undefined) throw new InvalidBearer()
  return {
    actor: found.actor,
    auth: { kind: 'oauth', credential_id: known.id, client_id: known.client_id, scopes: known.scopes, is_personal: known.is_personal },
    bounds: boundsOf(`oauth_client:${known.client_id}`, known),
  }
}

async function bySession(at: SignIn, token: string): Promise<Caller> {
  const { pepper } = at.services
  const hash = hashSecret(pepper, token)
  const known = await findSession(at.services, at.account.id, hash)
  if (known === undefined || isPast(known.expires_at, machineNow())) return nobody
  const found = await actorById(at.services, at.account, known.user_id)
  if (found === undefined) return nobody
  const auth = { ...as('session', known.id, true), ...(known.must_enrol ? { must_enrol: true as const } : {}) }
  return { actor: found.actor, auth, csrf: authenticityToken(pepper, hash) }
}

/** True when the token a page sent with a write is the one of its session. Compared in constant time. */
export function isAuthentic(caller: Caller, sent: string | undefined): boolean {
  return caller.csrf !== undefined && sent !== undefined && sameHash(Buffer.from(caller.csrf), Buffer.from(sent))
}

function isPast(moment: string | null, now: Date): boolean {
  return moment !== null && toDate(moment) <= now
}
