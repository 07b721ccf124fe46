/** Changes, deactivates, reactivates and removes existing API tokens. */
import { requireInPerson } from '#auth/in_person.ts'
import { requireDuty } from '#permissions/duties.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { credentialsTopic } from '#auth/credentials.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { checkLevel } from '#auth/token_level.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import type { Timestamp } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import { findRequestByPageUrl } from '../access_requests/page_url.ts'
import { FINAL_STATES } from '../access_requests/states.ts'
import { requireValueSeparationOf, withCombined } from '../access_requests/separation.ts'
import { findAccessRequest, lockAccessRequest } from '../access_requests/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { type Bounds, checkBounds, checkDescription, checkExpiry, checkTrackerIssue, isWider, getMakingDuty, readBounds } from './check.ts'
import { deactivateApiToken } from './deactivate.ts'
import { checkLifetime } from './life.ts'
import type { ApiTokenInput } from './schema.ts'
import {
  activeSuccessor,
  type ApiTokenChange,
  type ApiTokenRow,
  deleteApiToken,
  getApiToken,
  shareLockIntegration,
  lockApiToken,
  updateApiToken,
} from './store.ts'
import { claimIssueForToken } from './tracker.ts'

type Draft = Pick<ApiTokenRow, 'description' | 'active' | 'expires_at'> & Bounds

/** Reset on reactivation: the reason for the end, and a rotation that would end the token again at once. */
const REACTIVATED: ApiTokenChange = {
  deactivated_at: null,
  deactivation_reason: null,
  idle_at: null,
  replaced_at: null,
  replaced_logged_at: null,
  silent_days: null,
}

/**
 * Changes an API token; `active: false` revokes it for the next call in every process, `active: true` reactivates it.
 * Narrowing its bounds, deactivating it, and changing the description of a token made by an exception need no further rights.
 * @throws Forbidden for anyone but administrators, who reactivate only in person; see {@link requireRightsToWiden} for wider bounds, a later end,
 * another tracker issue, and the reactivation of a token of an access request
 * @throws MissingScope for an access token with fewer scopes than the API token, when reactivating the token or widening its bounds
 * @throws NotFound
 * @throws RecordInvalid as at creation, and for reactivating a token whose access request or integration has ended, or that was replaced by
 * another active token
 * @source docs/reference/specification.md §5.7; docs/reference/authentication.md §2; docs/reference/access_governance.md §10
 */
export async function changeApiToken(ctx: Context, id: number, given: ApiTokenInput): Promise<ApiTokenRow> {
  requirePermission(ctx, 'api_token.manage')
  return inTransaction(ctx, async (tx) => {
    if (given.active === false) await deactivateApiToken(tx, id, null)
    const over = given.active === true ? await endedOwnerOf(tx, id) : undefined
    const before = await lockApiToken(tx, id)
    const after = overlay(before, given)
    const isGivenBack = after.active && !before.active
    if (isGivenBack) requireInPerson(tx)
    refuseInvalid({
      ...(await checkChange(tx, before, after)),
      ...(isGivenBack ? { ...(await checkNotReplaced(tx, before)), ...checkOwnerNotEnded(over) } : {}),
      ...checkLevel(given),
      ...checkSameBinding(before, given),
    })
    const sentences = differences(before, after)
    if (sentences.length === 0) return before
    const combined = await requireRightsToWiden(tx, before, after)
    if (isForTrackerIssue(before) && after.description !== before.description) await claimIssueForToken(tx, after.description, id)
    const row = await updateApiToken(tx, id, { ...after, ...(before.active ? {} : after.active ? REACTIVATED : {}) })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'apitoken',
      source_id: id,
      source_label: after.description,
      change_description: withCombined(sentences.join('. '), combined),
      details: { before: overlay(before, {}), after },
    })
    await tx.services.cache.invalidate(tx.db, credentialsTopic(ctx.account.id))
    return row
  })
}

const isForTrackerIssue = ({ exception, access_request_id }: ApiTokenRow) => exception === null && access_request_id === null

/**
 * Widening what a token can do requires the same rights as making it. Neither its holder nor an administrator without the duty can do it.
 * Returns the note for the audit log, or null.
 * @throws Forbidden @throws MissingScope
 * @source docs/reference/access_governance.md §3
 */
async function requireRightsToWiden(tx: Context, before: ApiTokenRow, after: Draft): Promise<string | null> {
  const isGivenBack = after.active && !before.active
  const isDescribedAnew = isForTrackerIssue(before) && after.description !== before.description
  const isMadeWider = isWider(before, after) || isDescribedAnew || (isGivenBack && before.request !== null)
  if (isMadeWider || isGivenBack) requireEveryScope(tx.auth)
  if (!isMadeWider) return null
  requireDuty(tx, getMakingDuty(before.exception))
  return requireValueSeparationOf(tx, before)
}

function overlay(before: ApiTokenRow, given: ApiTokenInput): Draft {
  const { allowed_ips = before.allowed_ips, per_minute = before.per_minute } = given
  return {
    description: given.description === undefined ? before.description : (given.description?.trim() ?? ''),
    active: given.active ?? before.active,
    expires_at: given.expires_at === undefined ? before.expires_at : given.expires_at,
    ...readBounds({ allowed_ips, per_minute }),
  }
}

