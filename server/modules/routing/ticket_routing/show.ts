/** Loads what explains why a ticket waits. */
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { isRestricted } from '#permissions/people_scope.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import { findValues } from '../attributes/value_store.ts'
import { findCandidates, findRoutedTickets } from '../queues/assignment_store.ts'
import { loadQueues, withContexts } from '../queues/waiting.ts'
import { explainRouting } from './explain.ts'
import { presentRouting } from './present.ts'
import type { TicketRouting } from './schema.ts'

/** Explains why a ticket waits, as things are now. @throws Forbidden @throws NotFound also for a ticket that the caller cannot see */
export async function showRouting(ctx: Context, ticketId: number): Promise<AnswerOf<typeof TicketRouting>> {
  requirePermission(ctx, 'ticket.list')
  requirePermission(ctx, 'queue.show')
  const { organization_id } = await getTicket(ctx, ticketId)
  const queues = await loadQueues(ctx)
  const [found] = await withContexts(ctx, queues, (wantsUpdate) => findRoutedTickets(ctx, [ticketId], wantsUpdate))
  if (found === undefined) throw new NotFound() // deleted since
  const { assignment } = ctx.account.settings
  const routing = explainRouting({ ...found, rules: queues.rules, candidates: await findCandidates(ctx), assignment })
  const people = await findVisibleUsers(
    ctx,
    routing.agents.map(({ agent }) => agent.id),
  )
  const skills = await findValues(ctx, routing.ticket.skills)
  return presentRouting(routing, {
    assignment,
    agentNames: new Map(people.map(({ id, name }) => [id, name])),
    skillNames: new Map(skills.map(({ id, name }) => [id, name])),
    showsPeople: !isRestricted(ctx) || (organization_id !== null && ctx.actor.organization_ids.includes(organization_id)),
  })
}
