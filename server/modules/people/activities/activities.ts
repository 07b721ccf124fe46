/** What of a ticket's write is told to whom. Pure. @source docs/reference/other.md §2 */

export type Verb = 'tickets.assignment' | 'tickets.comment' | 'tickets.priority_increase'

/** One activity before it is stored: `user_id` is told. */
export interface NewActivity {
  readonly user_id: number
  readonly verb: Verb
  readonly comment_id: number | null
}

/** What of a ticket decides who is told what. */
interface ActivityTicket {
  readonly assignee_id: number | null
  readonly priority: string | null
}

const PRIORITIES: readonly (string | null)[] = [null, 'low', 'normal', 'high', 'urgent']

/**
 * What is told of one write: to the new assignee that the ticket is his, to the assignee that there is a comment and that it has
 * become more urgent. Nobody is told what he has done himself, and end users are told nothing here.
 * @param before null for a new ticket
 */
export function activitiesOf(
  actorId: number,
  before: ActivityTicket | null,
  after: ActivityTicket,
  commentId: number | null,
): NewActivity[] {
  const { assignee_id } = after
  if (assignee_id === null || assignee_id === actorId) return []
  const told = (verb: Verb, comment_id: number | null): NewActivity => ({ user_id: assignee_id, verb, comment_id })
  if (before === null || before.assignee_id !== assignee_id) return [told('tickets.assignment', null)]
  return [
    ...(commentId === null ? [] : [told('tickets.comment', commentId)]),
    ...(PRIORITIES.indexOf(after.priority) > PRIORITIES.indexOf(before.priority) ? [told('tickets.priority_increase', null)] : []),
  ]
}
