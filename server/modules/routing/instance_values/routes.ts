// INSTANCE VALUES: the skills that agents have, and those that tickets require.
// Not here: the skills themselves (attributes/).
import { InvalidAttribute, MissingParameter, NotFound } from '#core/errors.ts'
import { readIds } from '#http/bulk_ids.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { getVisibleUser } from '#modules/people/users/list_store.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import { presentNamedValue } from '../attributes/present.ts'
import { findValues } from '../attributes/value_store.ts'
import { startAgentSkillsJob } from './bulk.ts'
import { changeAgentValues, setTicketValues } from './change.ts'
import { presentAgentValue, presentInstanceValue } from './present.ts'
import {
  AgentIdsQuery,
  FulfilledTickets,
  JobBody,
  SomeAgentValues,
  SomeInstanceValues,
  SomeValues,
  TicketIdsQuery,
  ValueIdsBody,
} from './schema.ts'
import { AGENT_VALUE_SORTING, agentValuesOf, findFulfilledTickets, listAgentValues } from './store.ts'

const SHOW_MANY = 'routing/instance_values/show_many_agent_instance_values'
const UPDATE_MANY = 'routing/instance_values/update_many_agent_instance_values'
const FULFILLED = 'routing/requirements/fulfilled'

/** @source docs/reference/other.md §12.2, §12.4 */
export const instanceValueRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/routing/agents/instance_values',
    name: SHOW_MANY,
    summary: 'List the attribute values of many agents',
    scope: '',
    query: AgentIdsQuery,
    answer: SomeInstanceValues,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'skill.manage')
      const ids = readIds(query['filter[agent_ids]'], SHOW_MANY)
      if (ids.length === 0) throw new InvalidAttribute('filter', 'must be present', SHOW_MANY)
      const page = await listAgentValues(ctx, ids, readPaging(query, AGENT_VALUE_SORTING, SHOW_MANY))
      return answerOk(
        listEnvelope(
          address,
          'instance_values',
          page,
          page.rows.map((row) => presentInstanceValue(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/routing/agents/instance_values/jobs',
    name: UPDATE_MANY,
    summary: 'Change the attribute values of many agents',
    scope: '',
    body: JobBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startAgentSkillsJob(ctx, body.job, UPDATE_MANY)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/routing/agents/:user_id/instance_values',
    name: 'routing/instance_values/show_agent_instance_values',
    summary: 'List the attribute values of an agent',
    scope: '',
    answer: SomeAgentValues,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'skill.list')
      const user = await getVisibleUser(ctx, params.user_id)
      if (!user.active || user.role === 'end-user') throw new NotFound()
      return answerOk({ attribute_values: (await agentValuesOf(ctx, user.id)).map((row) => presentAgentValue(ctx, row)) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/routing/agents/:user_id/instance_values',
    name: 'routing/instance_values/set_agent_instance_values',
    summary: 'Set the attribute values of an agent',
    scope: '',
    body: ValueIdsBody,
    answer: SomeAgentValues,
    async handle(ctx, { params, body }) {
      const values = body.attribute_value_ids.map((id) => ({ id }))
      const rows = await changeAgentValues(ctx, params.user_id, 'update', values)
      return answerOk({ attribute_values: rows.map((row) => presentAgentValue(ctx, row)) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/routing/tickets/:ticket_id/instance_values',
    name: 'routing/instance_values/show_ticket_instance_values',
    summary: 'List the attribute values of a ticket',
    scope: '',
    answer: SomeValues,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'skill.list')
      const { attribute_value_ids } = await getTicket(ctx, params.ticket_id)
      return answerOk({ attribute_values: (await findValues(ctx, attribute_value_ids)).map((row) => presentNamedValue(ctx, row)) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/routing/tickets/:ticket_id/instance_values',
    name: 'routing/instance_values/set_ticket_instance_values',
    summary: 'Set the attribute values of a ticket',
    scope: '',
    body: ValueIdsBody,
    answer: SomeValues,
    async handle(ctx, { params, body }) {
      const rows = await setTicketValues(ctx, params.ticket_id, body.attribute_value_ids)
      return answerOk({ attribute_values: rows.map((row) => presentNamedValue(ctx, row)) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/routing/requirements/fulfilled',
    name: FULFILLED,
    summary: 'List the tickets whose attribute values the caller has',
    scope: '',
    query: TicketIdsQuery,
    answer: FulfilledTickets,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'skill.list')
      const ids = readIds(query.ticket_ids?.join(','), FULFILLED)
      if (ids.length === 0) throw new MissingParameter('ticket_ids')
      return answerOk({ fulfilled_ticket_ids: await findFulfilledTickets(ctx, ids) })
    },
  }),
]
