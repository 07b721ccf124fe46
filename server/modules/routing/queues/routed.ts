/** In which queue a ticket waits, and to whom it is offered there. Pure. @source docs/reference/other.md §13 */
import { type Compiled, compileConditions, matches, needsOf } from '#rules/condition.ts'
import type { RelatedFacts, Role, RuleCatalogue, RuleContext, TicketFacts } from '#rules/facts.ts'
import type { WaitingTicket } from './choose.ts'
import type { QueueRow } from './store.ts'

/** A queue that is ready to be compared with tickets. */
export interface QueueRule {
  readonly queue: QueueRow
  /** Null for a queue that takes no tickets: `problem` says why. */
  readonly conditions: Compiled | null
  readonly problem: string | null
  /** Its primary groups, then its secondary ones, as far as they are not deleted. */
  readonly offers: readonly (readonly number[])[]
}

/** A ticket that may wait, with what queues read of it. */
export interface RoutedTicket extends TicketFacts {
  /** The skills that it requires, as far as they still exist. */
  readonly skills: readonly string[]
  readonly submitter_role: Role | null
  readonly has_attachments: boolean
}

/** A waiting ticket with its place among the others. */
export interface PlacedTicket extends WaitingTicket {
  /** The priority of its queue; tickets in no queue come last. */
  readonly priority: number
}

/** What the conditions of a queue name that is gone, or why it has no groups. */
function compileQueue({ definition }: QueueRow, groups: number, catalogue: RuleCatalogue): Pick<QueueRule, 'conditions' | 'problem'> {
  if (groups === 0) return { conditions: null, problem: 'It has no groups, or they have been deleted.' }
  try {
    return { conditions: compileConditions(definition, catalogue), problem: null }
  } catch (error) {
    // a condition names a field or an option that was deleted: the sentence of the table of conditions says which
    return { conditions: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Queues in their order, ready to be compared with tickets. `isLive`: whether a group is not deleted. */
export function queueRules(queues: readonly QueueRow[], catalogue: RuleCatalogue, isLive: (groupId: number) => boolean): QueueRule[] {
  return queues.map((queue) => {
    const offers = [queue.primary_group_ids.filter(isLive), queue.secondary_group_ids.filter(isLive)]
    return { queue, offers, ...compileQueue(queue, offers.flat().length, catalogue) }
  })
}

/** What queues must know of tickets besides themselves. */
export function needsOfQueues(rules: readonly QueueRule[]): ReadonlySet<string> {
  return new Set(rules.flatMap(({ conditions }) => (conditions === null ? [] : [...needsOf(conditions)])))
}

/** What conditions see of a waiting ticket: conditions on the update see its creation, with its description as the comment. */
export function queueContext(ticket: RoutedTicket, related: RelatedFacts, time: Pick<RuleContext, 'now' | 'time_zone'>): RuleContext {
  const { description, is_public, submitter_id, submitter_role, has_attachments, via_id } = ticket
  const comment = { text: description, public: is_public, requester_can_see: is_public, has_attachments }
  const updater_role = submitter_role ?? 'end-user'
  return {
    ...time,
    current_user_id: submitter_id,
    related,
    update: { before: null, comment, via_id, updater_id: submitter_id, updater_role },
  }
}

/** The queue that takes a ticket: the first by order that is not broken and whose conditions it meets. */
export function queueOf(rules: readonly QueueRule[], ticket: TicketFacts, context: RuleContext): QueueRule | undefined {
  return rules.find(({ conditions }) => conditions !== null && matches(conditions, ticket, context))
}

const DONE = ['solved', 'closed']

/** True for a ticket without an agent that is not solved; in no queue only a new one that has a group waits. */
export function isWaiting({ status, assignee_id, group_id }: TicketFacts, rule: QueueRule | undefined): boolean {
  if (assignee_id !== null || DONE.includes(status)) return false
  return rule !== undefined || (status === 'new' && group_id !== null)
}

/** A waiting ticket with its place and the groups it is offered to: those of its queue, or its own. */
export function placeTicket({ id, group_id, skills, brand_id }: RoutedTicket, rule: QueueRule | undefined): PlacedTicket {
  const own = group_id === null ? [] : [[group_id]]
  return { id, group_id, skills, brand_id, offers: rule?.offers ?? own, priority: rule?.queue.priority ?? Number.POSITIVE_INFINITY }
}

/** The order in which tickets are given to agents: by the priority of their queue, the lowest number first, then the oldest first. */
export function inOrder(tickets: readonly PlacedTicket[]): PlacedTicket[] {
  return [...tickets].sort((one, other) => (one.priority === other.priority ? one.id - other.id : one.priority - other.priority))
}
