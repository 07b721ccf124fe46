/** Every statement that reads the log of calls: invocations and their attempts. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { LoggedMessage } from './request.ts'

/** An invocation as lists show it. */
export interface InvocationRow {
  readonly id: string
  readonly status: string
  readonly status_code: number | null
  readonly latest_completed_at: string | null
}

/** An attempt, with what was sent and answered. */
export interface AttemptRow {
  readonly id: string
  readonly invocation_id: string
  readonly status: string
  readonly status_code: number | null
  readonly request: LoggedMessage | null
  readonly response: LoggedMessage | null
  readonly completed_at: string | null
}

/** The filters of the log of a webhook. The moments are those of completion, or of creation where there is none. */
export interface InvocationFilter {
  readonly status?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const byId = { key: 'id', column: 'id', kind: 'text', descending: true } as const
const byCompletion = { key: 'latest_at', column: 'latest_at', kind: 'moment' } as const
const byStatus = { key: 'status', column: 'status', kind: 'text' } as const
const ascending = { ...byId, descending: false }
/** The log begins with the invocation that was called last. @source docs/reference/webhooks.md §2 */
export const INVOCATION_SORTING: Sorting = {
  only_cursor: true,
  fallback: [{ ...byCompletion, descending: true }, byId],
  cursor: { id: [ascending], latest_completed_at: [byCompletion, ascending], status: [byStatus, ascending] },
}

const selectAttempts =
  defineStatement<AttemptRow>(`select a.id, a.invocation_id, a.status, a.status_code, a.request, a.response, a.completed_at
  from webhook_attempts a join webhook_invocations i on i.account_id = a.account_id and i.id = a.invocation_id
  where a.account_id = $1 and i.account_id = $1 and i.webhook_id = $2 and i.id = $3 order by a.id desc`)
const selectInvocationId = defineStatement<{ id: string }>(
  'select id from webhook_invocations where account_id = $1 and webhook_id = $2 and id = $3',
)

/** A page of the invocations of a webhook. */
export function listInvocations(
  ctx: Context,
  webhookId: string,
  { status, from, to }: InvocationFilter,
  paging: Paging,
): Promise<Page<InvocationRow>> {
  let query = q
    .selectFrom('webhook_invocations')
    .select(['id', 'status', 'status_code', 'latest_completed_at', 'latest_at'])
    .where('account_id', '=', ctx.account.id)
    .where('webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (from !== undefined) query = query.where(sql<boolean>`latest_at >= ${from}::timestamptz`)
  if (to !== undefined) query = query.where(sql<boolean>`latest_at <= ${to}::timestamptz`)
  return readPage<InvocationRow>(ctx, query, paging)
}

/** The attempts of an invocation, the last one first. */
export function listAttempts(ctx: Context, webhookId: string, invocationId: string): Promise<AttemptRow[]> {
  return ctx.db.all(selectAttempts(ctx.account.id, webhookId, invocationId))
}

/** True if the webhook has this invocation. */
export async function hasInvocation(ctx: Context, webhookId: string, invocationId: string): Promise<boolean> {
  return (await ctx.db.first(selectInvocationId(ctx.account.id, webhookId, invocationId))) !== undefined
}
