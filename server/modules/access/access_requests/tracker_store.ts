/** Every statement on issues of external trackers: which API token was made for each. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { TrackerIssue } from '#lib/tracker_issue.ts'

// the no-op update locks an existing row, so that of two tokens made for one issue at the same time the second finds the first
const claim = defineStatement<{ api_token_id: number }>(`insert into tracker_issues (account_id, key, url, api_token_id, created_at)
  values ($1, sha256(convert_to($2, 'UTF8')), $3, $4, $5)
  on conflict (account_id, key) do update set url = tracker_issues.url returning api_token_id`)
const byKey = defineStatement<{ api_token_id: number }>(
  "select api_token_id from tracker_issues where account_id = $1 and key = sha256(convert_to($2, 'UTF8'))",
)

/** Assigns an issue to a token unless another token already has it. Returns the id of the token that has it. */
export async function claimTrackerIssue(tx: Context, { canonical, key }: TrackerIssue, apiTokenId: number): Promise<number> {
  return (await tx.db.one(claim(tx.account.id, key, canonical, apiTokenId, tx.now))).api_token_id
}

/** True when an API token was made for an issue, even if that token is inactive or deleted now. */
export async function isIssueUsed(ctx: Context, { key }: TrackerIssue): Promise<boolean> {
  return (await ctx.db.first(byKey(ctx.account.id, key))) !== undefined
}
