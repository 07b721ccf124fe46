/**
 * The JSON of issuing, handing over, rotating and revoking.
 * @source docs/reference/specification.md §5.6.4; docs/reference/access_governance.md §9
 */
import Type, { type Static } from 'typebox'
import { orNull } from '../../../../http/answer_shape.ts'
import { Id, input, Line, Moment, requireWrapperUnlessEmpty, Text, Whole, Words, wrapped } from '../../../../http/shape.ts'
import { AccessRequest } from '../schema.ts'
import { ApiToken, CreatedApiToken } from '../../api_tokens/schema.ts'
import { Integration } from '../../integrations/schema.ts'
import { SharedSecret } from '../../shared_secrets/schema.ts'

export const IssueInput = input({
  mode: Text,
  passphrase: Text,
  assigned_user_id: Id,
  expires_at: Moment,
  allowed_ips: Words,
  per_minute: Whole,
})
export type IssueInput = Static<typeof IssueInput>
/** Optional: without it all defaults apply. */
export const IssueBody = input({ issue: IssueInput }, requireWrapperUnlessEmpty('issue'))

export const HandOverInput = input({ value: Line, passphrase: Text })
export type HandOverInput = Static<typeof HandOverInput>
export const HandOverBody = wrapped('hand_over', HandOverInput)

export const RotationInput = input({ silent_days: Whole, passphrase: Text })
export type RotationInput = Static<typeof RotationInput>
export const RotationBody = input({ rotation: RotationInput }, requireWrapperUnlessEmpty('rotation'))

/** `confirm`: the name of the integration, if the request has resulted in one. */
export const RevocationInput = input({ reason: Text, confirm: Text })
export type RevocationInput = Static<typeof RevocationInput>
export const RevocationBody = wrapped('step', RevocationInput)

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
