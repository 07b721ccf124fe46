/** Every statement on queues. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { RoutingQueuesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import type { Conditions } from '#rules/condition.ts'

export type QueueRow = Omit<Selectable<RoutingQueuesTable>, 'account_id' | 'definition'> & { readonly definition: Conditions }
/** The members that can be written; the order is written for all queues together. */
export type QueueDraft = Omit<QueueRow, 'id' | 'order' | 'created_at' | 'updated_at'>

const WRITTEN = ['name', 'description', 'priority', 'definition', 'primary_group_ids', 'secondary_group_ids', 'updated_at'] as const
const COLUMNS = ['id', 'order', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.map((name) => `"${name}"`).join(', ')
const selectQueues = defineStatement<QueueRow>(`select ${LISTED} from routing_queues where account_id = $1 order by "order", id`)
const selectQueue = defineStatement<QueueRow>(`select ${LISTED} from routing_queues where account_id = $1 and id = $2`)
const insert = insertRow<unknown>()('routing_queues', ['account_id', ...COLUMNS], ['id'])
const update = updateRow<unknown>()('routing_queues', WRITTEN, ['id'])
const setOrder = defineStatement<unknown>(`update routing_queues q set "order" = o.place, updated_at = $3
  from unnest($2::text[]) with ordinality as o (id, place) where q.account_id = $1 and q.id = o.id and q."order" <> o.place`)
const remove = defineStatement<unknown>('delete from routing_queues where account_id = $1 and id = $2')

/** All queues in their order. */
export function listQueues(ctx: Context): Promise<QueueRow[]> {
  return ctx.db.all(selectQueues(ctx.account.id))
}

/** One queue. @throws NotFound */
export async function getQueue(ctx: Context, id: string): Promise<QueueRow> {
  return orNotFound(await ctx.db.first(selectQueue(ctx.account.id, id)))
}

const toColumns = (ctx: Context, draft: QueueDraft) => ({ ...draft, definition: toJson(draft.definition), updated_at: ctx.now })

/** Writes a new queue, without a place among the others yet. */
export async function insertQueue(ctx: Context, id: string, draft: QueueDraft): Promise<void> {
  await ctx.db.run(insert({ account_id: ctx.account.id, id, order: 0, ...toColumns(ctx, draft), created_at: ctx.now }))
}

/** Writes a changed queue. */
export async function updateQueue(ctx: Context, id: string, draft: QueueDraft): Promise<void> {
  await ctx.db.run(update({ account_id: ctx.account.id, id }, toColumns(ctx, draft)))
}

/** Puts queues in this order, from 1. */
export async function updateQueueOrder(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db.run(setOrder(ctx.account.id, ids, ctx.now))
}

/** Removes a queue. */
export async function deleteQueue(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
