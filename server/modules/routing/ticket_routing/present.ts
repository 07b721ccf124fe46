/** The explanation why a ticket waits as JSON, with its reasons in words. Pure. */
import type { Settings } from '#accounts/settings.ts'
import type { AnswerOf } from '#http/route.ts'
import type { TracedConditions } from '#rules/trace.ts'
import type { QueueRow } from '../queues/store.ts'
import type { AskedAgent, Routing } from './explain.ts'
import type { RoutingReasons, SeenConditions, TicketRouting } from './schema.ts'

/** What is shown beside the explanation. */
export interface Shown {
  readonly assignment: Settings['assignment']
  readonly agentNames: ReadonlyMap<number, string>
  readonly skillNames: ReadonlyMap<string, string>
  /** Whether the caller may see the requester and the organization of the ticket. */
  readonly showsPeople: boolean
}

const MESSAGES: Readonly<Record<Exclude<Routing['state'], 'waits'>, string>> = {
  assigned: 'It has an agent.',
  solved: 'It is solved.',
  not_routed: 'No queue takes it, and only new tickets with a group are given to the agents of their own group.',
}

function messageOf({ state, next }: Routing, { method }: Settings['assignment']): string {
  if (state !== 'waits') return MESSAGES[state]
  if (method === 'off') return 'It waits for a person: the settings of the instance have no method of assignment.'
  if (next === null) return 'It waits: nobody of its groups can take it. The reasons are given for each agent.'
  return 'It waits for the next run, which is within half a minute; tickets before it may be given to the same agents.'
}

function reasonsOf({ agent, obstacles, lacking }: AskedAgent, { assignment, skillNames }: Shown): AnswerOf<typeof RoutingReasons> {
  return obstacles.flatMap((code): AnswerOf<typeof RoutingReasons> => {
    switch (code) {
      case 'not_in_group':
        return [{ code, message: 'They are in none of the groups that the ticket is offered to.' }]
      case 'not_available':
        return [{ code, message: `Their status is ${agent.status}; tickets are given only to agents who are online.` }]
      case 'capacity_full':
        return [{ code, message: `They have ${agent.open} open tickets; the most that one agent is given are ${assignment.capacity}.` }]
      case 'not_in_brand':
        return [{ code, message: 'They do not serve the brand of the ticket.' }]
      case 'lacks_skills':
        return lacking.map((id) => ({ code: 'lacks_skill', message: `They lack the skill ${skillNames.get(id) ?? id}.` }))
    }
  })
}

function presentConditions({ all, any }: TracedConditions, showsPeople: boolean): AnswerOf<typeof SeenConditions> {
  const side = (conditions: TracedConditions['all']) =>
    conditions.map(({ field, operator, value, seen, holds, needs }) => {
      const hidden = !showsPeople && (needs.includes('requester') || needs.includes('organization'))
      return { field, operator, value, seen: hidden ? null : seen, holds, hidden }
    })
  return { all: side(all), any: side(any) }
}

const presentQueueName = ({ id, name, order, priority }: QueueRow) => ({ id, name, order, priority })

/** The explanation as JSON. */
export function presentRouting(routing: Routing, shown: Shown): AnswerOf<typeof TicketRouting> {
  const { state, ticket, queue, queues, agents, agents_count, next } = routing
  const { assignment, agentNames, skillNames, showsPeople } = shown
  const offers = queue === null ? (['own'] as const) : (['primary', 'secondary'] as const)
  return {
    ticket_id: ticket.id,
    state,
    message: messageOf(routing, assignment),
    queue: queue === null ? null : presentQueueName(queue.queue),
    queues: queues.map((one) => ({
      ...presentQueueName(one.rule.queue),
      state: one.state,
      problem: one.rule.problem,
      conditions: one.conditions === null ? null : presentConditions(one.conditions, showsPeople),
    })),
    offers: ticket.offers.flatMap((group_ids, at) => {
      const offer = offers[at]
      return offer === undefined ? [] : [{ offer, group_ids }]
    }),
    skills: ticket.skills.map((id) => ({ id, name: skillNames.get(id) ?? '' })),
    assignment: { ...assignment },
    next_agent_id: next?.agent_id ?? null,
    agents: agents.map((one) => ({
      agent_id: one.agent.id,
      name: agentNames.get(one.agent.id) ?? '',
      offer: one.offer,
      status: one.agent.status,
      open_tickets: one.agent.open,
      can_take: one.obstacles.length === 0,
      reasons: reasonsOf(one, shown),
    })),
    agents_count,
  }
}
