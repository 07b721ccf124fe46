/** What an OAuth client is on the wire, in both directions. @source auth.md §3, _recorded_shapes.md GET /api/v2/oauth/clients */
import Type, { type Static } from 'typebox'
import { Id, input, Text, Words, wrapped } from '../../http/shape.ts'

/** A list, or one text with an item on each line or after each space. */
const TextOrWords = Type.Unsafe<string[] | string | null>({ anyOf: [Text, Words] })

export const OAuthClientInput = input({
  name: Text,
  identifier: Text,
  company: Text,
  description: Text,
  redirect_uri: TextOrWords,
  kind: Text,
  /** The most that tokens of the client may be granted; null sets no bound. */
  scopes: TextOrWords,
  user_id: Id,
})
export type OAuthClientInput = Static<typeof OAuthClientInput>
export const OAuthClientBody = wrapped('client', OAuthClientInput)

export const OAuthClient = Type.Object(
  {
    url: Type.String(),
    id: Type.Integer(),
    user_id: Type.Integer(),
    name: Type.String(),
    identifier: Type.String(),
    company: Type.String(),
    description: Type.String(),
    redirect_uri: Type.Array(Type.String()),
    /** The first ten characters, except in the answers that make it. */
    secret: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    global: Type.Boolean(),
    logo_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    kind: Type.String(),
    scopes: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  },
  { additionalProperties: false },
)

export const GlobalClient = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    identifier: Type.String(),
    company: Type.String(),
    description: Type.String(),
    logo_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    kind: Type.String(),
  },
  { additionalProperties: false },
)
