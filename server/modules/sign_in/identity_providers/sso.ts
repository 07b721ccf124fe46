/** Single sign-on through a provider: the redirect there, and the callback. It never creates users; only existing staff can sign in. */
import { randomBytes } from 'node:crypto'
import { actorByEmail, type KnownActor, readActor } from '#auth/actors.ts'
import { type Actor, type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { memberOf } from '#lib/error_words.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { isConfirmedAddress } from '#modules/people/user_identities/store.ts'
import { openSessionFor, type SignedIn } from '../sessions/open.ts'
import { authorizationUrl, type ProviderIdentity, identifyUser } from './provider.ts'
import { getIdentityProvider, shareLockIdentityProvider, type IdentityProviderRow, insertLink, isLinked, useLink } from './store.ts'
import { insertVisit, takeVisit, type VisitTokens } from './visit_store.ts'

/** Why a sign-in was refused; the sign-in page has a message for each. */
export type Refusal =
  | 'over'
  | 'denied'
  | 'unavailable'
  | 'not_proved'
  | 'unverified'
  | 'unconfirmed'
  | 'unknown'
  | 'other_subject'
  | 'address'
  | 'owner'

/** The attempt ended without a session. */
export class SsoRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const MAX_RETURN_LENGTH = 2000
/** 256 random bits. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

/**
 * The page to return to, if it is on this instance; otherwise `/`. Parsed as browsers do, so `//host` and `/\host` count as other hosts.
 */
export function ownPath(base_url: string, wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_RETURN_LENGTH || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, base_url)
  return url === null || url.origin !== new URL(base_url).origin ? '/' : url.pathname + url.search + url.hash
}

/**
 * Starts an attempt: returns the URL at the provider. `browser` is the value of the browser's cookie, if it has one.
 * @throws NotFound when there is no active provider with this id @throws SsoRefused when the provider cannot be reached
 */
export async function startSso(
  ctx: Context,
  id: number,
  return_to: string | undefined,
  browser: string | undefined,
): Promise<{ location: string; browser: string }> {
  const provider = await getIdentityProvider(ctx, id)
  if (!provider.active) throw new NotFound()
  const tie = () => randomBytes(32).toString('base64url')
  const ties: VisitTokens = { state: tie(), browser: browser !== undefined && TOKEN_PATTERN.test(browser) ? browser : tie() }
  const location = await authorizationUrl(ctx, provider, ties).catch((error: unknown) => logAndRefuse(ctx, provider, error, 'unavailable'))
  await insertVisit(ctx, ties, id, ownPath(ctx.caller.base_url, return_to))
  return { location, browser: ties.browser }
}

/** Logs the reason for the operator. The messages contain no secrets, only expected values. @throws SsoRefused always */
function logAndRefuse(ctx: Context, { id }: IdentityProviderRow, error: unknown, refusal: Refusal): never {
  const name = memberOf(error, 'name')
  const code = memberOf(error, 'code')
  const message = memberOf(error, 'message')
  ctx.log.warn({ account_id: ctx.account.id, identity_provider_id: id, name, code, reason: message }, 'single sign-on failed')
  throw new SsoRefused(refusal)
}

/** Errors of the connection to the provider, as opposed to invalid responses. */
const UNREACHABLE = /^(?:TypeError|TimeoutError|AbortError|OutboundRefused)$/

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return 'not_proved'
  if (error.name === 'AuthorizationResponseError') return memberOf(error, 'error') === 'access_denied' ? 'denied' : 'not_proved'
  return UNREACHABLE.test(error.name) || UNREACHABLE.test(error.constructor.name) ? 'unavailable' : 'not_proved'
}

/** Handles a provider's callback and signs the user in. `query` is the raw query string. @throws SsoRefused */
export async function completeSso(
  ctx: Context,
  given: { state: string | undefined; browser: string | undefined; device: string | undefined; query: string },
): Promise<SignedIn & { return_to: string }> {
  const { state = '', browser = '', query } = given
  const visit = await takeVisit(ctx, { state, browser })
  if (visit === undefined) throw new SsoRefused('over')
  const provider = await getIdentityProvider(ctx, visit.identity_provider_id)
  if (!provider.active) throw new SsoRefused('over')
  const vouched = await identifyUser(ctx, provider, { state, browser }, query).catch((error: unknown) =>
    logAndRefuse(ctx, provider, error, refusalOf(error)),
  )
  try {
    return { ...(await admit(ctx, provider, vouched, given.device)), return_to: visit.return_to }
  } catch (error) {
    const refusal = error instanceof Forbidden ? new SsoRefused('address') : error
    if (refusal instanceof SsoRefused) await recordRefusal(ctx, provider, vouched, refusal)
    throw refusal
  }
}

