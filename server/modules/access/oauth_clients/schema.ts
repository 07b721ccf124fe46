/** The JSON of OAuth clients, as input and as output. @source docs/reference/authentication.md §3 */
import Type, { type Static } from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, texts, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Flag, Id, defineInput, Line, Text, Whole, Words, wrapInKey } from '#http/shape.ts'

/** A public client can keep no secret. @source RFC 6749 §2.1 */
export const CLIENT_KINDS = ['confidential', 'public'] as const

/** A list, or one text with items separated by white space. */
const TextOrWords = Type.Unsafe<string[] | string | null>({ anyOf: [Text, Words] })

export const OAuthClientInput = defineInput({
  name: Line,
  identifier: Text,
  company: Line,
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
  /** True: it may ask people for the scope in_person. */
  may_act_in_person: Flag,
})
export type OAuthClientInput = Static<typeof OAuthClientInput>
export const OAuthClientBody = wrapInKey('client', OAuthClientInput)

/** `overlap_seconds`: how long the previous secret stays valid; 0 by default. */
export const NewSecretBody = defineInput({ client: defineInput({ overlap_seconds: Whole }) })
export const NewSecretQuery = defineInput({ overlap_seconds: Whole })

export const OAuthClient = Type.Object(
  {
    url: text,
    id: whole,
    user_id: whole,
    name: text,
    identifier: text,
    company: text,
    description: text,
    redirect_uri: texts,
    /** The first ten characters; the whole secret in responses that create it. */
    secret: text,
    created_at: text,
    updated_at: text,
    global: flag,
    logo_url: textOrNull,
    kind: oneOf(CLIENT_KINDS),
    scopes: orNull(texts),
    allowed_ips: orNull(texts),
    per_minute: wholeOrNull,
    /** An administrator has marked it: it may ask people for the scope in_person. */
    may_act_in_person: flag,
    integration_id: wholeOrNull,
    /** Until when the previous secret is also valid; null when it is not. */
    previous_secret_expires_at: textOrNull,
  },
  { additionalProperties: false },
)

export const GlobalClient = Type.Object(
  {
    id: whole,
    name: text,
    identifier: text,
    company: text,
    description: text,
    logo_url: textOrNull,
    kind: oneOf(CLIENT_KINDS),
  },
  { additionalProperties: false },
)

/** The number of tokens of a client of another party. */
export const TokenSummary = Type.Object({ id: whole, last_used_at: textOrNull, tokens_count: whole }, { additionalProperties: false })
