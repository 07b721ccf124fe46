/** Every statement on issues of outside trackers: which API token each was the ground of. */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'

// one that is there already is held, so that of two tokens made for one issue at once the second finds the first
const claim = fixed<{ api_token_id: number }>(`insert into tracker_issues (account_id, key, url, api_token_id, created_at)
  values ($1, sha256(convert_to($2, 'UTF8')), $2, $3, $4)
  on conflict (account_id, key) do update set url = excluded.url returning api_token_id`)

/** Makes an issue the ground of a token, unless it is another's already; the id of the token whose it is. `url` as `issueOf` has it. */
export async function claimTrackerIssue(tx: Context, url: string, apiTokenId: number): Promise<number> {
  return ((await tx.db.first(claim(tx.account.id, url, apiTokenId, tx.now))) as { api_token_id: number }).api_token_id
}
