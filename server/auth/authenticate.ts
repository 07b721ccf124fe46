// WHO IS CALLING: resolves presented credentials to an actor, or refuses them. One function for each of the four methods of the specification.
// Not here: what a caller may do (permissions/).
import { createHash } from 'node:crypto'
import type { Account } from '#accounts/account.ts'
import { type Actor, ANONYMOUS, type Auth, type Context, type CredentialKind, type Services } from '#core/context.ts'
import { InvalidBearer, Unauthenticated } from '#core/errors.ts'
import { accountNow, machineNow, toDate } from '#lib/clock.ts'
import { boundsOf, type CredentialBounds } from './addresses.ts'
import { actorByEmail, actorById, actorsTopic, type KnownActor } from './actors.ts'
import { recordClosed } from './closed.ts'
import { addressHash, deviceHash, isKnown, keepAddress } from './known_origins.ts'
import { isHeldByUserOnly, isTokenInPerson } from './in_person.ts'
import { findApiToken, findOAuthToken, findSession, type KnownApiToken } from './credentials.ts'
import { verifyPassword } from './passwords.ts'
import type { Presented } from './presented.ts'
import { hashPresented, hashSecret, sameHash } from '#core/secrets.ts'
import { authenticityToken } from './sessions.ts'
import { type KnownFrom, throttleSignIn, throttleInSession } from './throttle.ts'

/** What signing in needs besides the credentials. */
export interface SignIn {
  readonly services: Services
  readonly account: Account
  readonly address: string | null
  /** The token of the browser, which may identify it as known; see known_origins.ts. */
  readonly device?: string | undefined
  /** The session in which a person enters their own password again: failures there are counted for that session alone. */
  readonly session_id?: number | null | undefined
}

/** The caller and the proof of identity. `csrf` is what a page must send back with a write, present for sessions only. */
export interface Caller {
  readonly actor: Actor
  readonly auth: Auth
  readonly csrf?: string
  /** The limits of the credential besides its scopes. */
  readonly bounds?: CredentialBounds | null
}

function makeAuth(kind: CredentialKind, credential_id: number | null): Auth {
  return { kind, credential_id, client_id: null, scopes: null, is_personal: isHeldByUserOnly({ kind }) }
}

const nobody: Caller = { actor: ANONYMOUS, auth: makeAuth('anonymous', null) }

/**
 * Identifies the caller.
 * @throws Unauthenticated for a wrong password or API token, or a method that is switched off
 * @throws InvalidBearer for a wrong, expired or revoked access token
 * @source docs/reference/specification.md §5.1, §5.2, §5.3, §5.4; docs/reference/authentication.md §1
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
        ? 'Users with a second factor cannot call the API with a password. Use an OAuth access token.'
        : 'Password access to the API is switched off for this instance.',
    )
  return { actor: found.actor, auth: makeAuth('password', null) }
}

/**
 * True when this user may call the API with a password: never on a production instance, and never when signing in takes more than a
 * password (a second factor, or an identity provider). @source docs/reference/specification.md §5.1; docs/reference/authentication.md §1.1
 */
export function mayUsePassword({ kind, settings }: Account, { actor, has_second_factor }: KnownActor): boolean {
  const { api, security } = settings
  if (kind === 'production' || has_second_factor) return false
  if (actor.role === 'end-user') return api.password_access_end_users
  return api.password_access && !security.sso_only && security.second_factor !== 'staff'
}

/**
 * Checks the caller's own password, entered again. Failures in a session are counted for the session, others like those of any password.
 * @returns the caller; undefined when the password is not theirs, or they have no e-mail address
 * @throws EndpointLimitExceeded after too many wrong ones
 */
export async function checkOwnPassword(ctx: Context, email: string | null, password: string): Promise<KnownActor | undefined> {
  if (email === null) return undefined
  const { services, account, auth, caller } = ctx
  const session_id = auth.kind === 'session' ? auth.credential_id : null
  const known = await checkPassword({ services, account, address: caller.ip_address, session_id }, email, password)
  return known?.actor.id === ctx.actor.id ? known : undefined
}

