import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { Condition } from '#rules/condition.ts'
import { findGroups, type GroupRow } from '#modules/people/groups/store.ts'
import { ticketSkills } from '#modules/tickets/tickets/skill_store.ts'
import { type QueueRule, queueRules } from './routed.ts'
import type { QueueShape } from './schema.ts'
import type { QueueRow } from './store.ts'

function presentQueue(ctx: Context, { queue: row, problem }: QueueRule, groups: ReadonlyMap<number, GroupRow>): AnswerOf<QueueShape> {
  const side = (conditions: readonly Condition[]) => conditions.map(({ field, operator, value }) => ({ field, operator, value }))
  const presentGroups = (ids: readonly number[]) => {
    const found = ids.map((id) => groups.get(id)).filter((group) => group !== undefined)
    return { count: found.length, groups: found.map(({ id, name }) => ({ id, name })) }
  }
  return {
    url: urlOf(ctx.caller.base_url, `queues/${row.id}`),
    id: row.id,
    name: row.name,
    description: row.description,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    order: row.order,
    priority: row.priority,
    definition: { all: side(row.definition.all), any: side(row.definition.any) },
    primary_groups: presentGroups(row.primary_group_ids),
    secondary_groups: presentGroups(row.secondary_group_ids),
    problem,
  }
}

/** Queues as JSON, with those of their groups that are not deleted, and why one takes no tickets. @source docs/reference/other.md §13 */
export async function presentQueues(ctx: Context, rows: readonly QueueRow[]): Promise<AnswerOf<QueueShape>[]> {
  const ids = new Set(rows.flatMap((row) => [...row.primary_group_ids, ...row.secondary_group_ids]))
  const groups = (await findGroups(ctx, [...ids])).filter((group) => !group.deleted)
  const byId = new Map(groups.map((group) => [group.id, group]))
  const { catalogue } = await ticketSkills(ctx)
  return queueRules(rows, catalogue, (id) => byId.has(id)).map((rule) => presentQueue(ctx, rule, byId))
}
