/** What a custom role is on the wire, in both directions. @source docs/reference/account.md §6 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { ROLE_FLAGS, ROLE_KEYS, ROLE_WORDS, type RoleWord } from '#accounts/role_configuration.ts'
import { Flag, defineInput, Line, Text, Word, wrapInKey } from '#http/shape.ts'
import { fromKeys, keysOf } from '#lib/objects.ts'

const flags = fromKeys(ROLE_FLAGS, () => Flag)
const words = fromKeys(keysOf(ROLE_WORDS), () => Word)

export const CustomRoleInput = defineInput({ name: Line, description: Text, configuration: defineInput({ ...words, ...flags }) })
export type CustomRoleInput = Static<typeof CustomRoleInput>
export const CustomRoleBody = wrapInKey('custom_role', CustomRoleInput)

type ConfigurationWord = RoleWord | 'manage_roles'
const isWord = (key: string) => key === 'manage_roles' || Object.hasOwn(ROLE_WORDS, key)
const Configuration = Type.Unsafe<{ [Key in (typeof ROLE_KEYS)[number]]: Key extends ConfigurationWord ? string : boolean }>(
  Type.Object(Object.fromEntries(ROLE_KEYS.map((key) => [key, isWord(key) ? text : flag]))),
)
export const CustomRole = Type.Object({
  id: whole,
  name: text,
  description: text,
  role_type: whole,
  created_at: text,
  updated_at: text,
  configuration: Configuration,
  team_member_count: whole,
})
