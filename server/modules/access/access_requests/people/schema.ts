/** The JSON of a person's duties and manager, as input and as output. */
import Type, { type Static } from 'typebox'
import { oneOf, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Id, defineInput, Words, wrapInKey } from '#http/shape.ts'
import { DUTIES } from './check.ts'

export const AccessPersonInput = defineInput({ duties: Words, manager_id: Id })
export type AccessPersonInput = Static<typeof AccessPersonInput>
export const AccessPersonBody = wrapInKey('access_person', AccessPersonInput)

export const AccessPerson = Type.Object(
  {
    id: whole,
    url: text,
    user_id: whole,
    name: text,
    email: textOrNull,
    role: text,
    manager_id: wholeOrNull,
    duties: Type.Array(oneOf(DUTIES)),
    /** Null for a person without a stored row. */
    created_at: textOrNull,
    updated_at: textOrNull,
  },
  { additionalProperties: false },
)
