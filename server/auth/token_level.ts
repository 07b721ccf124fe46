/** The permission level of API tokens: there is only administrator. */
import type { Details } from '../errors.ts'
import { splitScopes } from './scopes.ts'

const WHOLE_ROLES: readonly unknown[] = ['admin', 'administrator', '', null, undefined]

/** Members with which a caller may request less than administrator level. */
export interface LevelInput {
  readonly role?: unknown
  readonly level?: unknown
  readonly permission?: unknown
  readonly scopes?: unknown
}

/** Refuses a level below administrator: such a token cannot be issued. @source docs/reference/specification.md §5.4.1 */
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

/**
 * Refuses to bind a token to a user other than an administrator: such a token would be of a lower level. `user` undefined: there is none
 * who may sign in. @source docs/reference/specification.md §5.4.1
 */
export function checkBinding(user: { readonly role: string } | undefined): Details {
  if (user?.role === 'admin') return {}
  const description = 'Assigned user: must be an administrator who may sign in, because every API token is administrator-level'
  return { assigned_user_id: [{ description, error: 'InvalidValue' }] }
}

function isWholeRole(role: unknown): boolean {
  return WHOLE_ROLES.includes(typeof role === 'string' ? role.trim().toLowerCase() : role)
}

function isEveryScope(scopes: unknown): boolean {
  if (scopes === undefined || scopes === null) return true
  const list: unknown[] = typeof scopes === 'string' ? splitScopes(scopes) : Array.isArray(scopes) ? scopes : []
  return list.includes('unrestricted') || (list.includes('read') && list.includes('write'))
}
