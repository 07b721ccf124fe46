/** The JSON of an authorized application. */
import Type from 'typebox'
import { text, textOrNull, texts, whole } from '#http/answer_shape.ts'

export const AuthorizedApplication = Type.Object(
  {
    /** The id of the OAuth client. */
    id: whole,
    name: text,
    company: text,
    description: text,
    /** The union of the scopes of its tokens. */
    scopes: texts,
    /** The grant types of its tokens; includes null for a token made through the API. */
    grant_types: Type.Array(textOrNull),
    tokens_count: whole,
    granted_at: text,
    last_used_at: textOrNull,
  },
  { additionalProperties: false },
)
