/** Asking for an approval. @source docs/reference/employee_service.md §3 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, HttpError, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import { findTickets } from '#modules/tickets/tickets/list.ts'
import type { ApprovalRequestInput } from './schema.ts'
import { type ApprovalRequestDraft, type ApprovalRequestRow, insertApprovalRequest } from './store.ts'

const TAKEN = "Approval request couldn't be sent because one active, approved, or denied request already exists"

const makeBlankDetails = (name: string, title: string): Details => ({
  [name]: [makeBlankProblem(title)],
})
const makeInvalidDetails = (name: string, what: string): Details => ({ [name]: [{ description: what, error: 'InvalidValue' }] })

/** What is wrong with who is to approve: one person or one group, who is there, and not the requester. */
async function checkAssignee(tx: Context, draft: ApprovalRequestDraft, requesterId: number | null): Promise<Details> {
  const { assignee_user_id, assignee_group_id } = draft
  if ((assignee_user_id === null) === (assignee_group_id === null))
    return makeInvalidDetails('base', 'Give either assignee_user_id or assignee_group_id')
  if (assignee_group_id !== null) {
    const [group] = await findGroups(tx, [assignee_group_id])
    return group === undefined || group.deleted ? makeInvalidDetails('assignee_group_id', 'Assignee group: is invalid') : {}
  }
  const [user] = await findVisibleUsers(tx, [assignee_user_id ?? 0])
  if (user === undefined || !user.active) return makeInvalidDetails('assignee_user_id', 'Assignee user: is invalid')
  return user.id === requesterId ? makeInvalidDetails('assignee_user_id', 'Assignee user: is the requester of the ticket') : {}
}

/**
 * Creates a request on a ticket that the caller sees. A ticket has one at a time that is not withdrawn.
 * @throws Forbidden @throws HttpError 422 when there is one @throws RecordInvalid
 */
export async function createApprovalRequest(ctx: Context, input: ApprovalRequestInput): Promise<ApprovalRequestRow> {
  requirePermission(ctx, 'approval_request.create')
  const draft: ApprovalRequestDraft = {
    ticket_id: input.ticket_id ?? 0,
    subject: (input.subject ?? '').trim(),
    message: (input.message ?? '').trim(),
    assignee_user_id: input.assignee_user_id ?? null,
    assignee_group_id: input.assignee_group_id ?? null,
  }
  return inTransaction(ctx, async (tx) => {
    const [ticket] = draft.ticket_id === 0 ? [] : await findTickets(tx, [draft.ticket_id])
    refuseInvalid({
      ...(draft.ticket_id === 0
        ? makeBlankDetails('ticket_id', 'Ticket')
        : ticket === undefined
          ? makeInvalidDetails('ticket_id', 'Ticket: is invalid')
          : {}),
      ...(ticket?.status === 'closed' ? makeInvalidDetails('ticket_id', 'Ticket: is closed') : {}),
      ...(draft.subject === '' ? makeBlankDetails('subject', 'Subject') : {}),
      ...(draft.message === '' ? makeBlankDetails('message', 'Message') : {}),
      ...(await checkAssignee(tx, draft, ticket?.requester_id ?? null)),
    })
    const row = await insertApprovalRequest(tx, draft)
    if (row === undefined) throw new HttpError(422, { errors: [{ code: 'ApprovalRequestCreationFailed', title: TAKEN }] })
    return row
  })
}
