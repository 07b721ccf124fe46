/** What a custom role is on the wire, in both directions. @source docs/reference/account.md §6 */
import Type, { type Static } from 'typebox'
import { ROLE_FLAGS, ROLE_WORDS, type RoleFlag, type RoleWord } from '../../../accounts/role_configuration.ts'
import { Flag, input, Text, Word, wrapped } from '../../../http/shape.ts'

const flags = Object.fromEntries(ROLE_FLAGS.map((name) => [name, Flag])) as Record<RoleFlag, typeof Flag>
const words = Object.fromEntries(Object.keys(ROLE_WORDS).map((name) => [name, Word])) as Record<RoleWord, typeof Word>

export const CustomRoleInput = input({ name: Text, description: Text, configuration: input({ ...words, ...flags }) })
export type CustomRoleInput = Static<typeof CustomRoleInput>
export const CustomRoleBody = wrapped('custom_role', CustomRoleInput)

export const CustomRole = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  role_type: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
  configuration: Type.Object({ ticket_access: Type.String(), light_agent: Type.Boolean(), manage_roles: Type.String() }),
  team_member_count: Type.Integer(),
})