async function admit(
  ctx: Context,
  provider: IdentityProviderRow,
  vouched: ProviderIdentity,
  device: string | undefined,
): Promise<SignedIn> {
  const candidate = await byVerifiedEmail(ctx, provider, vouched)
  return inTransaction(ctx, async (tx) => {
    // the provider may have been changed meanwhile: its state when the session is opened counts
    const held = await shareLockIdentityProvider(tx, provider.id)
    if (!held.active) throw new SsoRefused('over')
    const link = await useLink(tx, provider.id, vouched.subject)
    const userId = link?.user_id ?? (mayLink(held, vouched) ? candidate?.actor.id : undefined)
    const known = userId === undefined ? undefined : await readActor(tx, userId)
    if (link === undefined && held.link_by_verified_email && vouched.verified_email === null) throw new SsoRefused('unverified')
    if (known === undefined || known.actor.role === 'end-user') throw new SsoRefused('unknown')
    // the holder of an address that a program alone has given to staff would sign in as them
    if (link === undefined && !(await isConfirmedAddress(tx, known.actor.id, ensureDefined(vouched.verified_email))))
      throw new SsoRefused('unconfirmed')
    // any administrator can set up a provider, but none may sign in as the owner through it
    if (link === undefined && known.actor.is_owner && !held.owner_trusts) throw new SsoRefused('owner')
    if (link === undefined) await linkPerson(tx, provider, vouched.subject, known.actor)
    const by = { method: 'sso', identity_provider_id: provider.id, second_factor: false } as const
    return openSessionFor(tx, known, by, `Signed in through ${provider.name}`, device)
  })
}

/** True when a verified address may link a user. */
function mayLink({ link_by_verified_email, allowed_domains }: IdentityProviderRow, { verified_email }: ProviderIdentity): boolean {
  if (!link_by_verified_email || verified_email === null) return false
  return allowed_domains.includes(verified_email.slice(verified_email.lastIndexOf('@') + 1))
}

/** The user with the verified address, if it may link one. Called before the transaction, because it uses the cache. */
async function byVerifiedEmail(ctx: Context, provider: IdentityProviderRow, vouched: ProviderIdentity): Promise<KnownActor | undefined> {
  return mayLink(provider, vouched) ? actorByEmail(ctx.services, ctx.account, ensureDefined(vouched.verified_email)) : undefined
}

/**
 * @throws SsoRefused when the user is linked to another subject: an address reassigned at the provider must not open the account of its
 * former user
 */
async function linkPerson(tx: Context, provider: IdentityProviderRow, subject: string, actor: Actor): Promise<void> {
  if (await isLinked(tx, provider.id, actor.id)) throw new SsoRefused('other_subject')
  await insertLink(tx, provider.id, subject, actor.id)
  await recordAudit(
    { ...tx, actor },
    {
      action: 'update',
      source_type: 'user',
      source_id: actor.id,
      source_label: actor.name,
      change_description: `Linked to ${provider.name} by a verified e-mail address`,
    },
  )
}

const REASONS: Partial<Record<Refusal, string>> = {
  unknown: 'no agent or administrator matches',
  unverified: 'the provider has not verified the e-mail address',
  unconfirmed: 'a program has set the e-mail address, and no person has confirmed it',
  other_subject: 'the person is linked to another account at the provider',
  address: 'staff may not sign in from this address',
  owner: 'the owner does not trust this provider in its current configuration',
}

async function recordRefusal(
  ctx: Context,
  provider: IdentityProviderRow,
  vouched: ProviderIdentity,
  { refusal }: SsoRefused,
): Promise<void> {
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'login',
      source_type: 'identity_provider',
      source_id: provider.id,
      source_label: provider.name,
      change_description: `Not signed in: ${REASONS[refusal] ?? refusal}`,
      details: { subject: vouched.subject.slice(0, 255) },
    }),
  )
}
