/** The JSON of an authorized application. */
import Type from 'typebox'
import { text, textOrNull, texts, whole } from '../../../http/answer_shape.ts'

export const AuthorizedApplication = Type.Object(
  {
    /** That of the OAuth client. */
    id: whole,
    name: text,
    company: text,
    description: text,
    /** Every scope that one of its tokens has. */
    scopes: texts,
    /** How its tokens were granted; null among them for one made through the API. */
    grant_types: Type.Array(textOrNull),
    tokens_count: whole,
    granted_at: text,
    last_used_at: textOrNull,
  },
  { additionalProperties: false },
)
