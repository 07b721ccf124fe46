/** Request and response schemas of ticket forms. @source docs/reference/fields_and_forms.md §5 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, texts, whole, wholes } from '#http/answer_shape.ts'
import { TicketField } from '../ticket_fields/schema.ts'
import { Flag, Id, Ids, defineInput, Line, listOf, listQuery, Text, Value, Whole, Word, Words, wrapInKey } from '#http/shape.ts'

const ChildInput = defineInput({
  id: Id,
  is_required: Flag,
  required_on_statuses: defineInput({ type: Word, statuses: Words, custom_statuses: Ids }),
})
/** The most conditions a form has for agents, and for end users. @source docs/reference/fields_and_forms.md §5.1 */
export const MAX_CONDITIONS = 1500
export const ConditionInput = defineInput({ parent_field_id: Id, parent_field_type: Text, value: Value, child_fields: listOf(ChildInput) })
export type ConditionInput = Static<typeof ConditionInput>

export const TicketFormInput = defineInput({
  name: Line,
  raw_name: Line,
  display_name: Line,
  raw_display_name: Line,
  end_user_visible: Flag,
  position: Whole,
  ticket_field_ids: Ids,
  active: Flag,
  default: Flag,
  in_all_brands: Flag,
  restricted_brand_ids: Ids,
  agent_conditions: listOf(ConditionInput, MAX_CONDITIONS),
  end_user_conditions: listOf(ConditionInput, MAX_CONDITIONS),
})
export type TicketFormInput = Static<typeof TicketFormInput>
export const TicketFormBody = wrapInKey('ticket_form', TicketFormInput)
export const CloneBody = defineInput({ prepend_clone_title: Flag })
export const ReorderBody = wrapInKey('ticket_form_ids', Ids)

const FILTERS = {
  active: Flag,
  end_user_visible: Flag,
  fallback_to_default: Flag,
  associated_to_brand: Flag,
  form_type: Word,
  locale: Word,
}
export const FormsQuery = listQuery(FILTERS)
export const ShowQuery = Type.Partial(Type.Object({ include: Word }))
export const ManyQuery = Type.Partial(Type.Object({ ids: Word, include: Word, ...FILTERS }))

/** Where the parent has this value, its children show. `required_on_statuses` is of agents only. */
const Condition = Type.Object({
  parent_field_id: whole,
  parent_field_type: text,
  value: Type.Unsafe<string | boolean>({ type: ['string', 'boolean'] }),
  child_fields: Type.Array(
    Type.Object({
      id: whole,
      is_required: flag,
      required_on_statuses: Type.Optional(
        Type.Object({ type: text, statuses: Type.Optional(texts), custom_statuses: Type.Optional(wholes) }),
      ),
    }),
  ),
})

export const TicketForm = Type.Object({
  url: text,
  id: whole,
  name: text,
  raw_name: text,
  display_name: text,
  raw_display_name: text,
  end_user_visible: flag,
  position: whole,
  ticket_field_ids: wholes,
  active: flag,
  default: flag,
  created_at: text,
  updated_at: text,
  in_all_brands: flag,
  restricted_brand_ids: wholes,
  end_user_conditions: Type.Array(Condition),
  agent_conditions: Type.Array(Condition),
  deleted_at: textOrNull,
})
const siblings = { ticket_fields: Type.Optional(Type.Array(TicketField)) }
export const OneTicketForm = Type.Object({ ticket_form: TicketForm, ...siblings })
export const ManyTicketForms = Type.Object({ ticket_forms: Type.Array(TicketForm), ...siblings })
