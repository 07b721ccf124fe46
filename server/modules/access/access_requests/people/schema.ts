/** The JSON of a person's duties and manager, as input and as output. */
import Type, { type Static } from 'typebox'
import { Id, input, Words, wrapped } from '../../../../http/shape.ts'

export const AccessPersonInput = input({ duties: Words, manager_id: Id })
export type AccessPersonInput = Static<typeof AccessPersonInput>
export const AccessPersonBody = wrapped('access_person', AccessPersonInput)

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const AccessPerson = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    user_id: Type.Integer(),
    name: Type.String(),
    email: textOrNull,
    role: Type.String(),
    manager_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    duties: Type.Array(Type.String()),
    /** Null for a person without a stored row. */
    created_at: textOrNull,
    updated_at: textOrNull,
  },
  { additionalProperties: false },
)
