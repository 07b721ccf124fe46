/** What an OAuth client is on the wire, in both directions. @source docs/reference/authentication.md §3 */
import Type, { type Static } from 'typebox'
import { Id, input, Text, Whole, Words, wrapped } from '../../../http/shape.ts'

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
  /** Networks in CIDR notation its tokens may call from; null or none = everywhere. */
  allowed_ips: TextOrWords,
  /** Calls a minute of all its tokens together; null = as many as the account may make. */
  per_minute: Whole,
})
export type OAuthClientInput = Static<typeof OAuthClientInput>
export const OAuthClientBody = wrapped('client', OAuthClientInput)

/** How a new secret is asked for: for how many seconds the one before stays good beside it. Nothing means none at all. */
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
    /** The first ten characters, except in the answers that make it. */
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
    /** Until when the secret before is good, too; null when it is not. */
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

/** How many tokens a client of another party has here. */
export const TokenSummary = Type.Object(
  { id: Type.Integer(), last_used_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }), tokens_count: Type.Integer() },
  { additionalProperties: false },
)
