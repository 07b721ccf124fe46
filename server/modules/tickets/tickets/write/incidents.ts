/**
 * Solving a problem solves its incidents: detecting that, and starting the job. The job is in solve_incidents.ts.
 * @source docs/reference/tickets.md §3.2
 */
import type { Context } from '#core/context.ts'
import { enqueue } from '#queue/enqueue.ts'
import type { TicketRow, TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'

/** The payload of the job: the problem, and the comment for its incidents. */
export interface IncidentsPayload {
  readonly problem_id: number
  readonly subject: string | null
  readonly actor_id: number
  readonly channel: string
  readonly comment: TicketInput['comment'] | null
}

/** True when this write solves a problem that has incidents. */
export function isSolvedNow(before: TicketState, after: TicketState): boolean {
  return after.type === 'problem' && after.has_incidents && after.status === 'solved' && before.status !== 'solved'
}

/**
 * Enqueues the solving of a problem's incidents, each with the comment that solved the problem; it is public if that comment, `said`, is.
 */
export async function startIncidents(
  tx: Context,
  problem: TicketRow,
  { comment }: TicketInput,
  said: { readonly public: boolean } | null,
): Promise<void> {
  const sent = typeof comment === 'string' ? { body: comment } : comment
  const told = sent === undefined || said === null ? null : { ...sent, public: said.public, uploads: undefined }
  const payload: IncidentsPayload = {
    problem_id: problem.id,
    subject: problem.subject,
    actor_id: tx.actor.id,
    channel: tx.via.channel,
    comment: told,
  }
  await enqueue(tx, 'solve_incidents', payload)
}
