/**
 * WHO STARTED A JOB, and whether they are still allowed to. Work done after the answer has no more authority than the call that started it:
 * the job stores a reference to the credential, which is read again from the database before each part of the work. Not here: what a job
 * does.
 */
import type { Account } from '#accounts/account.ts'
import { readAccount } from '#accounts/directory.ts'
import { type Actor, ANONYMOUS, type Auth, type Context, type CredentialKind, SYSTEM, type Via } from '#core/context.ts'
import { sentenceOf } from '#core/error_formats.ts'
import { HttpError } from '#core/errors.ts'
import { accountNow } from '#lib/clock.ts'
import { type KnownActor, readActor } from './actors.ts'
import { boundsOf, type CredentialBounds, requireAllowedAddress } from './addresses.ts'
import { isPast, isTokenFor, mayUsePassword } from './authenticate.ts'
import { readApiToken, readOAuthToken, readSession } from './credentials.ts'
import { isTokenInPerson } from './in_person.ts'
import { requireUnretired } from './retirement.ts'
import { withinCeiling } from './scopes.ts'
import { hashSecret } from '#core/secrets.ts'

/** The part of the starting call that a job stores. It holds no secret. */
export interface StartedBy {
  readonly kind: CredentialKind
  readonly credential_id: number | null
  readonly client_id: number | null
  readonly scopes: readonly string[] | null
  readonly is_personal: boolean
  readonly actor_id: number
  /** The caller, where the actor is an end user they act on behalf of. */
  readonly impersonator_id?: number
  /** Derived from the hash of the password used: a new password counts as another credential. */
  readonly password_mark?: string
  readonly via: Via
  readonly base_url: string
  /** The origin of the call, for the audits the job writes. */
  readonly ip_address: string | null
  readonly user_agent: string | null
}

/** The authority of a job has ended: nothing more is done in its name. The message is a sentence for the reader of the job status. */
export class AuthorityEnded extends Error {}

/** The caller of `ctx` in the form a job stores. */
export async function readStartedBy(ctx: Context): Promise<StartedBy> {
  const { auth, actor, via, caller } = ctx
  const password = auth.kind === 'password' ? (await readActor(ctx, actor.id))?.password_hash : undefined
  return {
    kind: auth.kind,
    credential_id: auth.credential_id,
    client_id: auth.client_id,
    scopes: auth.scopes,
    is_personal: auth.is_personal,
    actor_id: actor.id,
    ...(auth.impersonator === undefined ? {} : { impersonator_id: auth.impersonator.id }),
    ...(typeof password === 'string' ? { password_mark: markOf(ctx, password) } : {}),
    via,
    base_url: caller.base_url,
    ip_address: caller.ip_address,
    user_agent: caller.user_agent,
  }
}

const markOf = (ctx: Context, passwordHash: string) =>
  hashSecret(ctx.services.pepper, `asked:${passwordHash}`).toString('base64url').slice(0, 22)

/**
 * The context for a part of a job: the actor that started it, with the same credential, under the instance's current settings and clock. To
 * be called in the transaction of that part, so that anything revoked before it began is seen as revoked.
 * @throws AuthorityEnded when the same call would now be refused
 * @source docs/decisions/0027_authority_of_jobs.md
 */
export async function contextAsStarted(tx: Context, startedBy: StartedBy): Promise<Context> {
  const account = await readAccount(tx.db, tx.account.id)
  if (account === undefined) throw new AuthorityEnded('The instance is gone')
  const now = accountNow(account.settings.clock)
  const at: Context = { ...tx, account, now }
  const actor = await readStarter(at, startedBy.actor_id)
  const caller = startedBy.impersonator_id === undefined ? actor : await readStarter(at, startedBy.impersonator_id)
  const { auth, bounds } = await READERS[startedBy.kind](at, startedBy, caller)
  requireStillAllowed(account, { auth, bounds, actor: caller.actor }, startedBy)
  if (caller !== actor) requireActingFor(auth, caller.actor, actor.actor)
  const { base_url, ip_address, user_agent } = startedBy
  return {
    ...at,
    actor: actor.actor,
    auth: caller === actor ? auth : { ...auth, is_personal: false, impersonator: caller.actor },
    via: startedBy.via,
    caller: { ...tx.caller, base_url, ip_address, user_agent },
  }
}

