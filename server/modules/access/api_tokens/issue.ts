/** Issues the API token of an access request of this account. */
import { readActor } from '#auth/actors.ts'
import { checkBinding } from '#auth/token_level.ts'
import type { Context } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { pageUrlOf } from '../access_requests/page_url.ts'
import { stateRefusal } from '../access_requests/steps.ts'
import { type AccessRequestRow, lockAccessRequest } from '../access_requests/store.ts'
import { refuseStep, takeStep } from '../access_requests/take_step.ts'
import { checkBounds, checkExpiry, readBounds } from './check.ts'
import { checkLifetime, latestEnd } from './life.ts'
import { type IssuedApiToken, writeApiToken } from './write.ts'

/** What the issuer of a token may set. */
export interface IssueDraft {
  readonly assigned_user_id?: number | null
  readonly expires_at?: string | null
  readonly allowed_ips?: readonly string[] | null
  readonly per_minute?: number | null
  /** True when the caller is shown the value. */
  readonly seen_by_creator: boolean
}

/**
 * Makes the API token of an accepted access request, and takes the request's step `issue` as the caller, in the transaction of `tx`. The
 * description is the request's URL.
 * @throws NotFound
 * @throws RecordInvalid when the request is of another kind, not accepted or already issued, for invalid values, and when another token was
 * made for the tracker issue that the request stands for
 * @throws Forbidden unless the caller may issue it
 * @throws MissingScope
 * @source docs/reference/specification.md §5.6.4, §5.6.5
 */
export async function issueApiToken(tx: Context, request: { readonly id: number }, draft: IssueDraft): Promise<IssuedApiToken> {
  const held = await lockAccessRequest(tx, request.id)
  const bounds = readBounds(draft)
  const expires_at = draft.expires_at ?? latestEnd(held, tx.now)
  refuseInvalid({
    ...checkRequest(tx, held),
    ...checkBounds(bounds),
    ...checkExpiry(expires_at, tx.now),
    ...checkLifetime(held, expires_at, tx.now),
  })
  refuseStep(tx, 'issue', held)
  // with the setting `token_binding: user`, a token works only for its creator: bind it to the requester instead
  const assigned_user_id = draft.assigned_user_id ?? (tx.account.settings.api.token_binding === 'user' ? held.requester_id : null)
  if (assigned_user_id !== null) refuseInvalid(checkBinding((await readActor(tx, assigned_user_id))?.actor))
  const description = pageUrlOf(tx, held.id)
  const issued = await writeApiToken(
    tx,
    {
      description,
      exception: null,
      reason: null,
      assigned_user_id,
      expires_at,
      access_request_id: held.id,
      integration_id: null,
      seen_by_creator: draft.seen_by_creator,
      ...bounds,
    },
    `Created for the access request ${description}`,
    held.external_url ?? undefined,
  )
  await takeStep(tx, held, 'issue', { links: { api_token_id: issued.row.id } })
  return issued
}

function checkRequest(tx: Context, request: AccessRequestRow): Details {
  const refuse = (sentence: string): Details => ({ description: [{ description: `Description: ${sentence}`, error: 'InvalidValue' }] })
  if (request.kind !== 'api_token') return refuse('the access request is for an integration, not for an API token')
  const stuck = stateRefusal('issue', request, tx.now)
  return stuck === undefined ? {} : refuse(stuck.sentence.replace(/^The/, 'the'))
}
