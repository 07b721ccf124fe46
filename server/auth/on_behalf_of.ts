/** Acting on behalf of an end user: which callers may, for which users, and on which routes. @source docs/reference/authentication.md §5 */
import type { Account } from '#accounts/account.ts'
import type { Actor, Auth, CachingServices } from '#core/context.ts'
import { Forbidden, InvalidBearer, MissingScope } from '#core/errors.ts'
import { actorById, endUserByEmail } from './actors.ts'
import { addressKey } from '#lib/text_forms.ts'

/** An operation, as a route names it. */
interface Operation {
  readonly method: string
  readonly path: string
}

/** Routes an end user writes to: their own records, and satisfaction ratings. */
const ACTS =
  /^\/api\/v2\/(?:requests|uploads|attachments|help_center|community|users\/me|end_users|organization_subscriptions)(?:\/|$)|\/satisfaction_rating$/
/** Routes an end user only reads, to fill in a request. */
const READS = /^\/api\/v2\/(?:locales|ticket_fields|ticket_forms|custom_statuses)(?:\/|$)/
/** Exceptions: routes of the user's session, and those that would disclose their credentials. */
const NEVER = /^\/api\/v2\/users\/me\/(?:logout|session|oauth|second_factor|password)(?:\/|$)/

/**
 * True for an operation that may be done on behalf of an end user. The only place where this is decided.
 * @source docs/reference/authentication.md §5
 */
export function isForEndUsers({ method, path }: Operation): boolean {
  if (NEVER.test(path)) return false
  return ACTS.test(path) || (method === 'GET' && READS.test(path))
}

/** An actor with the authentication it rests on. */
interface Acting {
  readonly actor: Actor
  readonly auth: Auth
}

/**
 * The actor of a call: the caller, or the end user named by e-mail or id in `X-On-Behalf-Of`. `auth.impersonator` keeps the caller.
 * @throws MissingScope for an access token without `impersonate`
 * @throws Forbidden for any other credential, for callers other than administrators, operations that are not for end users, and people who
 * are not end users
 * @throws InvalidBearer when the name matches no user who may sign in, as the public service answers
 * @source docs/reference/authentication.md §5
 */
export async function resolveActor(
  at: { readonly services: CachingServices; readonly account: Account },
  caller: Acting,
  operation: Operation,
  named: string | undefined,
): Promise<Acting> {
  if (named === undefined) return caller
  const { actor, auth } = caller
  if (auth.scopes === null) throw new Forbidden('X-On-Behalf-Of needs an OAuth access token with the scope impersonate.')
  if (!auth.scopes.includes('impersonate')) throw new MissingScope(['impersonate'])
  if (actor.role !== 'admin') throw new Forbidden('Only an administrator can act on behalf of an end user.')
  if (!isForEndUsers(operation)) throw new Forbidden('This cannot be done on behalf of an end user.')
  const name = named.trim()
  const id = /^\d{1,15}$/.test(name) ? Number(name) : null
  const found = await (id === null ? endUserByEmail(at.services, at.account, addressKey(name)) : actorById(at.services, at.account, id))
  if (found === undefined) throw new InvalidBearer()
  if (found.actor.role !== 'end-user') throw new Forbidden('X-On-Behalf-Of must name an end user.')
  return { actor: found.actor, auth: { ...auth, is_personal: false, impersonator: actor } }
}