async function checkChange(tx: Context, before: ApiTokenRow, after: Draft): Promise<Details> {
  const request = before.access_request_id === null ? undefined : await findAccessRequest(tx, before.access_request_id)
  const isDescribedAnew = after.description !== before.description
  const isGivenBack = after.active && !before.active
  const isDatedAnew = after.expires_at !== before.expires_at
  return {
    ...(isDescribedAnew ? await checkNewDescription(tx, before, after.description) : {}),
    ...(isDatedAnew || isGivenBack ? checkExpiry(after.expires_at, tx.now) : {}),
    ...(isDatedAnew && request !== undefined ? checkLifetime(request, after.expires_at, tx.now) : {}),
    ...checkBounds(after),
  }
}

/**
 * A token keeps its basis: the description of a token issued for an access request stays the URL of that request.
 * @source docs/reference/specification.md §5.6.5
 */
async function checkNewDescription(tx: Context, before: ApiTokenRow, description: string): Promise<Details> {
  const wrong = checkDescription(description, before.exception)
  if (Object.keys(wrong).length > 0 || before.exception !== null) return wrong
  const refuse = (sentence: string): Details => ({ description: [{ description: `Description: ${sentence}`, error: 'InvalidValue' }] })
  if (before.access_request_id !== null) return refuse('is the URL of the access request this token was issued for')
  const trackers = tx.account.settings.access.tracker_urls
  const refused = checkTrackerIssue(description, trackers)
  if (refused === undefined) return refuse(`must be the URL of an access request, below ${trackers.join(' or ')}`)
  if (Object.keys(refused).length > 0 || (await findRequestByPageUrl(tx, description)) === undefined) return refused
  return refuse('an access request of this instance stands for this issue: issue the token for that request')
}

/**
 * The ended request or integration of a token, as text; undefined if neither has ended. Locks both before the token, like their revocation.
 */
async function endedOwnerOf(tx: Context, id: number): Promise<string | undefined> {
  const { integration_id, access_request_id } = await getApiToken(tx, id)
  const integration = integration_id === null ? undefined : await shareLockIntegration(tx, integration_id)
  const request = access_request_id === null ? undefined : await lockAccessRequest(tx, access_request_id)
  if (request !== undefined && FINAL_STATES.includes(request.state)) return 'The access request of this API token'
  const living = integration === undefined || integration.state === 'creating' || integration.state === 'active'
  return living ? undefined : `The integration ${integration.name} of this API token`
}

/** A rotated token cannot be reactivated while a successor is active. */
async function checkNotReplaced(tx: Context, { id }: ApiTokenRow): Promise<Details> {
  const successor = await activeSuccessor(tx, id)
  if (successor === undefined) return {}
  const description = `This API token was rotated, and ${successor} has replaced it: deactivate that one first`
  return { base: [{ description, error: 'InvalidValue' }] }
}

function checkOwnerNotEnded(over: string | undefined): Details {
  if (over === undefined) return {}
  return { base: [{ description: `${over} has been revoked: a new one must be filed for a new token`, error: 'InvalidValue' }] }
}

/** The assigned user of a token cannot change. Sending the same user again is allowed. */
function checkSameBinding({ assigned_user_id }: ApiTokenRow, given: ApiTokenInput): Details {
  if (given.assigned_user_id === undefined || given.assigned_user_id === assigned_user_id) return {}
  const description = 'Assigned user: cannot be changed: create another token for another user'
  return { assigned_user_id: [{ description, error: 'InvalidValue' }] }
}

const endInWords = (expires_at: Timestamp | null) => (expires_at === null ? 'never' : formatMoment(expires_at))

function differences(before: ApiTokenRow, after: Draft): string[] {
  const sentences: string[] = []
  if (before.active !== after.active) sentences.push(after.active ? 'Reactivated' : 'Deactivated')
  if (before.description !== after.description) sentences.push(`Description changed from ${before.description} to ${after.description}`)
  if (before.expires_at !== after.expires_at)
    sentences.push(`Expiry changed from ${endInWords(before.expires_at)} to ${endInWords(after.expires_at)}`)
  const addresses = ({ allowed_ips }: Bounds) => allowed_ips?.join(', ') ?? 'everywhere'
  if (addresses(before) !== addresses(after)) sentences.push(`Allowed addresses changed from ${addresses(before)} to ${addresses(after)}`)
  if (before.per_minute !== after.per_minute)
    sentences.push(`Calls a minute changed from ${before.per_minute ?? 'no limit'} to ${after.per_minute ?? 'no limit'}`)
  return sentences
}

/**
 * Deletes an inactive API token.
 * @throws Forbidden
 * @throws NotFound
 * @throws RecordInvalid while it is active
 * @source docs/reference/authentication.md §2.3
 */
export async function removeApiToken(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'api_token.manage')
  await inTransaction(ctx, async (tx) => {
    const before = await lockApiToken(tx, id)
    if (before.active)
      refuseInvalid({ base: [{ description: 'An active API token cannot be deleted: deactivate it first', error: 'InvalidValue' }] })
    await removeInactive(tx, before, 'Deleted')
  })
}

/** Deletes an inactive API token inside a transaction that has locked it. */
export async function removeInactive(tx: Context, token: ApiTokenRow, change_description: string): Promise<void> {
  await deleteApiToken(tx, token.id)
  const { description, exception, reason, visible_token } = token
  await recordAudit(tx, {
    action: 'destroy',
    source_type: 'apitoken',
    source_id: token.id,
    source_label: description,
    change_description,
    details: { exception, reason, visible_token },
  })
  await tx.services.cache.invalidate(tx.db, credentialsTopic(tx.account.id))
}
