/** What a requester may change of a request: add a comment, copy people, solve it. @source docs/reference/tickets.md §9.4 */
import { isStaff } from '#permissions/permissions.ts'
import { asViewer } from '#permissions/requester.ts'
import { findSharedOrganizations } from '#permissions/shared_store.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, refuseInvalid } from '#core/errors.ts'
import { retryOnDuplicate } from '#http/unique_values.ts'
import { changeTicket } from '../tickets/change.ts'
import { commentOf } from './ticket_input.ts'
import { copiesOf } from './copies.ts'
import { getRequest, OPEN, type RequestRow } from './list.ts'
import { canSolve } from './present.ts'
import type { RequestInput } from './schema.ts'
import { isFirstRequester } from './store.ts'

const UNSOLVABLE = { base: [{ description: 'Status: cannot be solved by you', error: 'InvalidValue' }] }

/** @throws Forbidden for a comment on a request that others share without comments @throws NotFound @throws RecordInvalid */
export async function changeRequest(ctx: Context, id: number, input: RequestInput): Promise<RequestRow> {
  const viewer = await asViewer(ctx)
  const change = async (tx: Context): Promise<RequestRow> => {
    const row = await getRequest(tx, id)
    const comment = commentOf(input)
    const email_ccs = await copiesOf({ ...tx, actor: ctx.actor }, input)
    if ((comment !== undefined || email_ccs.length > 0) && !(await mayAnswer(ctx, row))) throw new Forbidden()
    const solves = input.solved === true && OPEN.includes(row.status)
    if (solves && !canSolve(tx, row)) refuseInvalid(UNSOLVABLE)
    const asked = {
      ...(comment === undefined ? {} : { comment }),
      ...(email_ccs.length === 0 ? {} : { email_ccs }),
      ...(solves ? { status: 'solved', ...(row.assignee_id === null ? { assignee_id: tx.actor.id } : {}) } : {}),
    }
    const isOwn = row.requester_id === tx.actor.id
    // an agent who is not the requester writes as an agent, with the rights of their role
    const how = { ...(isOwn || !isStaff(ctx) ? { follows: true as const } : {}), solved: isOwn && input.solved === true }
    // an agent limited to private comments may comment publicly only if the ticket was created with them as the requester
    const inPublic = isOwn && tx.actor.only_private_comments && (await isFirstRequester(tx, id, tx.actor.id))
    await changeTicket(inPublic ? { ...tx, actor: { ...tx.actor, only_private_comments: false } } : tx, id, asked, how)
    return getRequest(tx, id)
  }
  return retryOnDuplicate(ctx, ['email'], () => inTransaction(viewer, change))
}

/**
 * True for agents, the requester and copied users; for others, if their organization shares comments.
 * @source docs/reference/people.md §4
 */
async function mayAnswer(ctx: Context, row: RequestRow): Promise<boolean> {
  if (isStaff(ctx) || row.requester_id === ctx.actor.id || row.email_cc_ids.includes(ctx.actor.id)) return true
  return (await findSharedOrganizations(ctx)).some((one) => one.id === row.organization_id && one.shared_comments)
}
