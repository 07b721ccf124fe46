/** What a field of users or organizations is on the wire, in both directions. @source docs/reference/people.md §7 */
import Type, { type Static } from 'typebox'
import { Flag, Hash, input, Text, Whole, wrapped } from '../../../http/shape.ts'
import { OptionInput, OptionList } from './options.ts'

export const ProfileFieldInput = input({
  key: Text,
  type: Text,
  title: Text,
  raw_title: Text,
  description: Text,
  raw_description: Text,
  position: Whole,
  active: Flag,
  regexp_for_validation: Text,
  tag: Text,
  custom_field_options: OptionList,
  relationship_target_type: Text,
  relationship_filter: Hash,
})
export type ProfileFieldInput = Static<typeof ProfileFieldInput>

export const OptionBody = wrapped('custom_field_option', OptionInput)

/** A field in answers; further members depend on its type. */
export const ProfileField = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  type: Type.String(),
  key: Type.String(),
  title: Type.String(),
  description: Type.String(),
  raw_title: Type.String(),
  raw_description: Type.String(),
  position: Type.Integer(),
  active: Type.Boolean(),
  system: Type.Boolean(),
  regexp_for_validation: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  created_at: Type.String(),
  updated_at: Type.String(),
})

export const SingleOption = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  raw_name: Type.String(),
  value: Type.String(),
  default: Type.Boolean(),
  position: Type.Integer(),
  url: Type.String(),
})
