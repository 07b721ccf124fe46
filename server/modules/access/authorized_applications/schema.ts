/** What an application is to the person it may act for. */
import Type from 'typebox'

export const AuthorizedApplication = Type.Object(
  {
    /** That of the OAuth client. */
    id: Type.Integer(),
    name: Type.String(),
    company: Type.String(),
    description: Type.String(),
    /** Every scope that one of its tokens has. */
    scopes: Type.Array(Type.String()),
    /** How its tokens were granted; null among them for one made through the API. */
    grant_types: Type.Array(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    tokens_count: Type.Integer(),
    granted_at: Type.String(),
    last_used_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  },
  { additionalProperties: false },
)
