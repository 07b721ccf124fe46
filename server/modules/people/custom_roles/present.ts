import { ADMIN_FLAGS, ROLE_KEYS } from '#accounts/role_configuration.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { CustomRoleRow } from './store.ts'
import type { CustomRole } from './schema.ts'
import { fromKeys } from '#lib/objects.ts'

const ROLE_TYPES_OF_ADMINS: readonly number[] = [4, 5]

/** A role as JSON, including the settings that only administrators have. @source docs/reference/account.md §6 */
export function presentRole(row: CustomRoleRow): AnswerOf<typeof CustomRole> {
  const isAdmin = ROLE_TYPES_OF_ADMINS.includes(row.role_type)
  const adminSettings = { manage_roles: isAdmin ? 'all' : 'none', ...Object.fromEntries(ADMIN_FLAGS.map((flag) => [flag, isAdmin])) }
  const settings: Readonly<Record<string, unknown>> = { ...row.configuration, ...adminSettings }
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    role_type: row.role_type,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each setting has a value of its own list
    configuration: fromKeys(ROLE_KEYS, (key) => settings[key]) as AnswerOf<typeof CustomRole>['configuration'],
    team_member_count: row.team_member_count,
  }
}
