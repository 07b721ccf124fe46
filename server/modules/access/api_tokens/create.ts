/** The act of creating an API token: the gate that every one passes. */
import { requireDuty } from '../../../permissions/duties.ts'
import { requirePermission } from '../../../permissions/permissions.ts'
import { actorById } from '../../../auth/actors.ts'
import { requireEveryScope } from '../../../auth/scopes.ts'
import { checkBinding, checkLevel } from '../../../auth/token_level.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { type Details, refuseInvalid } from '../../../errors.ts'
import { findRequestByPageUrl } from '../access_requests/page_url.ts'
import { checkBounds, checkDescription, checkException, checkExpiry, checkTrackerIssue, readBounds } from './check.ts'
import { issueApiToken } from './issue.ts'
import { EXCEPTIONS, type NewApiTokenInput } from './schema.ts'
import { type ApiTokenDraft, type IssuedApiToken, refuseAfterCreationEnds, writeApiToken } from './write.ts'

/**
 * Makes an API token on one of three grounds: an accepted access request of this instance, which is issued by this; an issue of an
 * outside tracker that the instance names; or an exception with a reason, for members of support operations.
 * @throws Forbidden for anyone but administrators, for an exception without the duty, for an issue of a tracker unless an engineer asks,
 * and when somebody else has to issue the request
 * @throws MissingScope for an access token that may do less than the API token could
 * @throws RecordInvalid without a ground, for one that a token was made for already, for a level below administrator, past 256 tokens, or when none are created any more
 * @source docs/reference/specification.md §5.4, §5.6; docs/reference/authentication.md §2; docs/reference/access_governance.md §4
 */
export async function createApiToken(ctx: Context, given: NewApiTokenInput): Promise<IssuedApiToken> {
  requirePermission(ctx, 'api_token.manage')
  requireEveryScope(ctx.auth)
  const draft = readDraft(given)
  if (isException(draft.exception)) requireDuty(ctx, 'support_operations')
  refuseAfterCreationEnds(ctx)
  const details = {
    ...checkDescription(draft.description, draft.exception),
    ...checkException(draft.exception, draft.reason),
    ...checkExpiry(draft.expires_at, ctx.now),
    ...checkLevel(given),
    ...checkBounds(draft),
  }
  refuseInvalid({ ...details, ...(await checkAssignee(ctx, draft.assigned_user_id)) })
  return inTransaction(ctx, (tx) => (draft.exception === null ? createByRequest(tx, draft) : createByException(tx, draft)))
}

function readDraft(given: NewApiTokenInput): ApiTokenDraft {
  return {
    description: given.description?.trim() ?? '',
    exception: given.exception || null,
    reason: given.reason?.trim() || null,
    assigned_user_id: given.assigned_user_id ?? null,
    expires_at: given.expires_at ?? null,
    access_request_id: null,
    integration_id: null,
    seen_by_creator: true,
    ...readBounds(given),
  }
}

function isException(word: string | null): boolean {
  return (EXCEPTIONS as readonly (string | null)[]).includes(word)
}

/** @source docs/reference/specification.md §5.6.6 */
function createByException(tx: Context, draft: ApiTokenDraft): Promise<IssuedApiToken> {
  return writeApiToken(tx, draft, `Created by the exception ${draft.exception}: ${draft.reason}`)
}

/** What the tracker has of manager, review and decision is not seen here; that an engineer makes the token is. @source docs/reference/specification.md §5.6.4, §5.6.5 */
async function createByRequest(tx: Context, draft: ApiTokenDraft): Promise<IssuedApiToken> {
  const { description } = draft
  const request = await findRequestByPageUrl(tx, description)
  if (request !== undefined) {
    const { description: _judged, ...given } = draft // the record says what its URL is, however it was written
    return issueApiToken(tx, request, given)
  }
  refuseInvalid(checkTrackerIssue(description, tx.account.settings.access.tracker_urls) ?? noSuchRequest(tx))
  requireDuty(tx, 'engineer')
  return writeApiToken(tx, draft, `Created for the access request ${description}`, description)
}

function noSuchRequest(tx: Context): Details {
  const places = [`${tx.caller.base_url}/access_requests/`, ...tx.account.settings.access.tracker_urls]
  const description = `Description: must be the URL of an accepted access request, below ${places.join(' or ')}`
  return { description: [{ description, error: 'InvalidValue' }] }
}

async function checkAssignee(ctx: Context, id: number | null): Promise<Details> {
  return id === null ? {} : checkBinding((await actorById(ctx.services, ctx.account, id))?.actor)
}
