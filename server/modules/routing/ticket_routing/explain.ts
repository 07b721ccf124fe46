/** Why a ticket waits: the queues it was compared with, and what keeps each agent from taking it. Pure. */
import type { Settings } from '#accounts/settings.ts'
import type { RuleContext } from '#rules/facts.ts'
import { explainConditions, type TracedConditions } from '#rules/trace.ts'
import { type Candidate, type Choice, obstaclesOf, type Obstacle, rosterOf } from '../queues/choose.ts'
import { isWaiting, type PlacedTicket, placeTicket, queueOf, type QueueRule, type RoutedTicket } from '../queues/routed.ts'

/** How a queue was compared with the ticket: it takes it, its conditions are not met, or it takes no tickets at all. */
export const QUEUE_STATES = ['takes', 'not_met', 'broken'] as const
/** Where the ticket stands: it waits, it has an agent or is solved, or no queue takes it and it is not one for its own group. */
export const ROUTING_STATES = ['waits', 'assigned', 'solved', 'not_routed'] as const
/** Which groups an agent is asked with: those of the queue, or the ticket's own. */
export const OFFERS = ['primary', 'secondary', 'own'] as const
/** So many agents are shown. */
export const MAX_AGENTS = 100

/** A queue that the ticket was compared with. */
export interface ComparedQueue {
  readonly rule: QueueRule
  readonly state: (typeof QUEUE_STATES)[number]
  readonly conditions: TracedConditions | null
}

/** An agent whom the ticket may be given to; they can take it if there are no obstacles. */
export interface AskedAgent {
  readonly agent: Candidate
  /** Null for an agent of none of the groups. */
  readonly offer: (typeof OFFERS)[number] | null
  readonly obstacles: readonly Obstacle[]
  /** The ids of required skills that they lack. */
  readonly lacking: readonly string[]
}

/** Why a ticket waits. */
export interface Routing {
  readonly state: (typeof ROUTING_STATES)[number]
  readonly ticket: PlacedTicket
  readonly queue: QueueRule | null
  /** The queues up to the one that takes it, in their order. */
  readonly queues: readonly ComparedQueue[]
  /** Those who can take it and those of its groups first; empty for a ticket that does not wait. */
  readonly agents: readonly AskedAgent[]
  readonly agents_count: number
  /** Who would be given it if no other ticket waited. */
  readonly next: Choice | null
}

/** What is known of a ticket and of those who may take it. */
export interface Known {
  readonly ticket: RoutedTicket
  readonly context: RuleContext
  readonly rules: readonly QueueRule[]
  readonly candidates: readonly Candidate[]
  readonly assignment: Settings['assignment']
}

function compareQueue(rule: QueueRule, taking: QueueRule | undefined, { ticket, context }: Known): ComparedQueue {
  const { conditions, queue } = rule
  if (conditions === null) return { rule, state: 'broken', conditions: null }
  const traced = explainConditions({ source: { conditions: queue.definition }, conditions }, ticket, context)
  return { rule, state: rule === taking ? 'takes' : 'not_met', conditions: traced }
}

function stateOf({ ticket }: Known, taking: QueueRule | undefined): Routing['state'] {
  if (isWaiting(ticket, taking)) return 'waits'
  if (ticket.status === 'solved' || ticket.status === 'closed') return 'solved'
  return ticket.assignee_id === null ? 'not_routed' : 'assigned'
}

/** In which of the lists of groups an agent is asked, as they stand in `offers`; -1 for none. */
function placeOf(agent: Candidate, { offers }: PlacedTicket): number {
  return offers.findIndex((groups) => groups.some((id) => agent.group_ids.includes(id)))
}

function askAgent(agent: Candidate, ticket: PlacedTicket, names: readonly AskedAgent['offer'][], { assignment }: Known): AskedAgent {
  return {
    agent,
    offer: names[placeOf(agent, ticket)] ?? null,
    obstacles: obstaclesOf(agent, ticket, assignment),
    lacking: ticket.skills.filter((id) => !agent.skills.includes(id)),
  }
}

/** Those who are asked first come first; of these those with fewer obstacles, then by id. */
function sortAgents(agents: readonly AskedAgent[]): AskedAgent[] {
  const place = ({ offer }: AskedAgent) => (offer === null ? OFFERS.length : OFFERS.indexOf(offer))
  return [...agents].sort(
    (one, other) => place(one) - place(other) || one.obstacles.length - other.obstacles.length || one.agent.id - other.agent.id,
  )
}

/** Explains where a ticket stands in automatic assignment. */
export function explainRouting(known: Known): Routing {
  const { ticket, context, rules, candidates, assignment } = known
  const taking = queueOf(rules, ticket, context)
  const considered = taking === undefined ? rules : rules.slice(0, rules.indexOf(taking) + 1)
  const waiting = placeTicket(ticket, taking)
  const state = stateOf(known, taking)
  const names = taking === undefined ? (['own'] as const) : (['primary', 'secondary'] as const)
  const agents = state === 'waits' ? sortAgents(candidates.map((agent) => askAgent(agent, waiting, names, known))) : []
  return {
    state,
    ticket: waiting,
    queue: taking ?? null,
    queues: considered.map((rule) => compareQueue(rule, taking, known)),
    agents: agents.slice(0, MAX_AGENTS),
    agents_count: agents.length,
    next: state === 'waits' ? (rosterOf(candidates, assignment).give(waiting) ?? null) : null,
  }
}
