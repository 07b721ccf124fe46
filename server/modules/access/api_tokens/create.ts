/** Creates API tokens through `POST /api/v2/api_tokens`. */
import { requireDuty } from '#permissions/duties.ts'
import { actorById } from '#auth/actors.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { checkBinding, checkLevel } from '#auth/token_level.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { findRequestByPageUrl } from '../access_requests/page_url.ts'
import { checkBounds, checkDescription, checkException, checkExpiry, checkTrackerIssue, readBounds } from './check.ts'
import { issueApiToken } from './issue.ts'
import { requireCheckedBasis, requireTokenReader } from './rights.ts'
import { EXCEPTIONS, type NewApiTokenInput } from './schema.ts'
import { type ApiTokenDraft, type IssuedApiToken, refuseAfterCreationEnds, writeApiToken } from './write.ts'

/**
 * Makes an API token on one of three bases: an accepted access request of this account, which is thereby issued; an issue of an external
 * tracker configured for the account; or an exception with a reason, for members of support operations.
 * @throws Forbidden for anyone but administrators and engineers, for an engineer who is an agent on another basis than an accepted access
 * request, for an exception without the duty, for a tracker issue unless the caller is an engineer,
 * and when someone else has to issue the request
 * @throws MissingScope for an access token with fewer scopes than the API token
 * @throws RecordInvalid without a basis, for a basis another token was already made for, for a level below administrator, past 256 tokens,
 * or once no tokens are created any more
 * @source docs/reference/specification.md §5.4, §5.6; docs/reference/authentication.md §2; docs/reference/access_governance.md §4
 */
export async function createApiToken(ctx: Context, given: NewApiTokenInput): Promise<IssuedApiToken> {
  requireTokenReader(ctx)
  requireEveryScope(ctx.auth)
  const draft = readDraft(given)
  requireCheckedBasis(ctx, draft.exception === null)
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

/**
 * The approvals in an external tracker cannot be checked here; only that an engineer makes the token.
 * @source docs/reference/specification.md §5.6.4, §5.6.5
 */
async function createByRequest(tx: Context, draft: ApiTokenDraft): Promise<IssuedApiToken> {
  const { description } = draft
  const request = await findRequestByPageUrl(tx, description)
  if (request !== undefined) {
    const { description: _judged, ...given } = draft // the description comes from the request, whatever the spelling of the given URL
    return issueApiToken(tx, request, given)
  }
  refuseInvalid(checkTrackerIssue(description, tx.account.settings.access.tracker_urls) ?? noSuchRequest(tx))
  requireCheckedBasis(tx, false)
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
