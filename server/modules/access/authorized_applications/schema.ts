/** The JSON of an authorized application. */
import Type from 'typebox'

export const AuthorizedApplication = Type.Object(
  {
    /** The id of the OAuth client. */
    id: Type.Integer(),
    name: Type.String(),
    company: Type.String(),
    description: Type.String(),
    /** The union of the scopes of its tokens. */
    scopes: Type.Array(Type.String()),
    /** The grant types of its tokens; includes null for a token made through the API. */
    grant_types: Type.Array(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    tokens_count: Type.Integer(),
    granted_at: Type.String(),
    last_used_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  },
  { additionalProperties: false },
)
