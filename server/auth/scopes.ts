/** The scopes of OAuth tokens. @source docs/reference/authentication.md §4.6 */
import type { Auth } from '#core/context.ts'
import { MissingScope } from '#core/errors.ts'
import { IN_PERSON } from './in_person.ts'

/** Scopes no other scope contains. */
const APART: readonly string[] = ['impersonate', 'unrestricted', IN_PERSON]

/** True when the granted scopes allow `access` to a resource. An omitted access stands for both, an omitted resource for all. */
export function allowsScope(granted: readonly string[], resource: string, access: 'read' | 'write'): boolean {
  return granted.some((scope) => scope === access || scope === resource || scope === `${resource}:${access}` || scope === 'unrestricted')
}

/** Any one of these scopes suffices; the narrowest first, as the refusal lists them. */
export function listRequiredScopes(resource: string, access: 'read' | 'write'): string[] {
  return resource === '' ? [access] : [`${resource}:${access}`, access]
}

/** Parses a scope list from the wire, one text separated by spaces (commas are accepted); duplicates are dropped. */
export function splitScopes(scope: string): string[] {
  return [...new Set(scope.split(/[\s,]+/).filter(Boolean))]
}

/** True when every scope can be written in a header and a space-separated list. @source RFC 6749 §3.3 */
export function areWellFormed(scopes: readonly string[]): boolean {
  return scopes.length <= 100 && scopes.every((scope) => scope.length <= 100 && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
}

/** A narrow scope beside a broader one that contains it; null when there is none. Such a list is refused for a client's ceiling. */
export function redundantScope(scopes: readonly string[]): string | null {
  const covers = (broad: string, narrow: string) =>
    broad !== narrow && narrow.includes(':') && (narrow.startsWith(`${broad}:`) || narrow.endsWith(`:${broad}`))
  return scopes.find((narrow) => scopes.some((broad) => covers(broad, narrow))) ?? null
}

/** True when every requested scope lies within the ceiling; null = no ceiling. Unknown scopes are compared like any resource. */
export function withinCeiling(wanted: readonly string[], ceiling: readonly string[] | null): boolean {
  return ceiling === null || wanted.every((scope) => ceiling.includes(scope) || contains(ceiling, scope))
}

function contains(ceiling: readonly string[], scope: string): boolean {
  if (APART.includes(scope)) return false
  if (scope === 'read' || scope === 'write') return ceiling.includes('unrestricted')
  const [resource = '', access] = scope.split(':')
  const accesses: readonly ('read' | 'write')[] = access === 'read' || access === 'write' ? [access] : ['read', 'write']
  return accesses.every((each) => allowsScope(ceiling, resource, each))
}

/** Whether a caller has this access to a resource: an access token by its scopes, others always. */
export function hasScope({ scopes }: Auth, resource: string, access: 'read' | 'write'): boolean {
  return scopes === null || allowsScope(scopes, resource, access)
}

/** @throws MissingScope for an access token that lacks this access to a resource */
export function requireScope(auth: Auth, resource: string, access: 'read' | 'write'): void {
  if (!hasScope(auth, resource, access)) throw new MissingScope(listRequiredScopes(resource, access))
}

/**
 * For acts that issue a credential without scopes of its own: a caller with a part of the scopes must not obtain all of them.
 * @throws MissingScope when the caller's token lacks `read` or `write`
 */
export function requireEveryScope(auth: Auth): void {
  const { scopes } = auth
  if (scopes === null || scopes.includes('unrestricted')) return
  const missing = ['read', 'write'].filter((scope) => !scopes.includes(scope))
  if (missing.length > 0) throw new MissingScope(missing)
}
