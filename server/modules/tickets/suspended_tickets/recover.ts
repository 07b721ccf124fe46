/** Recovering suspended tickets: creating tickets from them. @source docs/reference/tickets.md §11.3 */
import { type Context, inTransaction, SYSTEM } from '#core/context.ts'
import { NotFound, RecordInvalid } from '#core/errors.ts'
import { retryOnDuplicate } from '#http/unique_values.ts'
import { createTicket } from '../tickets/create.ts'
import { personByEmail } from '../tickets/people_store.ts'
import type { TicketRow } from '../tickets/row.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { takeUploadsOfSuspended } from '#modules/common/uploads/suspended.ts'
import { createUser } from '#modules/people/users/create.ts'
import { requireManage } from './manage.ts'
import { deleteSuspended, lockSuspended, noteFailure, type SuspendedRow } from './store.ts'

/** The result for one: the ticket, or the suspended ticket with the reason; neither if it does not exist. */
interface Recovered {
  readonly ticket?: TicketRow
  readonly failed?: SuspendedRow
}

type RequesterOf = (tx: Context, row: SuspendedRow) => Promise<number>

/** Creates the ticket and deletes the suspended one, or changes nothing and records the reason. Does not require the fields of the form. */
async function recover(ctx: Context, id: number, requesterOf: RequesterOf): Promise<Recovered> {
  const make = async (tx: Context): Promise<Recovered> => {
    const [row] = await lockSuspended(tx, [id])
    if (row === undefined) return {}
    const files = await takeUploadsOfSuspended(tx, id)
    await deleteSuspended(tx, [id])
    const person = await requesterOf(tx, row)
    const asked = { ...withFiles(row.asked, files), requester_id: person, submitter_id: person, brand_id: row.brand_id }
    return { ticket: (await createTicket({ ...tx, via: row.via }, asked, { follows: true })).ticket }
  }
  try {
    return await retryOnDuplicate(ctx, ['email'], () => inTransaction(ctx, make))
  } catch (error) {
    if (!(error instanceof RecordInvalid)) throw error
    const failed = await noteFailure(ctx, id, Object.values(error.details).flat())
    return failed === undefined ? {} : { failed }
  }
}

/** The input with the files of the suspended ticket, as an upload token. */
function withFiles(asked: TicketInput, token: string | undefined): TicketInput {
  if (token === undefined) return asked
  const comment = typeof asked.comment === 'string' ? { body: asked.comment } : asked.comment
  return { ...asked, comment: { ...comment, uploads: token } }
}

/** Recovers one; the agent who recovers it is its requester. @throws Forbidden @throws NotFound */
export async function recoverSuspended(ctx: Context, id: number): Promise<Recovered> {
  requireManage(ctx)
  const recovered = await recover(ctx, id, async (tx) => tx.actor.id)
  if (recovered.ticket === undefined && recovered.failed === undefined) throw new NotFound()
  return recovered
}

/** Recovers many, each in its own transaction; the sender is the requester. Ignores ids that do not exist. @throws Forbidden */
export async function recoverManySuspended(ctx: Context, ids: readonly number[]): Promise<Recovered[]> {
  requireManage(ctx)
  const all: Recovered[] = []
  for (const id of ids) all.push(await recover(ctx, id, authorOf))
  return all
}

/** The user who has the address of the sender now; an unknown address becomes a user with an unverified address. */
async function authorOf(tx: Context, { author_name, author_email }: SuspendedRow): Promise<number> {
  const known = await personByEmail(tx, author_email)
  if (known !== undefined) return known.id
  return (await createUser({ ...tx, actor: SYSTEM }, { name: author_name, email: author_email, role: 'end-user' })).id
}
