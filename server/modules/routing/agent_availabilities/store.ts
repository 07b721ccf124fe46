/** Every statement on the availability of agents. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Timestamp } from '#lib/clock.ts'
import type { AgentStatus } from './status.ts'

/** The availability of an agent; one who never set it is offline. */
export interface AvailabilityRow {
  readonly agent_id: number
  readonly status: AgentStatus
  /** Why it was set, as one of the words of the public service. */
  readonly reason: string
  /** Null if it was never set. */
  readonly updated_at: Timestamp | null
  /** How often it was set. */
  readonly version: number
  readonly group_ids: readonly number[]
  readonly skills: readonly string[]
  /** How many open tickets the agent has. */
  readonly open: number
}

/** Filters of a list; one that is left out lets all agents pass. */
export interface AvailabilityFilter {
  readonly statuses?: readonly AgentStatus[]
  /** Agents of any of these groups, and with any of these skills. */
  readonly group_ids?: readonly number[]
  readonly skill_ids?: readonly string[]
}

/** Lists are sorted by the ids of agents, and have cursors only. */
export const AVAILABILITY_SORTING: Sorting = {
  only_cursor: true,
  fallback: [{ key: 'agent_id', column: 'u.id', kind: 'number' }],
}

const put = defineStatement<unknown>(`insert into agent_availabilities (account_id, user_id, status, reason, version, updated_at)
  values ($1, $2, $3, $4, 1, $5) on conflict (account_id, user_id) do update
    set status = excluded.status, reason = excluded.reason, version = agent_availabilities.version + 1, updated_at = excluded.updated_at
    where agent_availabilities.status <> excluded.status`)

function select(ctx: Context, { statuses, group_ids, skill_ids }: AvailabilityFilter) {
  const { id } = ctx.account
  let query = q
    .selectFrom('users as u')
    .leftJoin('agent_availabilities as a', (join) => join.on('a.account_id', '=', id).onRef('a.user_id', '=', 'u.id'))
    .select(['u.id as agent_id', 'a.updated_at'])
    .select([
      sql<AgentStatus>`coalesce(a.status, 'offline')`.as('status'),
      sql<string>`coalesce(a.reason, 'UNKNOWN')`.as('reason'),
      sql<number>`coalesce(a.version, 0)`.as('version'),
      sql<
        number[]
      >`array(select m.group_id from group_memberships m where m.account_id = ${id} and m.user_id = u.id order by m.group_id)`.as(
        'group_ids',
      ),
      sql<string[]>`array(select g.attribute_value_id from routing_agent_values g
        where g.account_id = ${id} and g.user_id = u.id order by g.attribute_value_id)`.as('skills'),
      // with the condition of the index tickets_in_views
      sql<number>`(select count(*) from tickets t where t.account_id = ${id} and t.assignee_id = u.id and t.status = 'open'
        and t.status <> 'closed' and t.deleted_at is null and t.archived_at is null)`.as('open'),
    ])
    .where('u.account_id', '=', id)
    .where(sql<boolean>`u.role <> 'end-user'`)
    .where(sql<boolean>`u.active`)
    .$castTo<AvailabilityRow>()
  if (statuses !== undefined) query = query.where(sql<boolean>`coalesce(a.status, 'offline') = any(${statuses}::text[])`)
  if (group_ids !== undefined)
    query = query.where(sql<boolean>`exists (select 1 from group_memberships m
      where m.account_id = ${id} and m.user_id = u.id and m.group_id = any(${group_ids}::bigint[]))`)
  if (skill_ids !== undefined)
    query = query.where(sql<boolean>`exists (select 1 from routing_agent_values g
      where g.account_id = ${id} and g.user_id = u.id and g.attribute_value_id = any(${skill_ids}::text[]))`)
  return query
}

/** A page of the availability of agents. */
export function listAvailabilities(ctx: Context, filter: AvailabilityFilter, paging: Paging): Promise<Page<AvailabilityRow>> {
  return readPage<AvailabilityRow>(ctx, select(ctx, filter), paging)
}

/** The availability of an agent. @throws NotFound for a user who is no agent */
export async function getAvailability(ctx: Context, agentId: number): Promise<AvailabilityRow> {
  return orNotFound(await ctx.db.first(select(ctx, {}).where('u.id', '=', agentId)))
}

/** Writes the status of an agent; nothing if it is the one they have. */
export async function putStatus(ctx: Context, agentId: number, status: AgentStatus, reason: string): Promise<void> {
  await ctx.db.run(put(ctx.account.id, agentId, status, reason, ctx.now))
}
