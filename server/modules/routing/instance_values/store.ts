/** Every statement on the skills of agents, and which tickets require only these. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Timestamp } from '#lib/clock.ts'
import { ticketScope } from '#permissions/ticket_scope.ts'

/** How well an agent has a skill. */
export type SkillPriority = 'NORMAL' | 'HIGH'

/** A skill that an agent has. */
export interface AgentValueRow {
  readonly id: string
  readonly user_id: number
  readonly attribute_value_id: string
  readonly attribute_id: string
  readonly name: string
  readonly agent_skill_priority: SkillPriority
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
  readonly value_created_at: Timestamp
  readonly value_updated_at: Timestamp
}

/** A skill to be given to an agent. */
export interface AgentValueDraft {
  readonly id: string
  readonly attribute_value_id: string
  readonly agent_skill_priority: SkillPriority
}

type Changed = Pick<AgentValueRow, 'id' | 'attribute_value_id'>

/** How the skills of several agents are sorted: those of an agent together, as their index is. */
export const AGENT_VALUE_SORTING: Sorting = {
  fallback: [
    { key: 'user_id', column: 'g.user_id', kind: 'number' },
    { key: 'attribute_value_id', column: 'g.attribute_value_id', kind: 'text' },
  ],
}

const put =
  defineStatement<Changed>(`insert into routing_agent_values (account_id, id, user_id, attribute_value_id, agent_skill_priority, created_at, updated_at)
  select $1, d.id, $2, d.attribute_value_id, d.agent_skill_priority, $4, $4
  from jsonb_to_recordset($3::jsonb) as d (id text, attribute_value_id text, agent_skill_priority text)
  on conflict (account_id, user_id, attribute_value_id)
    do update set agent_skill_priority = excluded.agent_skill_priority, updated_at = excluded.updated_at
  returning id, attribute_value_id`)
const remove = defineStatement<Changed>(
  'delete from routing_agent_values where account_id = $1 and user_id = $2 and attribute_value_id = any($3::text[]) returning id, attribute_value_id',
)

function select(ctx: Context) {
  return q
    .selectFrom('routing_agent_values as g')
    .innerJoin('routing_attribute_values as v', (join) =>
      join.on('v.account_id', '=', ctx.account.id).onRef('v.id', '=', 'g.attribute_value_id'),
    )
    .select(['g.id', 'g.user_id', 'g.attribute_value_id', 'g.agent_skill_priority', 'g.created_at', 'g.updated_at'])
    .select(['v.attribute_id', 'v.name', 'v.created_at as value_created_at', 'v.updated_at as value_updated_at'])
    .where('g.account_id', '=', ctx.account.id)
    .$castTo<AgentValueRow>()
}

/** The skills of an agent by name. */
export function agentValuesOf(ctx: Context, userId: number): Promise<AgentValueRow[]> {
  return ctx.db.all(
    select(ctx)
      .where('g.user_id', '=', userId)
      .orderBy(sql`lower(v.name)`)
      .orderBy('v.id'),
  )
}

/** A page of the skills of these users, as far as they are agents. */
export function listAgentValues(ctx: Context, userIds: readonly number[], paging: Paging): Promise<Page<AgentValueRow>> {
  const agents = sql<boolean>`g.user_id = any(array(select u.id from users u
    where u.account_id = ${ctx.account.id} and u.id = any(${userIds}::bigint[]) and u.active and u.role <> 'end-user'))`
  return readPage<AgentValueRow>(ctx, select(ctx).where(agents), paging)
}

/** Gives skills to an agent, or changes how well they have them. The id of one that they have stays: compare it with the draft. */
export function putAgentValues(ctx: Context, userId: number, drafts: readonly AgentValueDraft[]): Promise<Changed[]> {
  return ctx.db.all(put(ctx.account.id, userId, toJson(drafts), ctx.now))
}

/** Takes skills away from an agent; returns those that they had. */
export function deleteAgentValues(ctx: Context, userId: number, valueIds: readonly string[]): Promise<Changed[]> {
  return ctx.db.all(remove(ctx.account.id, userId, valueIds))
}

/**
 * Those of these tickets that the caller can see and whose skills they all have. A ticket that requires none is among them.
 * @source docs/reference/other.md §12.4
 */
export async function findFulfilledTickets(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const { account, actor } = ctx
  const isLacking = sql<boolean>`exists (select 1 from routing_attribute_values v
    where v.account_id = ${account.id} and v.id = any(tickets.attribute_value_ids) and not exists (
      select 1 from routing_agent_values g where g.account_id = ${account.id} and g.user_id = ${actor.id} and g.attribute_value_id = v.id))`
  const query = q
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', account.id)
    .where(sql<boolean>`tickets.id = any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where(ticketScope(actor))
    .where(sql<boolean>`not ${isLacking}`)
    .orderBy('id')
  return (await ctx.db.all(query)).map(({ id }) => id)
}
