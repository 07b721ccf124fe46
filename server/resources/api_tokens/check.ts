import { splitScopes } from '../../auth/scopes.ts'
import type { Details } from '../../errors.ts'
import { toDate } from '../../lib/clock.ts'
import { EXCEPTIONS, type LevelInput } from './schema.ts'

const LONGEST = 2000
const WHOLE_ROLES: readonly unknown[] = ['admin', 'administrator', '', null, undefined]

/** An absolute http or https address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

/** The description is the URL of the access request, unless an exception stands in its place. @source spec §5.6 rules 1 and 2 for tokens */
export function checkDescription(description: string, exception: string | null): Details {
  const wrong = (sentence: string, error: string): Details => ({ description: [{ description: `Description: ${sentence}`, error }] })
  if (description === '') return wrong('cannot be blank', 'BlankValue')
  if (description.length > LONGEST) return wrong(`is too long (maximum is ${LONGEST} characters)`, 'TooLong')
  if (exception === null && !isWebAddress(description)) return wrong('must be the URL of the access request', 'InvalidFormat')
  return {}
}

/** An exception is one of the two, and says why. @source spec §5.6 rule 2 for tokens, product.md Description */
export function checkException(exception: string | null, reason: string | null): Details {
  if (exception === null) return {}
  if (!(EXCEPTIONS as readonly string[]).includes(exception))
    return { exception: [{ description: `Exception: must be ${EXCEPTIONS.join(' or ')}`, error: 'InvalidValue' }] }
  if (reason === null) return { reason: [{ description: 'Reason: cannot be blank', error: 'BlankValue' }] }
  return reason.length > LONGEST
    ? { reason: [{ description: `Reason: is too long (maximum is ${LONGEST} characters)`, error: 'TooLong' }] }
    : {}
}

/** A token that ends has its end before it. `expires_at` undefined or null: nothing is asked or it never ends. */
export function checkExpiry(expires_at: string | null | undefined, now: Date): Details {
  if (expires_at === undefined || expires_at === null || toDate(expires_at) > now) return {}
  return { expires_at: [{ description: 'Expires at: must be in the future', error: 'InvalidValue' }] }
}

/** Refuses a level below administrator: a token of such a level cannot be issued. @source spec §5.4.1 */
export function checkLevel(given: LevelInput): Details {
  const details: Details = {}
  const refuse = (member: keyof LevelInput, label: string) => {
    const description = `${label}: every API token is administrator-level; a token with a lower permission or role level cannot be issued`
    details[member] = [{ description, error: 'InvalidValue' }]
  }
  if (!isWholeRole(given.role)) refuse('role', 'Role')
  if (!isWholeRole(given.level)) refuse('level', 'Level')
  if (!isWholeRole(given.permission)) refuse('permission', 'Permission')
  if (!isEveryScope(given.scopes)) refuse('scopes', 'Scopes')
  return details
}

function isWholeRole(role: unknown): boolean {
  return WHOLE_ROLES.includes(typeof role === 'string' ? role.trim().toLowerCase() : role)
}

function isEveryScope(scopes: unknown): boolean {
  if (scopes === undefined || scopes === null) return true
  const list: unknown[] = typeof scopes === 'string' ? splitScopes(scopes) : Array.isArray(scopes) ? scopes : []
  return list.includes('unrestricted') || (list.includes('read') && list.includes('write'))
}
