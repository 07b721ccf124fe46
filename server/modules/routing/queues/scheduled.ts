/**
 * Gives waiting tickets to agents of the groups of their queue, or of their own group where no queue takes them, who have the skills for them
 * and room for another one. @source docs/reference/other.md §14
 */
import { lockAccount } from '#accounts/lock.ts'
import { atThisMoment, type Context, inTransaction } from '#core/context.ts'
import { HttpError } from '#core/errors.ts'
import { changeTicket } from '#modules/tickets/tickets/change.ts'
import { accountsWithWaitingTickets, findCandidates } from './assignment_store.ts'
import { type Roster, rosterOf } from './choose.ts'
import type { PlacedTicket } from './routed.ts'
import { type LoadedQueues, loadQueues, stillWaiting, listWaitingTickets } from './waiting.ts'

/** Tickets per transaction, which holds the lock of the account. */
const AT_ONCE = 50

/** The queues of the account; those that are broken are logged. */
async function usableQueues(ctx: Context): Promise<LoadedQueues> {
  const queues = await loadQueues(ctx)
  for (const { queue, problem } of queues.rules)
    if (problem !== null) ctx.log.warn({ account_id: ctx.account.id, queue_id: queue.id, problem }, 'a queue is broken, and is skipped')
  return queues
}

/** Gives those of these tickets that still wait to agents; returns their numbers. */
async function assignSome(tx: Context, ids: readonly number[]): Promise<number[]> {
  // two workers would give the same ticket to two agents, and an agent more than they have room for
  await lockAccount(tx)
  const tickets = await stillWaiting(tx, await loadQueues(tx), ids)
  if (tickets.length === 0) return []
  const roster = rosterOf(await findCandidates(tx), tx.account.settings.assignment)
  const given: number[] = []
  for (const ticket of tickets) {
    const choice = roster.give(ticket)
    if (choice === undefined) continue
    const { agent_id, group_id } = choice
    try {
      await changeTicket(tx, ticket.id, { group_id, assignee_id: agent_id })
      given.push(ticket.id)
    } catch (error) {
      // refused, for example because a rule or a field does not allow it: the ticket waits for a person
      if (!(error instanceof HttpError)) throw error
      roster.takeBack(agent_id)
      tx.log.warn({ err: error, account_id: tx.account.id, ticket_id: ticket.id }, 'a ticket could not be given to an agent')
    }
  }
  return given
}

/** The next tickets that an agent has room for, with that agent. Without the lock: under it each is decided again. */
function nextPart(left: readonly PlacedTicket[], roster: Roster): ReadonlyMap<number, number> {
  const part = new Map<number, number>()
  for (const ticket of left) {
    if (part.size === AT_ONCE) break
    const choice = roster.give(ticket)
    if (choice !== undefined) part.set(ticket.id, choice.agent_id)
  }
  return part
}

/** Gives the waiting tickets of an account to agents. Those that nobody can take wait for the next run. */
export const scheduledAssignments = {
  accountsDue: accountsWithWaitingTickets,
  async act(ctx: Context): Promise<number> {
    const { assignment } = ctx.account.settings
    const roster = rosterOf(assignment.method === 'off' ? [] : await findCandidates(ctx), assignment)
    if (!roster.hasRoom()) return 0
    let left = await listWaitingTickets(ctx, await usableQueues(ctx))
    let given = 0
    for (let part = nextPart(left, roster); part.size > 0; part = nextPart(left, roster)) {
      const ids = [...part.keys()]
      const written = new Set(await inTransaction(atThisMoment(ctx), (tx) => assignSome(tx, ids)))
      // the room that a refused ticket leaves is for the next one
      for (const [id, agentId] of part) if (!written.has(id)) roster.takeBack(agentId)
      const tried: ReadonlyMap<number, number> = part
      left = left.filter(({ id }) => !tried.has(id))
      given += written.size
    }
    return given
  },
}
