/** Every statement that repeats invocations. */
import type { Context } from '#core/context.ts'
import { defineStatement, defineLookup } from '#db/builder.ts'

/** An invocation to repeat, and the one that its content comes from first: itself, unless it is a replay. */
export interface Replayed {
  readonly id: string
  readonly replay_of: string
}

/** Which invocations are repeated. The moments are those of the log: of completion, or of creation where there is none. */
export interface ReplayRange {
  readonly from: Date
  readonly to: Date
  readonly statuses: readonly string[]
}

const SELECT =
  'select i.id, coalesce(i.replay_of, i.id) as replay_of from webhook_invocations i where i.account_id = $1 and i.webhook_id = $2'
const selectReplayed = defineLookup<Replayed & { status: string }>(SELECT.replace('i.id,', 'i.id, i.status,') + ' and i.id = $3')
const selectRange = defineStatement<Replayed>(`${SELECT} and i.latest_at >= $3 and i.latest_at <= $4 and i.status = any($5::text[])
    and not exists (select 1 from webhook_invocations r where r.account_id = $1 and r.replay_of = coalesce(i.replay_of, i.id) and r.id > i.id)
  order by i.latest_at, i.id limit $6`)
const copy = defineStatement<unknown>(`insert into webhook_invocations
    (account_id, id, webhook_id, status, content, ticket_id, replay_of, created_at, latest_at)
  select $1, n.new_id, i.webhook_id, 'pending', i.content, i.ticket_id, coalesce(i.replay_of, i.id), $5, $5
  from unnest($3::text[], $4::text[]) as n (id, new_id)
  join webhook_invocations i on i.account_id = $1 and i.webhook_id = $2 and i.id = n.id`)

/** One invocation of the webhook. */
export function findToReplay(tx: Context, webhookId: string, id: string): Promise<(Replayed & { status: string }) | undefined> {
  return tx.db.first(selectReplayed(tx.account.id, webhookId, id))
}

/** The first invocations of a range that have not been repeated since, at most `most`. */
export function listToReplay(tx: Context, webhookId: string, { from, to, statuses }: ReplayRange, most: number): Promise<Replayed[]> {
  return tx.db.all(selectRange(tx.account.id, webhookId, from, to, statuses, most))
}

/** Writes a repetition of each invocation, which waits; `newIds` in the same order. */
export async function insertReplays(tx: Context, webhookId: string, ids: readonly string[], newIds: readonly string[]): Promise<void> {
  await tx.db.run(copy(tx.account.id, webhookId, ids, newIds, tx.now))
}