/** The user with this e-mail and password; undefined when either is wrong. Throttled. A correct pair is cached briefly, by its hash. */
export async function checkPassword(at: SignIn, email: string, password: string): Promise<KnownActor | undefined> {
  const { cache, pepper } = at.services
  const key = hashSecret(pepper, `password:${email}:${createHash('sha256').update(password).digest('hex')}`).toString('base64')
  return cache.load(actorsTopic(at.account.id), key, async () => {
    const account_id = at.account.id
    const db = at.services.database
    const judge = async (isLast: boolean) => {
      const known = await actorByEmail(at.services, at.account, email)
      if (await verifyPassword(known?.password_hash ?? null, password)) return known
      if (isLast && known !== undefined) await recordClosed(at, known.actor, 'password')
      return undefined
    }
    const found = await (typeof at.session_id === 'number'
      ? throttleInSession(db, { account_id, session_id: at.session_id }, judge)
      : throttleSignIn(db, { account_id, name: email, address: at.address }, knownFrom(at, email), judge))
    // an instance that is being moved is only read
    if (found !== undefined && at.address !== null && at.account.move_state === null)
      await keepAddress(at.services.database, at.account.id, found.actor.id, addressHash(pepper, at.address))
    return found
  })
}

function knownFrom({ services, account, address, device }: SignIn, name: string): KnownFrom {
  const { database, pepper } = services
  const isKnownAt = (hash: Buffer) => isKnown(database, { account_id: account.id, name, hash })
  const hash = device === undefined ? undefined : deviceHash(pepper, device)
  return {
    device: hash === undefined ? undefined : { hash, isKnown: () => isKnownAt(hash) },
    isKnownAddress: async () => address !== null && isKnownAt(addressHash(pepper, address)),
  }
}

async function byApiToken(at: SignIn, email: string, token: string): Promise<Caller> {
  const { api, clock } = at.account.settings
  const { pepper } = at.services
  const now = accountNow(clock)
  if (!api.token_access) throw new Unauthenticated('API token access is switched off for this instance.')
  // sequential: both are cached, and awaiting two promises at once costs more than that
  const known = await findApiToken(at.services, at.account.id, hashPresented(pepper, token))
  const found = known === undefined ? undefined : await actorByEmail(at.services, at.account, email)
  if (known === undefined || found === undefined || !isTokenFor(at.account, known, found.actor, now)) throw new Unauthenticated()
  // never personal, bound or not: the person who created, issued or rotated the token has seen its value, and chose its user freely
  return { actor: found.actor, auth: makeAuth('api_token', known.id), bounds: boundsOf(`api_token:${known.id}`, known) }
}

/** True when an API token is valid at `now` for acting as `actor`. */
export function isTokenFor({ settings }: Account, known: KnownApiToken, actor: Actor, now: Date): boolean {
  const bound_to = known.assigned_user_id ?? (settings.api.token_binding === 'user' ? known.user_id : null)
  // every token has administrator level: a bound one needs a user who is an administrator (docs/reference/specification.md §5.4.1)
  const isFor = bound_to === null || (bound_to === actor.id && actor.role === 'admin')
  return settings.api.token_access && known.active && !isPast(known.expires_at, now) && isFor
}

async function byOAuthToken(at: SignIn, token: string): Promise<Caller> {
  const { pepper } = at.services
  const known = await findOAuthToken(at.services, at.account.id, hashPresented(pepper, token))
  if (known === undefined || isPast(known.expires_at, accountNow(at.account.settings.clock))) throw new InvalidBearer()
  const found = await actorById(at.services, at.account, known.user_id)
  if (found === undefined) throw new InvalidBearer()
  return {
    actor: found.actor,
    auth: { kind: 'oauth', credential_id: known.id, client_id: known.client_id, scopes: known.scopes, is_personal: isTokenInPerson(known) },
    bounds: boundsOf(`oauth_client:${known.client_id}`, known),
  }
}

async function bySession(at: SignIn, token: string): Promise<Caller> {
  const { pepper } = at.services
  const hash = hashPresented(pepper, token)
  const known = await findSession(at.services, at.account.id, hash)
  if (known === undefined || isPast(known.expires_at, machineNow())) return nobody
  const found = await actorById(at.services, at.account, known.user_id)
  if (found === undefined) return nobody
  const auth = { ...makeAuth('session', known.id), ...(known.must_enrol ? { must_enrol: true as const } : {}) }
  return { actor: found.actor, auth, csrf: authenticityToken(pepper, hash) }
}

/** True when the token a page sent with a write is that of its session. Compared in constant time. */
export function isAuthentic(caller: Caller, sent: string | undefined): boolean {
  return caller.csrf !== undefined && sent !== undefined && sameHash(Buffer.from(caller.csrf), Buffer.from(sent))
}

/** True when `moment` is not null and not after `now`. */
export function isPast(moment: string | null, now: Date): boolean {
  return moment !== null && toDate(moment) <= now
}
