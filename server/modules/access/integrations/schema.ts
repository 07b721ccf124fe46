/**
 * The JSON of integrations, as input and as output.
 * @source docs/reference/specification.md §5.5; docs/reference/access_governance.md §11
 */
import Type, { type Static } from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, texts, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { Flag, Id, defineInput, Line, Members, Text, wrapInKey } from '#http/shape.ts'
import { HEALTHS } from './health.ts'
import { KIND_NAMES, MEMBER_KINDS } from './kinds.ts'
import { CREDENTIAL_TYPES, INTEGRATION_ACTS, INTEGRATION_STATES } from './states.ts'

/** Scopes, role and owner are no input: they come from the access request and the integration-bot agent. */
export const NewIntegrationInput = defineInput({ access_request_id: Id, name: Line, kind: Text, config: Members, passphrase: Text })
export type NewIntegrationInput = Static<typeof NewIntegrationInput>
export const NewIntegrationBody = wrapInKey('integration', NewIntegrationInput)

export const IntegrationInput = defineInput({ name: Line, config: Members })
export type IntegrationInput = Static<typeof IntegrationInput>
export const IntegrationBody = wrapInKey('integration', IntegrationInput)

export const TickInput = defineInput({ done: Flag, note: Text })
export type TickInput = Static<typeof TickInput>
/** `done` is true by default. */
export const TickBody = defineInput({ step: TickInput })

export const RevocationInput = defineInput({ reason: Text, confirm: Text })
export type RevocationInput = Static<typeof RevocationInput>
export const RevocationBody = wrapInKey('step', RevocationInput)

export const OwnedInput = defineInput({ oauth_client_id: Id, api_token_id: Id })
export type OwnedInput = Static<typeof OwnedInput>
export const OwnedBody = wrapInKey('owned', OwnedInput)

const closed = { additionalProperties: false }

const STEP = {
  key: text,
  title: text,
  how: text,
  automatic: flag,
}
export const ChecklistStep = Type.Object({ ...STEP, done_at: textOrNull, done_by_id: wholeOrNull, note: textOrNull }, closed)

export const IntegrationCredential = Type.Object(
  // a webhook has a ULID
  { type: oneOf(CREDENTIAL_TYPES), id: Type.Union([whole, text]), label: text, tokens: whole, active: flag, last_used_at: textOrNull },
  closed,
)

export const Integration = Type.Object(
  {
    id: whole,
    url: text,
    page_url: text,
    kind: oneOf(KIND_NAMES),
    name: text,
    state: oneOf(INTEGRATION_STATES),
    access_request_id: whole,
    requester_id: whole,
    bot_user_id: whole,
    scopes: texts,
    config: Type.Record(text, text),
    /** The names of members that are stored sealed and never shown. */
    sealed: texts,
    creation_steps: Type.Array(ChecklistStep),
    revocation_steps: Type.Array(ChecklistStep),
    owned: Type.Object({ oauth_clients: wholes, api_tokens: wholes, webhooks: texts }, closed),
    credentials: Type.Array(IntegrationCredential),
    shared_secret_id: wholeOrNull,
    last_used_at: textOrNull,
    /** Null once its revocation has begun. */
    health: orNull(oneOf(HEALTHS)),
    recent_calls: whole,
    recent_errors: whole,
    expires_at: textOrNull,
    activated_at: textOrNull,
    revoked_at: textOrNull,
    revocation_reason: textOrNull,
    /** What the caller may do with it now. */
    allowed_acts: Type.Array(oneOf(INTEGRATION_ACTS)),
    created_at: text,
    updated_at: text,
  },
  closed,
)

export const IntegrationKindAnswer = Type.Object(
  {
    kind: oneOf(KIND_NAMES),
    title: text,
    description: text,
    owns: texts,
    config: Type.Array(Type.Object({ key: text, title: text, hint: text, is: oneOf(MEMBER_KINDS), required: flag }, closed)),
    creation: Type.Array(Type.Object(STEP, closed)),
    revocation: Type.Array(Type.Object(STEP, closed)),
  },
  closed,
)

const used = { calls: whole, errors: whole, last_at: text }

export const IntegrationImpact = Type.Object(
  {
    days: whole,
    calls: whole,
    errors: whole,
    last_at: textOrNull,
    callers: Type.Array(Type.Object({ user_agent: text, ip_address: text, ...used }, closed)),
    endpoints: Type.Array(Type.Object({ method: text, route: text, ...used }, closed)),
  },
  closed,
)
