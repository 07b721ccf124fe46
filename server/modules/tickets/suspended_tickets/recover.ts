/** Making tickets of suspended ones. @source docs/reference/tickets.md §11.3 */
import { type Context, inTransaction, SYSTEM } from '../../../context.ts'
import { NotFound, RecordInvalid } from '../../../errors.ts'
import { findingTwins } from '../../../http/unique_values.ts'
import { createTicket } from '../tickets/create.ts'
import { personByEmail } from '../tickets/people_store.ts'
import type { TicketRow } from '../tickets/row.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { takeUploadsOfSuspended } from '../../common/uploads/suspended.ts'
import { createUser } from '../../people/users/create.ts'
import { requireManage } from './manage.ts'
import { deleteSuspended, lockSuspended, noteFailure, type SuspendedRow } from './store.ts'

/** What became of one: a ticket; or it stays, and says why; or, with neither, there was none. */
interface Recovered {
  readonly ticket?: TicketRow
  readonly failed?: SuspendedRow
}

type WhoseTicket = (tx: Context, row: SuspendedRow) => Promise<number>

/** The ticket takes the place of the suspended one, or nothing happens and what stood in its way is noted. What its form requires is for later. */
async function recover(ctx: Context, id: number, whose: WhoseTicket): Promise<Recovered> {
  const make = async (tx: Context): Promise<Recovered> => {
    const [row] = await lockSuspended(tx, [id])
    if (row === undefined) return {}
    const files = await takeUploadsOfSuspended(tx, id)
    await deleteSuspended(tx, [id])
    const person = await whose(tx, row)
    const asked = { ...withFiles(row.asked, files), requester_id: person, submitter_id: person, brand_id: row.brand_id }
    return { ticket: (await createTicket({ ...tx, via: row.via }, asked, { follows: true })).ticket }
  }
  try {
    return await findingTwins(ctx, ['email'], () => inTransaction(ctx, make))
  } catch (error) {
    if (!(error instanceof RecordInvalid)) throw error
    const failed = await noteFailure(ctx, id, Object.values(error.details).flat())
    return failed === undefined ? {} : { failed }
  }
}

/** The ticket with what waited for its comment, by the token of an upload. */
function withFiles(asked: TicketInput, token: string | undefined): TicketInput {
  if (token === undefined) return asked
  const comment = typeof asked.comment === 'string' ? { body: asked.comment } : asked.comment
  return { ...asked, comment: { ...comment, uploads: token } }
}

/** Recovers one; its requester is the agent who does. @throws Forbidden @throws NotFound */
export async function recoverSuspended(ctx: Context, id: number): Promise<Recovered> {
  requireManage(ctx)
  const recovered = await recover(ctx, id, async (tx) => tx.actor.id)
  if (recovered.ticket === undefined && recovered.failed === undefined) throw new NotFound()
  return recovered
}

/** Recovers many, each in a transaction of its own; who sent them is their requester. Those that are not there are left out. @throws Forbidden */
export async function recoverManySuspended(ctx: Context, ids: readonly number[]): Promise<Recovered[]> {
  requireManage(ctx)
  const all: Recovered[] = []
  for (const id of ids) all.push(await recover(ctx, id, authorOf))
  return all
}

/** Who has the address it was sent from, as it is today; somebody nobody knows is made a user, whose address is not verified. */
async function authorOf(tx: Context, { author_name, author_email }: SuspendedRow): Promise<number> {
  const known = await personByEmail(tx, author_email)
  if (known !== undefined) return known.id
  return (await createUser({ ...tx, actor: SYSTEM }, { name: author_name, email: author_email, role: 'end-user' })).id
}
