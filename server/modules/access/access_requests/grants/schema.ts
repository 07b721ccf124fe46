/**
 * The JSON of issuing, handing over, rotating and revoking.
 * @source docs/reference/specification.md §5.6.4; docs/reference/access_governance.md §9
 */
import Type, { type Static } from 'typebox'
import { orNull } from '#http/answer_shape.ts'
import { Id, defineInput, Line, Moment, requireWrapperUnlessEmpty, Text, Whole, Words, wrapInKey } from '#http/shape.ts'
import { AccessRequest } from '../schema.ts'
import { ApiToken, CreatedApiToken } from '#modules/access/api_tokens/schema.ts'
import { Integration } from '#modules/access/integrations/schema.ts'
import { SharedSecret } from '#modules/access/shared_secrets/schema.ts'

export const IssueInput = defineInput({
  mode: Text,
  passphrase: Text,
  assigned_user_id: Id,
  expires_at: Moment,
  allowed_ips: Words,
  per_minute: Whole,
})
export type IssueInput = Static<typeof IssueInput>
/** Optional: without it all defaults apply. */
export const IssueBody = defineInput({ issue: IssueInput }, requireWrapperUnlessEmpty('issue'))

export const HandOverInput = defineInput({ value: Line, passphrase: Text })
export type HandOverInput = Static<typeof HandOverInput>
export const HandOverBody = wrapInKey('hand_over', HandOverInput)

export const RotationInput = defineInput({ silent_days: Whole, passphrase: Text })
export type RotationInput = Static<typeof RotationInput>
export const RotationBody = defineInput({ rotation: RotationInput }, requireWrapperUnlessEmpty('rotation'))

/** `confirm`: the name of the integration, if the request has resulted in one. */
export const RevocationInput = defineInput({ reason: Text, confirm: Text })
export type RevocationInput = Static<typeof RevocationInput>
export const RevocationBody = wrapInKey('step', RevocationInput)

const access_request = AccessRequest

/** `api_token` contains the value only in mode `show`. */
export const IssueAnswer = Type.Object(
  { access_request, api_token: Type.Union([ApiToken, CreatedApiToken]), shared_secret: orNull(SharedSecret) },
  { additionalProperties: false },
)
export const HandOverAnswer = Type.Object({ access_request, shared_secret: SharedSecret }, { additionalProperties: false })
export const RotationAnswer = Type.Object(
  { access_request, api_token: orNull(ApiToken), integration: orNull(Integration), shared_secret: SharedSecret },
  { additionalProperties: false },
)
export const RevocationAnswer = Type.Object({ access_request }, { additionalProperties: false })
