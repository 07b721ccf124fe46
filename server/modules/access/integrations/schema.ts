/**
 * The JSON of integrations, as input and as output.
 * @source docs/reference/specification.md §5.5; docs/reference/access_governance.md §11
 */
import Type, { type Static } from 'typebox'
import { Flag, Hash, Id, input, Text, wrapped } from '../../../http/shape.ts'

/** Scopes, role and owner are no input: they come from the access request and the integration-bot agent. */
export const NewIntegrationInput = input({ access_request_id: Id, name: Text, kind: Text, config: Hash, passphrase: Text })
export type NewIntegrationInput = Static<typeof NewIntegrationInput>
export const NewIntegrationBody = wrapped('integration', NewIntegrationInput)

export const IntegrationInput = input({ name: Text, config: Hash })
export type IntegrationInput = Static<typeof IntegrationInput>
export const IntegrationBody = wrapped('integration', IntegrationInput)

export const TickInput = input({ done: Flag, note: Text })
export type TickInput = Static<typeof TickInput>
/** `done` is true by default. */
export const TickBody = input({ step: TickInput })

export const RevocationInput = input({ reason: Text, confirm: Text })
export type RevocationInput = Static<typeof RevocationInput>
export const RevocationBody = wrapped('step', RevocationInput)

export const OwnedInput = input({ oauth_client_id: Id, api_token_id: Id })
export type OwnedInput = Static<typeof OwnedInput>
export const OwnedBody = wrapped('owned', OwnedInput)

const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const IdOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const closed = { additionalProperties: false }

const Step = {
  key: Type.String(),
  title: Type.String(),
  how: Type.String(),
  automatic: Type.Boolean(),
}
const ChecklistStep = Type.Object({ ...Step, done_at: TextOrNull, done_by_id: IdOrNull, note: TextOrNull }, closed)

export const Integration = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    page_url: Type.String(),
    kind: Type.String(),
    name: Type.String(),
    state: Type.String(),
    access_request_id: Type.Integer(),
    requester_id: Type.Integer(),
    bot_user_id: Type.Integer(),
    scopes: Type.Array(Type.String()),
    config: Type.Record(Type.String(), Type.String()),
    /** The names of members that are stored sealed and never shown. */
    sealed: Type.Array(Type.String()),
    creation_steps: Type.Array(ChecklistStep),
    revocation_steps: Type.Array(ChecklistStep),
    owned: Type.Object({ oauth_clients: Type.Array(Type.Integer()), api_tokens: Type.Array(Type.Integer()) }, closed),
    credentials: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          id: Type.Integer(),
          label: Type.String(),
          tokens: Type.Integer(),
          active: Type.Boolean(),
          last_used_at: TextOrNull,
        },
        closed,
      ),
    ),
    shared_secret_id: IdOrNull,
    last_used_at: TextOrNull,
    /** Null once its revocation has begun. */
    health: TextOrNull,
    recent_calls: Type.Integer(),
    recent_errors: Type.Integer(),
    expires_at: TextOrNull,
    activated_at: TextOrNull,
    revoked_at: TextOrNull,
    revocation_reason: TextOrNull,
    /** What the caller may do with it now. */
    allowed_acts: Type.Array(Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  closed,
)

export const IntegrationKindAnswer = Type.Object(
  {
    kind: Type.String(),
    title: Type.String(),
    description: Type.String(),
    owns: Type.Array(Type.String()),
    config: Type.Array(
      Type.Object({ key: Type.String(), title: Type.String(), hint: Type.String(), is: Type.String(), required: Type.Boolean() }, closed),
    ),
    creation: Type.Array(Type.Object(Step, closed)),
    revocation: Type.Array(Type.Object(Step, closed)),
  },
  closed,
)

const used = { calls: Type.Integer(), errors: Type.Integer(), last_at: Type.String() }

export const IntegrationImpact = Type.Object(
  {
    days: Type.Integer(),
    calls: Type.Integer(),
    errors: Type.Integer(),
    last_at: TextOrNull,
    callers: Type.Array(Type.Object({ user_agent: Type.String(), ip_address: Type.String(), ...used }, closed)),
    endpoints: Type.Array(Type.Object({ method: Type.String(), route: Type.String(), ...used }, closed)),
  },
  closed,
)
