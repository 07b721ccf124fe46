/** The users and organizations of requests, side-loaded as summaries that end users may see. @source docs/reference/conventions.md §5 */
import type { Context } from '#core/context.ts'
import { readInclude } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { presentUserSummaries } from './present.ts'
import type { RequestRow } from './list.ts'
import type { People } from './schema.ts'
import { findUserSummaries } from './store.ts'

/** What `include` requests for these rows: users, organizations, or nothing. */
export async function requestSiblings(
  ctx: Context,
  include: string | undefined,
  rows: readonly RequestRow[],
): Promise<Partial<AnswerOf<typeof People>>> {
  const wanted = readInclude(include)
  if (!wanted.has('users') && !wanted.has('organizations')) return {}
  const ids = new Set(rows.flatMap((row) => [row.requester_id, row.assignee_id, ...row.email_cc_ids]).filter((id) => id !== null))
  const { users, organizations } = presentUserSummaries(ctx, await findUserSummaries(ctx, [...ids]))
  return { ...(wanted.has('users') ? { users } : {}), ...(wanted.has('organizations') ? { organizations } : {}) }
}
