/** A problem that is solved takes its incidents along: noticing it, and the job for it. The job is in solve_incidents.ts. @source docs/reference/tickets.md §3.2 */
import type { Context } from '../../../../context.ts'
import { enqueue } from '../../../../jobs/enqueue.ts'
import type { TicketRow, TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'

/** What the queue carries: which problem, and what its incidents are told. */
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

/** Queues the solving of a problem's incidents, each with the comment the problem was solved with: `said`, as public there as here. */
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
