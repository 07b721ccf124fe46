/** The job that solves the incidents of a problem. @source tickets.md §3.2 */
import { actorById } from '../../auth/actors.ts'
import { atThisMoment, type Context, eachInTransaction, type Via } from '../../context.ts'
import { changeTicket } from './change.ts'
import type { IncidentsPayload } from './incidents.ts'
import { unsolvedIncidents } from './list.ts'
import { getTicket } from './store.ts'

/** Solves what is unsolved of a problem's incidents, each in a transaction of its own; an incident without an assignee gets who solved the problem. */
export async function solveIncidents(system: Context, payload: IncidentsPayload): Promise<void> {
  const found = await actorById(system.services, system.account, payload.actor_id)
  const from = { ticket_id: payload.problem_id, subject: payload.subject }
  const via: Via = { channel: payload.channel, source: { from, to: {}, rel: 'problem' } }
  const actor = found?.actor ?? system.actor
  const author = actor.role === 'end-user' ? system.actor : actor
  await eachInTransaction({ ...system, actor: author, via }, await unsolvedIncidents(system, payload.problem_id), solveOne(payload))
}

const solveOne = (payload: IncidentsPayload) => async (tx: Context, id: number) => {
  const all = { ...atThisMoment(tx), actor: { ...tx.actor, ticket_restriction: null } }
  const incident = await getTicket(all, id)
  if (incident.status === 'solved' || incident.status === 'closed') return
  const assignee = incident.assignee_id === null && tx.actor.id > 0 ? { assignee_id: tx.actor.id } : {}
  const comment = payload.comment === null || payload.comment === undefined ? {} : { comment: payload.comment }
  await changeTicket(all, id, { status: 'solved', ...assignee, ...comment }, { follows: true })
}
