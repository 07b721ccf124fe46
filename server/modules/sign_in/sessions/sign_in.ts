import { checkPassword } from '../../../auth/authenticate.ts'
import type { KnownActor } from '../../../auth/actors.ts'
import type { Context } from '../../../context.ts'
import { Forbidden, SignInRefused } from '../../../errors.ts'
import { CHALLENGE_SECONDS, insertChallenge } from './challenge_store.ts'
import { openFor, type SignedIn } from './open.ts'

/** What stands between the password and the session of who has a second factor. */
export interface SecondStep {
  readonly second_factor: { readonly challenge: string; readonly expires_in: number }
}

/**
 * Signs in whoever knows e-mail and password, on instances of every kind: this is a person at a browser, not a program with Basic
 * authentication. Who has a second factor is given a challenge for it, and no session yet.
 * `device` is the token of the browser, by which it may be known.
 * @throws SignInRefused when either is wrong @throws Forbidden where staff comes in by an identity provider only
 * @throws EndpointLimitExceeded after too many failures
 * @source docs/reference/authentication.md §1.1, §7
 */
export async function signIn(
  ctx: Context,
  input: { email?: string | null; password?: string | null },
  device?: string,
): Promise<SignedIn | SecondStep> {
  const { services, account, caller } = ctx
  const email = (input.email ?? '').trim().toLowerCase()
  const known = await checkPassword({ services, account, address: caller.ip_address, device }, email, input.password ?? '')
  if (known === undefined) throw new SignInRefused()
  requirePasswordEnough(ctx, known)
  if (known.has_second_factor)
    return { second_factor: { challenge: await insertChallenge(ctx, known.actor.id), expires_in: CHALLENGE_SECONDS } }
  return openFor(ctx, known, { method: 'password', identity_provider_id: null, second_factor: false }, signedInWith(ctx, known), device)
}

/** @throws Forbidden for staff of an instance that has them come in by an identity provider; its owner is the way back in when that fails */
export function requirePasswordEnough(ctx: Context, { actor }: KnownActor): void {
  if (ctx.account.settings.security.sso_only && actor.role !== 'end-user' && !actor.is_owner)
    throw new Forbidden('Agents and administrators of this instance sign in with single sign-on.')
}

/** What the audit log says of a sign-in with a password; it stands out where the owner went past single sign-on. */
export function signedInWith(ctx: Context, { actor }: KnownActor, more = ''): string {
  const past = ctx.account.settings.security.sso_only && actor.is_owner ? ', past single sign-on, as the owner may' : ''
  return `Signed in with a password${more}${past}`
}
