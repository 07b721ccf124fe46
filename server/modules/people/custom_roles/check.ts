import { ROLE_WORDS, type RoleConfiguration } from '#accounts/role_configuration.ts'
import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { keysOf } from '#lib/objects.ts'
import type { CustomRoleInput } from './schema.ts'
import type { CustomRoleDraft, CustomRoleRow } from './store.ts'

const MAX_NAME_LENGTH = 255

/** The role as it would be saved. */
export function draftRole(before: CustomRoleDraft, input: CustomRoleInput): CustomRoleDraft {
  const given = Object.entries(input.configuration ?? {}).filter(([, value]) => value !== undefined)
  return {
    name: (input.name ?? before.name).trim(),
    description: input.description === undefined ? before.description : (input.description ?? '').trim(),
    configuration: { ...before.configuration, ...(Object.fromEntries(given) as Partial<RoleConfiguration>) },
  }
}

/** What is wrong with a role as it would be saved. @source docs/reference/account.md §6 */
export function checkRole({ name, configuration }: CustomRoleDraft, taken: boolean): Details {
  const wrong = keysOf(ROLE_WORDS).filter((key) => !(ROLE_WORDS[key] as readonly string[]).includes(configuration[key]))
  const settings = wrong.map((key): Problem => {
    const one = `${key} must be one of ${ROLE_WORDS[key].join(', ')}`
    return { description: `Configuration: ${one}`, error: 'InvalidValue' }
  })
  const found = { name: checkName(name, taken), configuration: settings }
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}

function checkName(name: string, taken: boolean): Problem[] {
  if (name === '') return [makeBlankProblem('Name')]
  if (name.length > MAX_NAME_LENGTH)
    return [{ description: `Name: is too long (maximum is ${MAX_NAME_LENGTH} characters)`, error: 'TooLong' }]
  return taken ? [{ description: 'Name: has already been taken', error: 'DuplicateValue' }] : []
}

/** Why a role cannot be changed at all: system roles are read-only. */
export function checkOwn(role: CustomRoleRow): Details {
  return role.role_type === 0 ? {} : { base: [{ description: 'A role of the system cannot be changed', error: 'InvalidValue' }] }
}

/** Why a role cannot be removed. */
export function checkRemoval(role: CustomRoleRow): Details {
  if (role.team_member_count === 0) return checkOwn(role)
  return { ...checkOwn(role), base: [{ description: `The role is used by ${role.team_member_count} agents`, error: 'InvalidValue' }] }
}
