/** The JSON of OAuth clients, as input and as output. @source docs/reference/authentication.md §3 */
import Type, { type Static } from 'typebox'
import { Id, input, Text, Whole, Words, wrapped } from '../../../http/shape.ts'

/** A list, or one text with items separated by white space. */
const TextOrWords = Type.Unsafe<string[] | string | null>({ anyOf: [Text, Words] })

export const OAuthClientInput = input({
  name: Text,
  identifier: Text,
  company: Text,
  description: Text,
  redirect_uri: TextOrWords,
  kind: Text,
  /** The ceiling: the most scopes that tokens of the client may be granted; null: no limit. */
  scopes: TextOrWords,
  user_id: Id,
  /** Networks in CIDR notation that its tokens may call from; null or empty: everywhere. */
  allowed_ips: TextOrWords,
  /** Calls per minute of all its tokens together; null: as many as the account may make. */
  per_minute: Whole,
})
export type OAuthClientInput = Static<typeof OAuthClientInput>
export const OAuthClientBody = wrapped('client', OAuthClientInput)

/** `overlap_seconds`: how long the previous secret stays valid; 0 by default. */
export const NewSecretBody = input({ client: input({ overlap_seconds: Whole }) })
export const NewSecretQuery = input({ overlap_seconds: Whole })

const TextsOrNull = Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } })
const WholeOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

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
    /** The first ten characters; the whole secret in responses that create it. */
    secret: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    global: Type.Boolean(),
    logo_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    kind: Type.String(),
    scopes: TextsOrNull,
    allowed_ips: TextsOrNull,
    per_minute: WholeOrNull,
    integration_id: WholeOrNull,
    /** Until when the previous secret is also valid; null when it is not. */
    previous_secret_expires_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
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

/** The number of tokens of a client of another party. */
export const TokenSummary = Type.Object(
  { id: Type.Integer(), last_used_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }), tokens_count: Type.Integer() },
  { additionalProperties: false },
)
