/** Rotation: a new token next to the old one, which is deactivated after some days without calls. */
import { requireDuty } from '#permissions/duties.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { readActor } from '#auth/actors.ts'
import { checkBinding } from '#auth/token_level.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { machineNow } from '#lib/clock.ts'
import { insertEvent } from '../access_requests/event_store.ts'
import { lockAccessRequest, updateAccessRequest } from '../access_requests/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkSilence, getMakingDuty } from './check.ts'
import { type ApiTokenRow, findApiToken, getApiToken, lockApiToken, updateApiToken } from './store.ts'
import { type IssuedApiToken, writeApiToken } from './write.ts'

/** The default number of days without calls after which the old token is deactivated. */
const SILENT_DAYS = 7

/**
 * Rotates an API token and returns its new value to the caller.
 * @throws Forbidden for anyone but administrators; for the token of an access request or a tracker issue unless they are an engineer who
 * had no other part in the request; for the token of an exception unless they have the duty support_operations. Rotating needs the same
 * rights as making the token.
 * @throws MissingScope @throws NotFound @throws RecordInvalid
 * @source docs/reference/access_governance.md §9
 */
export async function rotateApiToken(ctx: Context, id: number, silent_days: number | null | undefined): Promise<IssuedApiToken> {
  requirePermission(ctx, 'api_token.manage')
  return inTransaction(ctx, async (tx) => {
    const seen = await getApiToken(tx, id)
    requireDuty(tx, getMakingDuty(seen.exception))
    // lock order: a request before its token
    if (seen.access_request_id !== null) await lockAccessRequest(tx, seen.access_request_id)
    const before = await lockApiToken(tx, id)
    return replaceApiToken(tx, before, { silent_days, seen_by_creator: true })
  })
}

/** How a token is replaced: after how many unused days the old one ends, and whether the caller is shown the new value. */
export interface Replacement {
  readonly silent_days: number | null | undefined
  readonly seen_by_creator: boolean
}

/**
 * Makes the successor of a token with the same basis, bounds and end, inside a transaction that has locked the old token.
 * The caller is already authorised. @throws RecordInvalid when the old one is inactive or already replaced
 */
export async function replaceApiToken(tx: Context, before: ApiTokenRow, given: Replacement): Promise<IssuedApiToken> {
  const silent_days = given.silent_days ?? SILENT_DAYS
  refuseInvalid(checkSilence(silent_days))
  const refuse = (description: string) => refuseInvalid({ base: [{ description, error: 'InvalidValue' }] })
  if (!before.active) refuse('An inactive API token cannot be rotated')
  if (before.replaced_at !== null && (await findApiToken(tx, before.replaced_by_id ?? 0))?.active === true)
    refuse('This API token has been rotated already: rotate the one that replaced it')
  const draft = successorOf(tx, before)
  if (draft.assigned_user_id !== null) refuseInvalid(checkBinding((await readActor(tx, draft.assigned_user_id))?.actor))
  const issued = await writeApiToken(
    tx,
    { ...draft, seen_by_creator: given.seen_by_creator },
    `Created to take the place of the API token ${before.visible_token}`,
  )
  await updateApiToken(tx, before.id, {
    replaced_by_id: issued.row.id,
    replaced_at: tx.now.toISOString(),
    replaced_logged_at: machineNow().toISOString(),
    silent_days,
  })
  if (before.access_request_id !== null) {
    await updateAccessRequest(tx, before.access_request_id, { api_token_id: issued.row.id })
    const body = `The API token ${before.visible_token} was rotated: ${issued.row.visible_token} takes its place`
    await insertEvent(tx, before.access_request_id, { type: 'rotate', body })
  }
  await recordAudit(tx, {
    action: 'update',
    source_type: 'apitoken',
    source_id: before.id,
    source_label: before.description,
    change_description: `Rotated: it is deactivated after ${silent_days} days without calls`,
    details: { replaced_by_id: issued.row.id, visible_token: before.visible_token },
  })
  return issued
}

/** The values a successor inherits. With `token_binding: user`, it is bound to the creator of the old token. */
function successorOf(tx: Context, before: ApiTokenRow) {
  const { description, exception, reason, expires_at, access_request_id, integration_id, allowed_ips, per_minute } = before
  const creator = tx.account.settings.api.token_binding === 'user' ? before.user_id : null
  return {
    description,
    exception,
    reason,
    expires_at,
    access_request_id,
    integration_id,
    allowed_ips,
    per_minute,
    assigned_user_id: before.assigned_user_id ?? creator,
  }
}
