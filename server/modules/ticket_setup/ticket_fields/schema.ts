/** Request and response schemas of ticket fields. @source docs/reference/fields_and_forms.md §1 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Flag, Ids, defineInput, Line, listQuery, Members, Text, Whole, Word, wrapInKey } from '#http/shape.ts'
import { OptionList, OptionOfField } from '#modules/custom_data/custom_fields/options.ts'
import { User } from '#modules/people/users/schema.ts'
import { CustomStatus } from '../custom_statuses/schema.ts'

const MEMBERS = {
  type: Text,
  title: Line,
  raw_title: Line,
  title_in_portal: Line,
  raw_title_in_portal: Line,
  description: Text,
  raw_description: Text,
  agent_description: Text,
  position: Whole,
  active: Flag,
  required: Flag,
  collapsed_for_agents: Flag,
  visible_in_portal: Flag,
  editable_in_portal: Flag,
  required_in_portal: Flag,
  regexp_for_validation: Text,
  tag: Line,
  sub_type_id: Whole,
  custom_field_options: OptionList,
  relationship_target_type: Text,
  relationship_filter: Members,
}

export const TicketFieldInput = defineInput(MEMBERS)
export type TicketFieldInput = Static<typeof TicketFieldInput>
export const TicketFieldBody = wrapInKey('ticket_field', TicketFieldInput)
export const ReorderBody = wrapInKey('ticket_field_ids', Ids)

export const ListQuery = listQuery({ creator: Flag, locale: Word })
export const ShowQuery = Type.Partial(Type.Object({ creator: Flag, locale: Word }))
export const ManyQuery = Type.Partial(Type.Object({ ids: Word, keys: Word, creator: Flag, locale: Word }))

/** Members that only fields of some type have. */
export const OfType = Type.Partial(
  Type.Object({
    system_field_options: Type.Array(Type.Object({ name: text, value: text })),
    sub_type_id: wholeOrNull,
    custom_statuses: Type.Array(CustomStatus),
    custom_field_options: Type.Array(Type.Object({ ...OptionOfField.properties, default: flag })),
    relationship_target_type: textOrNull,
    relationship_filter: anyObject,
  }),
)

/** A field as answers have it. `creator_user_id` and what follows it: with `creator=true`. */
export const TicketField = Type.Object({
  url: text,
  id: whole,
  type: text,
  title: text,
  raw_title: text,
  description: text,
  raw_description: text,
  position: whole,
  active: flag,
  required: flag,
  collapsed_for_agents: flag,
  regexp_for_validation: textOrNull,
  title_in_portal: text,
  raw_title_in_portal: text,
  visible_in_portal: flag,
  editable_in_portal: flag,
  required_in_portal: flag,
  tag: textOrNull,
  created_at: text,
  updated_at: text,
  removable: flag,
  key: textOrNull,
  agent_description: textOrNull,
  agent_can_edit: flag,
  ...OfType.properties,
  creator_user_id: Type.Optional(whole),
  creator_app_name: Type.Optional(textOrNull),
})
export const OneTicketField = Type.Object({ ticket_field: TicketField })
/** `users`: with `include=users`. */
export const ManyTicketFields = Type.Object({ ticket_fields: Type.Array(TicketField), users: Type.Optional(Type.Array(User)) })
