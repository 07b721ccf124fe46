// GRANTS OF ACCEPTED ACCESS REQUESTS: the credential is issued, handed over, rotated, revoked; request and credential change in one
// transaction. Not here: steps up to acceptance (access_requests/), tokens without a request (api_tokens/), integrations (integrations/).
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid, Unprocessable } from '#core/errors.ts'
import { lockVisibleRequest } from '../rights.ts'
import { type AccessRequestRow, getAccessRequest, updateAccessRequest } from '../store.ts'
import { issueApiToken } from '#modules/access/api_tokens/issue.ts'
import type { ApiTokenRow } from '#modules/access/api_tokens/store.ts'
import { handToRequester } from '#modules/access/integrations/hand_over.ts'
import type { SharedSecretRow } from '#modules/access/shared_secrets/store.ts'
import type { IssueInput } from './schema.ts'

const MODES = ['hand_over', 'show']

/** What was issued. `token` is the value, or null when it was put directly into the one-time secret. */
export interface IssuedGrant {
  readonly request: AccessRequestRow
  readonly api_token: ApiTokenRow
  readonly token: string | null
  readonly shared_secret: SharedSecretRow | null
}

/**
 * Issues the API token of an accepted access request. By default its value goes directly into a one-time secret that only the requester
 * can open: the engineer never sees it, and no response, log or mail contains it. Mode `show` returns the value once, to be copied and
 * handed over; the log keeps that the engineer has seen it.
 * @throws NotFound @throws Forbidden unless the caller may take the step `issue` @throws MissingScope
 * @throws RecordInvalid @throws Unprocessable for a request for an integration
 * @source docs/reference/specification.md §5.6.4, §5.6.7, §5.6.8; docs/reference/access_governance.md §8
 */
export async function issueGrant(ctx: Context, id: number, given: IssueInput): Promise<IssuedGrant> {
  const mode = given.mode || 'hand_over'
  return inTransaction(ctx, async (tx) => {
    const request = await lockVisibleRequest(tx, id)
    if (!MODES.includes(mode)) refuseInvalid({ mode: [{ description: `Mode: must be ${MODES.join(' or ')}`, error: 'InvalidValue' }] })
    if (request.kind === 'integration')
      throw new Unprocessable(
        'InvalidValue',
        'An integration is made by the integration-bot agent of this instance: POST /api/v2/integrations with this access_request_id',
      )
    const { row, token } = await issueApiToken(tx, request, {
      seen_by_creator: mode === 'show',
      ...(given.assigned_user_id == null ? {} : { assigned_user_id: given.assigned_user_id }),
      ...(given.expires_at === undefined ? {} : { expires_at: given.expires_at }),
      ...(given.allowed_ips === undefined ? {} : { allowed_ips: given.allowed_ips }),
      ...(given.per_minute === undefined ? {} : { per_minute: given.per_minute }),
    })
    if (mode === 'show') return { request: await getAccessRequest(tx, id), api_token: row, token, shared_secret: null }
    const { request: after, secret } = await putIntoSecret(tx, request, {
      api_token_id: row.id,
      value: token,
      passphrase: given.passphrase,
    })
    return { request: after, api_token: row, token: null, shared_secret: secret }
  })
}

/** Puts the value of a request's token into a one-time secret for its requester, and links the secret to the request. */
export async function putIntoSecret(
  tx: Context,
  request: AccessRequestRow,
  { api_token_id, value, passphrase }: { api_token_id: number; value: string; passphrase: string | null | undefined },
): Promise<{ request: AccessRequestRow; secret: SharedSecretRow }> {
  const label = `API token for the access request ${request.title}`
  const secret = await handToRequester(tx, request, { label, value, passphrase: passphrase || null, api_token_id })
  return { request: await updateAccessRequest(tx, request.id, { shared_secret_id: secret.id }), secret }
}
