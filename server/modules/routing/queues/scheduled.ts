/** Gives new tickets to agents of their group who have the skills for them and room for another one. @source docs/reference/other.md §14 */
import { lockAccount } from '../../../accounts/lock.ts'
import { atThisMoment, type Context, inTransaction } from '../../../context.ts'
import { HttpError } from '../../../errors.ts'
import { changeTicket } from '../../tickets/tickets/change.ts'
import { accountsWithWaitingTickets, findCandidates, findWaitingTickets } from './assignment_store.ts'
import { rosterOf } from './choose.ts'

/** Tickets per transaction, which holds the lock of the account. */
const AT_ONCE = 50

/** The tickets of a part that were given to agents, and the last one looked at: null when there are no more. */
interface Assigned {
  readonly given: number
  readonly after: number | null
}

/** Gives a part of the waiting tickets to agents. */
async function assignSome(tx: Context, after: number): Promise<Assigned> {
  // two workers would give the same ticket to two agents, and an agent more than they have room for
  await lockAccount(tx)
  const tickets = await findWaitingTickets(tx, after, AT_ONCE)
  if (tickets.length === 0) return { given: 0, after: null }
  const roster = rosterOf(await findCandidates(tx), tx.account.settings.assignment)
  let given = 0
  for (const ticket of tickets) {
    const assignee_id = roster.give(ticket)
    if (assignee_id === undefined) continue
    try {
      await changeTicket(tx, ticket.id, { assignee_id })
      given += 1
    } catch (error) {
      // refused, for example because a rule or a field does not allow it: the ticket waits for a person
      if (!(error instanceof HttpError)) throw error
      roster.takeBack(assignee_id)
      tx.log.warn({ err: error, account_id: tx.account.id, ticket_id: ticket.id }, 'a ticket could not be given to an agent')
    }
  }
  return { given, after: tickets.length < AT_ONCE ? null : (tickets.at(-1)?.id ?? null) }
}

/** Gives the waiting tickets of an account to agents, the oldest first. Those that nobody can take wait for the next run. */
export const scheduledAssignments = {
  accountsDue: accountsWithWaitingTickets,
  async act(ctx: Context): Promise<number> {
    if (ctx.account.settings.assignment.method === 'off') return 0
    let given = 0
    for (let after: number | null = 0; after !== null;) {
      const from: number = after
      const part: Assigned = await inTransaction(atThisMoment(ctx), (tx) => assignSome(tx, from))
      given += part.given
      after = part.after
    }
    return given
  },
}
