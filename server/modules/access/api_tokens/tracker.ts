/** API tokens made for an issue of an external tracker: one issue, one token. */
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { trackerIssue } from '#lib/tracker_issue.ts'
import { claimTrackerIssue } from '../access_requests/tracker_store.ts'

/**
 * Assigns the issue named in a description to a token permanently, inside the transaction that writes the token.
 * @throws RecordInvalid when another token was made for it, even if that token is inactive or deleted now
 * @source docs/reference/specification.md §5.6.5
 */
export async function claimIssueForToken(tx: Context, description: string, apiTokenId: number): Promise<void> {
  const issue = trackerIssue(description)
  if (issue === undefined || (await claimTrackerIssue(tx, issue, apiTokenId)) === apiTokenId) return
  const sentence = 'an API token was made for this issue already. Each token needs an issue of its own, or is rotated'
  refuseInvalid({ description: [{ description: `Description: ${sentence}`, error: 'DuplicateValue' }] })
}
