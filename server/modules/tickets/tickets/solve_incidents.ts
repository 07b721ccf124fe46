/** The job that solves the incidents of a problem. @source docs/reference/tickets.md §3.2 */
import { readActor } from '#auth/actors.ts'
import { type StartedBy, AuthorityEnded, contextAsStarted } from '#auth/started_by.ts'
import { atThisMoment, type Context, eachInTransaction, type Via } from '#core/context.ts'
import type { JobRun } from '#queue/enqueue.ts'
import { changeTicket } from './change.ts'
import type { IncidentsPayload } from './write/incidents.ts'
import { findUnsolvedIncidents } from './list.ts'
import { getTicket } from './store.ts'

/**
 * Solves the unsolved incidents of a problem, each in its own transaction. Unassigned incidents are assigned to the user who solved the
 * problem. If that user may no longer act, or not with this credential, the remaining incidents stay unsolved, which is logged.
 * @throws AggregateError so that the job is run again for those that could not be solved
 */
export async function solveIncidents(system: Context, payload: IncidentsPayload, { asked: startedBy }: JobRun): Promise<void> {
  const author = authorOf(payload, startedBy)
  let ended: AuthorityEnded | undefined
  const ids = await findUnsolvedIncidents(system, payload.problem_id)
  await eachInTransaction(system, ids, async (tx, id) => {
    if (ended !== undefined) return
    try {
      await solveOne(await author(tx), payload, id)
    } catch (error) {
      if (!(error instanceof AuthorityEnded)) throw error
      ended = error
    }
  })
  if (ended === undefined) return
  system.log.warn({ err: ended, account_id: system.account.id, ticket_id: payload.problem_id }, 'incidents of a problem were left unsolved')
}

/** The actor who solves the incidents: the user who solved the problem; the system if that is an end user or there is no such user. */
function authorOf(payload: IncidentsPayload, startedBy: StartedBy | undefined): (tx: Context) => Promise<Context> {
  const from = { ticket_id: payload.problem_id, subject: payload.subject }
  const via: Via = { channel: payload.channel, source: { from, to: {}, rel: 'problem' } }
  return async (tx) => {
    const ctx =
      startedBy === undefined || startedBy.kind === 'system' ? await asPerson(tx, payload.actor_id) : await contextAsStarted(tx, startedBy)
    return { ...ctx, actor: ctx.actor.role === 'end-user' ? tx.actor : ctx.actor, via }
  }
}

async function asPerson(tx: Context, id: number): Promise<Context> {
  const found = await readActor(tx, id)
  return { ...atThisMoment(tx), actor: found?.actor ?? tx.actor }
}

async function solveOne(ctx: Context, payload: IncidentsPayload, id: number): Promise<void> {
  const all = { ...ctx, actor: { ...ctx.actor, ticket_restriction: null } }
  const incident = await getTicket(all, id)
  if (incident.status === 'solved' || incident.status === 'closed') return
  const assignee = incident.assignee_id === null && ctx.actor.id > 0 ? { assignee_id: ctx.actor.id } : {}
  const comment = payload.comment === null || payload.comment === undefined ? {} : { comment: payload.comment }
  await changeTicket(all, id, { status: 'solved', ...assignee, ...comment }, { follows: true })
}
