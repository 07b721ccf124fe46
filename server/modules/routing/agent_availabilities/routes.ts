// AVAILABILITY OF AGENTS: whether each works, and how many open tickets they have.
// Not here: who is given a ticket (queues/choose.ts).
import type { Context } from '#core/context.ts'
import { readIds, readList } from '#http/bulk_ids.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { setStatus } from './change.ts'
import { presentAvailability, presentChannel } from './present.ts'
import { AvailabilityBody, AvailabilityQuery, OneAvailability, SomeAvailabilities } from './schema.ts'
import { type AgentStatus, AGENT_STATUSES, STATUS_NAMES } from './status.ts'
import { AVAILABILITY_SORTING, type AvailabilityFilter, type AvailabilityRow, getAvailability, listAvailabilities } from './store.ts'

const INDEX = 'agent_availabilities/index'

function presentWithChannel(ctx: Context, row: AvailabilityRow): AnswerOf<typeof OneAvailability> {
  const { capacity } = ctx.account.settings.assignment
  return { data: presentAvailability(ctx.caller.base_url, row), included: [presentChannel(row, capacity)] }
}

async function show(ctx: Context, agentId: number): Promise<AnswerOf<typeof OneAvailability>> {
  requirePermission(ctx, 'agent_availability.list')
  return presentWithChannel(ctx, await getAvailability(ctx, agentId))
}

/** The statuses that both filters let pass; undefined without one. */
function statusesOf(query: AvailabilityQuery): AgentStatus[] | undefined {
  const ids = query['filter[agent_status_id]']
  const channels = query['filter[channel_status]']
  if (ids === undefined && channels === undefined) return undefined
  return STATUS_NAMES.filter(
    (name) =>
      (ids === undefined || readList(ids).includes(String(AGENT_STATUSES[name]))) &&
      (channels === undefined || readList(channels).includes(`support:${name}`)),
  )
}

function filterOf(query: AvailabilityQuery): AvailabilityFilter {
  const groups = query['filter[group_ids]']
  const skills = query['filter[skill_ids]']
  const statuses = statusesOf(query)
  return {
    ...(statuses === undefined ? {} : { statuses }),
    ...(groups === undefined ? {} : { group_ids: readIds(groups, INDEX) }),
    ...(skills === undefined ? {} : { skill_ids: readList(skills) }),
  }
}

/** @source docs/reference/other.md §15 */
export const agentAvailabilityRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/agent_availabilities',
    name: INDEX,
    summary: 'List the availability of agents',
    scope: '',
    query: AvailabilityQuery,
    answer: SomeAvailabilities,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'agent_availability.list')
      const page = await listAvailabilities(ctx, filterOf(query), readPaging(query, AVAILABILITY_SORTING, INDEX))
      const shown = page.rows.map((row) => presentWithChannel(ctx, row))
      return answerOk(
        listEnvelope(
          address,
          'data',
          page,
          shown.map(({ data }) => data),
          { included: shown.flatMap(({ included }) => included) },
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/agent_availabilities/me',
    name: 'agent_availabilities/me',
    summary: 'Show the availability of the caller',
    scope: '',
    answer: OneAvailability,
    handle: async (ctx) => answerOk(await show(ctx, ctx.actor.id)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/agent_availabilities/:agent_id',
    name: 'agent_availabilities/show',
    summary: 'Show the availability of an agent',
    scope: '',
    answer: OneAvailability,
    handle: async (ctx, { params }) => answerOk(await show(ctx, params.agent_id)),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/deskhand/agent_availabilities/me',
    name: 'agent_availabilities/update_me',
    summary: 'Set the status of the caller',
    scope: '',
    body: AvailabilityBody,
    answer: OneAvailability,
    handle: async (ctx, { body }) => answerOk(presentWithChannel(ctx, await setStatus(ctx, ctx.actor.id, body.agent_availability))),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/deskhand/agent_availabilities/:agent_id',
    name: 'agent_availabilities/update',
    summary: 'Set the status of an agent',
    scope: '',
    body: AvailabilityBody,
    answer: OneAvailability,
    handle: async (ctx, { params, body }) =>
      answerOk(presentWithChannel(ctx, await setStatus(ctx, params.agent_id, body.agent_availability))),
  }),
]
