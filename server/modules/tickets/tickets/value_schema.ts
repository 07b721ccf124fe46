/** The shapes of values that tickets have, and other records, too. @source docs/reference/tickets.md §1, §4 */
import Type from 'typebox'
import { anyObject, orNull, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { defineInput, Id, listOf, Members, Value } from '#http/shape.ts'

/** Where something comes from. @source docs/reference/tickets.md §4 */
export const Via = Type.Object({ channel: text, source: Type.Object({ from: anyObject, to: anyObject, rel: textOrNull }) })

const FieldValue = Type.Unsafe<string | boolean | readonly string[] | null>({
  type: ['string', 'boolean', 'array', 'null'],
  items: { type: 'string' },
})
/** The values of custom fields, as tickets and requests show them. */
export const FieldValueList = Type.Array(Type.Object({ id: whole, value: FieldValue }))

/** The values of custom fields as they are sent: a list of `{id, value}`, or an object by id. */
export const FieldValueInput = Type.Unsafe<{ id?: number | null; value?: unknown }[] | Record<string, unknown>>({
  anyOf: [listOf(defineInput({ id: Id, value: Value })), Members],
})

/** How the requester rates the work; null without a rating. */
export const SatisfactionRating = orNull(
  Type.Object({
    id: whole,
    score: text,
    comment: textOrNull,
    reason: textOrNull,
    reason_id: wholeOrNull,
  }),
)
