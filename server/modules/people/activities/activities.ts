/** Which activities a write to a ticket produces, and for which agent. Pure. @source docs/reference/other.md §2 */

export type Verb = 'tickets.assignment' | 'tickets.comment' | 'tickets.priority_increase'

/** One activity before it is stored. `user_id` is the agent it is for. */
export interface NewActivity {
  readonly user_id: number
  readonly verb: Verb
  readonly comment_id: number | null
}

/** The members of a ticket that activities depend on. */
interface ActivityTicket {
  readonly assignee_id: number | null
  readonly priority: string | null
}

const PRIORITIES: readonly (string | null)[] = [null, 'low', 'normal', 'high', 'urgent']

/**
 * The activities of one write: the new assignee gets one for the assignment; an unchanged assignee gets one for a comment and one
 * for a raised priority. Agents get none for their own writes, and end users get none at all.
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
  const activity = (verb: Verb, comment_id: number | null): NewActivity => ({ user_id: assignee_id, verb, comment_id })
  if (before === null || before.assignee_id !== assignee_id) return [activity('tickets.assignment', null)]
  return [
    ...(commentId === null ? [] : [activity('tickets.comment', commentId)]),
    ...(PRIORITIES.indexOf(after.priority) > PRIORITIES.indexOf(before.priority) ? [activity('tickets.priority_increase', null)] : []),
  ]
}
