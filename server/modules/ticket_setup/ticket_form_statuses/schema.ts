/** Request and response schemas of the statuses of forms. @source docs/reference/fields_and_forms.md §5.2 */
import Type, { type Static } from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { Anything, Id, defineInput, listOf, Text, Word, wrapInKey, Words } from '#http/shape.ts'

export const FormStatusInput = defineInput({ id: Text, custom_status_id: Id, ticket_form_id: Id, _destroy: Anything })
export type FormStatusInput = Static<typeof FormStatusInput>
export const FormStatusesBody = wrapInKey('ticket_form_status', listOf(FormStatusInput))
export const RemovalBody = defineInput({ id: Words, ids: Words })

export const ListQuery = Type.Partial(Type.Object({ ticket_form_id: Id, 'filter[custom_status_id]': Id, 'filter[id]': Word }))
export const ManyQuery = Type.Partial(Type.Object({ ids: Word }))

export const FormStatuses = Type.Object({
  ticket_form_statuses: Type.Array(Type.Object({ id: text, ticket_form_id: whole, custom_status_id: whole })),
})
