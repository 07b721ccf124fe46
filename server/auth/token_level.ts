/** The permission level of API tokens: there is only administrator. */
import type { Details } from '#core/errors.ts'
import { keysOf } from '#lib/objects.ts'
import { splitScopes } from './scopes.ts'

type IsWhole = (value: unknown) => boolean

/** Members with which callers ask for less than administrator level, and which values of each do not. */
const LEVELS = {
  role: isWholeRole,
  level: isWholeRole,
  permission: isWholeRole,
  permissions: isWholeRole,
  access: isWholeRole,
  scope: isEveryScope,
  scopes: isEveryScope,
  read_only: (value) => isNothing(value) || isSaid(value, false),
  admin: (value) => isNothing(value) || isSaid(value, true),
} as const satisfies Readonly<Record<string, IsWhole>>

/** The names of these members. */
export const LEVEL_MEMBERS = keysOf(LEVELS)

/** What a caller may have asked for less with; the members are read only to refuse them. */
export type LevelInput = { readonly [Member in keyof typeof LEVELS]?: unknown }

/**
 * Refuses a level below administrator: such a token cannot be issued, and one that has it in silence would be taken for a narrow one.
 * @source docs/reference/specification.md §5.4.1
 */
export function checkLevel(given: LevelInput): Details {
  const wrong = keysOf(LEVELS).filter((member) => !LEVELS[member](given[member]))
  return Object.fromEntries(wrong.map((member) => [member, [{ description: `${titleOf(member)}: ${REFUSAL}`, error: 'InvalidValue' }]]))
}

const REFUSAL = 'every API token is administrator-level; a token with a lower permission or role level cannot be issued'
const titleOf = (member: string) => `${member.charAt(0).toUpperCase()}${member.slice(1).replaceAll('_', ' ')}`

/**
 * Refuses to bind a token to a user other than an administrator: such a token would be of a lower level. `user` undefined: there is none
 * who may sign in. @source docs/reference/specification.md §5.4.1
 */
export function checkBinding(user: { readonly role: string } | undefined): Details {
  if (user?.role === 'admin') return {}
  const description = 'Assigned user: must be an administrator who may sign in, because every API token is administrator-level'
  return { assigned_user_id: [{ description, error: 'InvalidValue' }] }
}

/** Words for everything, alone or in a list with others. */
const WHOLE: readonly string[] = ['admin', 'administrator', 'full', 'all', 'unrestricted']

const isNothing = (value: unknown) => value === undefined || value === null || value === ''
const isSaid = (value: unknown, flag: boolean) =>
  value === flag || (typeof value === 'string' && value.trim().toLowerCase() === String(flag))

function isWholeRole(value: unknown): boolean {
  const words = (Array.isArray(value) ? value : [value]).map((word) => (typeof word === 'string' ? word.trim().toLowerCase() : word))
  return isNothing(value) || words.some((word) => typeof word === 'string' && WHOLE.includes(word)) || isEveryScope(value)
}

function isEveryScope(scopes: unknown): boolean {
  if (isNothing(scopes)) return true
  const list: unknown[] = typeof scopes === 'string' ? splitScopes(scopes) : Array.isArray(scopes) ? scopes : []
  return list.includes('unrestricted') || (list.includes('read') && list.includes('write'))
}
