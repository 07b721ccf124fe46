/** The issue of an external tracker that a request stands for. */
import type { Context } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { trackerIssue } from '#lib/tracker_issue.ts'
import { isIssueUsed } from './tracker_store.ts'
import { checkExternalUrl } from './check.ts'

/**
 * Validates the issue a request is to stand for. An issue that an API token was already made for is refused.
 * @source docs/reference/specification.md §5.6.5
 */
export async function checkIssue(tx: Context, url: string | null): Promise<Details> {
  const wrong = checkExternalUrl(url, tx.account.settings.access.tracker_urls)
  const issue = url === null ? undefined : trackerIssue(url)
  if (Object.keys(wrong).length > 0 || issue === undefined || !(await isIssueUsed(tx, issue))) return wrong
  const description = 'External URL: an API token was made for this issue already'
  return { external_url: [{ description, error: 'DuplicateValue' }] }
}
