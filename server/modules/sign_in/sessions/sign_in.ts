import { checkPassword } from '#auth/authenticate.ts'
import type { KnownActor } from '#auth/actors.ts'
import type { Context } from '#core/context.ts'
import { Forbidden, SignInRefused } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { CHALLENGE_SECONDS, insertChallenge } from './challenge_store.ts'
import { openSessionFor, type SignedIn } from './open.ts'
import type { SecondStep } from './schema.ts'
import { addressKey } from '#lib/text_forms.ts'

/**
 * Signs in a user by e-mail and password, on every type of instance: this is for people with a browser, unlike Basic authentication for
 * programs. A user with a second factor gets a challenge instead of a session.
 * `device` is the browser's token, which identifies a known device.
 * @throws SignInRefused when either is wrong @throws Forbidden where staff can only sign in through an identity provider
 * @throws EndpointLimitExceeded after too many failures
 * @source docs/reference/authentication.md §1.1, §7
 */
export async function signIn(
  ctx: Context,
  input: { email?: string | null; password?: string | null },
  device?: string,
): Promise<SignedIn | AnswerOf<typeof SecondStep>> {
  const { services, account, caller } = ctx
  const email = addressKey(input.email ?? '')
  const known = await checkPassword({ services, account, address: caller.ip_address, device }, email, input.password ?? '')
  if (known === undefined) throw new SignInRefused()
  requirePasswordSignIn(ctx, known)
  if (known.has_second_factor)
    return { second_factor: { challenge: await insertChallenge(ctx, known.actor.id), expires_in: CHALLENGE_SECONDS } }
  return openSessionFor(
    ctx,
    known,
    { method: 'password', identity_provider_id: null, second_factor: false },
    signInAuditText(ctx, known),
    device,
  )
}

/** @throws Forbidden for staff of an instance with single sign-on only; the owner may still use a password, in case the provider fails */
export function requirePasswordSignIn(ctx: Context, { actor }: KnownActor): void {
  if (ctx.account.settings.security.sso_only && actor.role !== 'end-user' && !actor.is_owner)
    throw new Forbidden('Agents and administrators of this instance sign in with single sign-on.')
}

/** The text that the audit log records for a sign-in with a password; it mentions when the owner bypassed single sign-on. */
export function signInAuditText(ctx: Context, { actor }: KnownActor, more = ''): string {
  const past = ctx.account.settings.security.sso_only && actor.is_owner ? ', bypassing single sign-on as the owner' : ''
  return `Signed in with a password${more}${past}`
}