async function readStarter(at: Context, id: number): Promise<KnownActor> {
  if (id === SYSTEM.id) return { actor: SYSTEM, password_hash: null, has_second_factor: false }
  if (id === ANONYMOUS.id) return { actor: ANONYMOUS, password_hash: null, has_second_factor: false }
  const found = await readActor(at, id)
  if (found === undefined) throw new AuthorityEnded('The one who started the job may no longer act')
  return found
}

interface Credential {
  readonly auth: Auth
  readonly bounds: CredentialBounds | null
}

type Reader = (at: Context, startedBy: StartedBy, caller: KnownActor) => Promise<Credential>

function authOf({ kind, credential_id, client_id, scopes, is_personal }: StartedBy): Auth {
  return { kind, credential_id, client_id, scopes, is_personal }
}

/** There is nothing to revoke: the command line, and jobs queued by an earlier version. */
const withoutCredential: Reader = async (_at, startedBy) => ({ auth: authOf(startedBy), bounds: null })

/** Reads each kind of credential again. */
const READERS: Readonly<Record<CredentialKind, Reader>> = {
  system: withoutCredential,
  anonymous: withoutCredential,
  async api_token(at, startedBy, { actor }) {
    const known = await readApiToken(at, startedBy.credential_id ?? 0)
    if (known === undefined || !isTokenFor(at.account, known, actor, at.now))
      throw new AuthorityEnded('The API token the job was started with has been revoked or has expired')
    return { auth: authOf(startedBy), bounds: boundsOf(`api_token:${known.id}`, known) }
  },
  async oauth(at, startedBy, { actor }) {
    const known = await readOAuthToken(at, startedBy.credential_id ?? 0)
    if (known === undefined || known.user_id !== actor.id || isPast(known.expires_at, at.now))
      throw new AuthorityEnded('The access token the job was started with has been revoked or has expired')
    const scopes = startedBy.scopes ?? known.scopes
    if (!withinCeiling(scopes, known.scopes))
      throw new AuthorityEnded('The access token the job was started with has been refreshed for less')
    // even after a refresh with more scopes, the job keeps those it was started with
    const is_personal = startedBy.is_personal && isTokenInPerson({ ...known, scopes })
    return { auth: { ...authOf(startedBy), scopes, is_personal }, bounds: boundsOf(`oauth_client:${known.client_id}`, known) }
  },
  async session(at, startedBy, { actor }) {
    const known = await readSession(at, startedBy.credential_id ?? 0)
    if (known === undefined || known.user_id !== actor.id) throw new AuthorityEnded('The session the job was started in has been ended')
    if (known.must_enrol) throw new AuthorityEnded('The one who started the job must set up a second factor first')
    return { auth: authOf(startedBy), bounds: null }
  },
  async password(at, startedBy, caller) {
    const isSame = caller.password_hash !== null && markOf(at, caller.password_hash) === startedBy.password_mark
    if (!isSame || !mayUsePassword(at.account, caller))
      throw new AuthorityEnded('The password the job was started with is no longer good for calling the API')
    return { auth: authOf(startedBy), bounds: null }
  },
}

/** A job has no route, so that only retirements of whole kinds of credentials apply. */
const NO_ROUTE = { method: '', path: '' }

function requireStillAllowed(account: Account, caller: Credential & { readonly actor: Actor }, { ip_address }: StartedBy): void {
  const { actor, auth, bounds } = caller
  if (auth.kind === 'system' || auth.kind === 'anonymous') return
  const is_credential = auth.kind === 'api_token' || auth.kind === 'oauth'
  try {
    requireUnretired(account, caller, NO_ROUTE)
    requireAllowedAddress(account, { role: actor.role, is_credential, bounds }, ip_address ?? '')
  } catch (error) {
    if (error instanceof HttpError) throw new AuthorityEnded(sentenceOf(error.body))
    throw error
  }
}

function requireActingFor(auth: Auth, caller: Actor, actor: Actor): void {
  if (caller.role === 'admin' && actor.role === 'end-user' && auth.scopes?.includes('impersonate') === true) return
  throw new AuthorityEnded('The one who started the job may no longer act on behalf of this end user')
}
