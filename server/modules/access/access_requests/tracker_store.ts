/** Every statement on issues of outside trackers: which API token each was the ground of. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import type { TrackerIssue } from '../../../lib/tracker_issue.ts'

// one that is there already is held, so that of two tokens made for one issue at once the second finds the first
const claim = fixed<{ api_token_id: number }>(`insert into tracker_issues (account_id, key, url, api_token_id, created_at)
  values ($1, sha256(convert_to($2, 'UTF8')), $3, $4, $5)
  on conflict (account_id, key) do update set url = tracker_issues.url returning api_token_id`)
const spent = fixed<{ api_token_id: number }>(
  "select api_token_id from tracker_issues where account_id = $1 and key = sha256(convert_to($2, 'UTF8'))",
)

/** Makes an issue the ground of a token, unless it is another's already; the id of the token whose it is. */
export async function claimTrackerIssue(tx: Context, { canonical, key }: TrackerIssue, apiTokenId: number): Promise<number> {
  return ((await tx.db.first(claim(tx.account.id, key, canonical, apiTokenId, tx.now))) as { api_token_id: number }).api_token_id
}

/** True when an API token was made for an issue, be it active or not, or deleted since. */
export async function isSpent(ctx: Context, { key }: TrackerIssue): Promise<boolean> {
  return (await ctx.db.first(spent(ctx.account.id, key))) !== undefined
}
