/**
 * IN PERSON: which credentials act as their user in person, and the acts that demand it. The only place where this is decided, for every way
 * by which a call can come in. Not here: duties, and what else an act demands.
 */
import type { Auth, Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'

/**
 * The scope with which a program acts in person. No other scope contains it, no ceiling lists it, and it is granted only when it is asked for,
 * by a client that an administrator has marked. @source docs/decisions/0047_scope_in_person.md
 */
export const IN_PERSON = 'in_person'

/** What is known of an access token and its client. */
export interface HeldToken {
  /** Its user granted it themselves: on the consent page, by their password, or in a session. */
  readonly is_personal: boolean
  readonly scopes: readonly string[]
  /** An administrator has marked the client. */
  readonly may_act_in_person: boolean
}

/** True when an access token acts in person. */
export function isTokenInPerson({ is_personal, scopes, may_act_in_person }: HeldToken): boolean {
  return is_personal && may_act_in_person && scopes.includes(IN_PERSON)
}

/** True for credentials that only the user holds. An access token is held by a program, also one that acts in person. */
export function isHeldByUserOnly({ kind }: Pick<Auth, 'kind'>): boolean {
  return kind === 'session' || kind === 'password'
}

/**
 * Decisions about access are made in person: the holder of an API token can name any user with it, and could act as requester, manager
 * and reviewer in turn; a program could do so in the name of everyone who has once connected it.
 * @throws Forbidden also for credentials that others hold @source docs/reference/access_governance.md §3
 */
export function requireInPerson({ auth }: Context): void {
  if (auth.is_personal) return
  throw new Forbidden(
    `This must be done in person: sign in, or use an OAuth access token with the scope ${IN_PERSON}, which you have allowed a program that may ask for it. An API token can act as any user, and a program acts on behalf of others.`,
  )
}

/** For acts by which a program could give itself or another program the scope. @throws Forbidden for every credential a program holds */
export function requireHeldByUserOnly({ auth }: Context, act: string): void {
  if (isHeldByUserOnly(auth)) return
  throw new Forbidden(`${act} must be done by a person who has signed in. No token can do it, so that no program allows itself more.`)
}

/** @throws Forbidden for every caller without a session */
export function requireSession({ auth }: Context, sentence = 'This requires a browser session: sign in with a browser.'): void {
  if (auth.kind !== 'session') throw new Forbidden(sentence)
}
