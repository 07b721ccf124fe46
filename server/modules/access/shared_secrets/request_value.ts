/** Binds a one-time secret that a user sends to an access request, if it contains the value of the request's token. */
import { requireDuty } from '#permissions/duties.ts'
import { hashSecret, secretsIn } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { requireValueSeparation } from '../access_requests/separation.ts'
import type { RequestState } from '../access_requests/states.ts'
import { lockAccessRequest } from '../access_requests/store.ts'
import { findApiTokenForUpdate, findTokensOfRequests } from '../api_tokens/store.ts'
import { findSharedSecret } from './store.ts'

/** States in which a request has a value to hand over: the first one, or that of a rotation. */
const STATES_WITH_VALUE: readonly RequestState[] = ['issued', 'handed_over', 'active']

/** The request and token that a secret is bound to, and the note for the audit log. */
export interface RequestBinding {
  readonly access_request_id: number
  readonly api_token_id: number
  readonly combined: string | null
}

/**
 * An engineer who was shown the value of a request's token may send it to the requester like any other one-time secret. This counts as the
 * hand-over, so the secret is bound to request and token. Undefined for a value that contains no such token.
 * @throws Forbidden for a caller who may not hand it over
 * @throws RecordInvalid for another reader, a token that is not the active one of its request, and while another secret with it waits
 * @source docs/reference/specification.md §5.6.8; docs/reference/access_governance.md §3
 */
export async function bindToRequest(tx: Context, value: string, reader_id: number): Promise<RequestBinding | undefined> {
  const hashes = secretsIn(value).map((secret) => hashSecret(tx.services.pepper, secret))
  const tokens = hashes.length === 0 ? [] : await findTokensOfRequests(tx, hashes)
  const [token] = tokens
  if (token === undefined) return undefined
  const request = await lockAccessRequest(tx, token.access_request_id)
  if (tokens.length > 1 || hashes.length > 1 || reader_id !== request.requester_id)
    refuse(
      'is that of an API token that was made for an access request: hand it over at the access request, or send it alone to its requester',
    )
  requireDuty(tx, 'engineer')
  const combined = requireValueSeparation(tx, request)
  const held = await findApiTokenForUpdate(tx, token.id)
  if (held?.active !== true || request.api_token_id !== token.id || !STATES_WITH_VALUE.includes(request.state))
    refuse('is that of an API token that is not in force for its access request any more: hand over the one that is')
  const waiting = request.shared_secret_id === null ? undefined : await findSharedSecret(tx, request.shared_secret_id)
  if (waiting?.state === 'waiting' && waiting.api_token_id === token.id)
    refuse('waits for the requester in a one-time secret already: withdraw that first')
  return { access_request_id: request.id, api_token_id: token.id, combined }
}

function refuse(sentence: string): void {
  refuseInvalid({ value: [{ description: `Value: ${sentence}`, error: 'InvalidValue' }] })
}
