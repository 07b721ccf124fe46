/** What agents do with side conversations: begin, answer, change, read. @source docs/reference/other.md §16 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, Forbidden, NotFound, RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { isOneOf } from '#lib/objects.ts'
import { checkOpen } from '../tickets/closed.ts'
import type { TicketRow } from '../tickets/row.ts'
import { getTicket } from '../tickets/store.ts'
import { beginSideConversation, commentOnChild } from './begin.ts'
import { catchUp } from './child_comment.ts'
import { mailMessage } from './mail.ts'
import { checkParticipants, type Draft, messageOf, readExternalIds, readMessage } from './message.ts'
import { recordOnTicket, recordReply, type Replied, viaOf } from './record.ts'
import { type ChangeInput, type MessageInput, STATES } from './schema.ts'
import { insertEvent, lockSideConversation, type SideConversationRow, updateSideConversation } from './store.ts'

const makeInvalidDetails = (name: string, description: string): Details => ({ [name]: [{ description, error: 'InvalidValue' }] })

/** The ticket, if the caller sees it. @throws Forbidden @throws NotFound */
export async function readTicket(ctx: Context, ticketId: number): Promise<TicketRow> {
  requirePermission(ctx, 'ticket.list')
  return getTicket(ctx, ticketId)
}

/**
 * A message reaches customers by mail, or as a public comment of a child ticket: who may only comment in private sends none.
 * @throws Forbidden
 */
function requireWriting(ctx: Context): void {
  requirePermission(ctx, 'side_conversation.create')
  if (ctx.actor.only_private_comments)
    throw new Forbidden('Agents whose comments are private cannot write in side conversations: their messages would reach customers.')
}

/** Begins a conversation beside a ticket. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function createSideConversation(
  ctx: Context,
  ticketId: number,
  given: { readonly message: MessageInput; readonly external_ids?: Readonly<Record<string, unknown>> },
): Promise<SideConversationRow> {
  requireWriting(ctx)
  const ticket = await getTicket(ctx, ticketId)
  const external_ids = readExternalIds(given.external_ids)
  const draft = await readMessage(ctx, given.message)
  const origin = { via: viaOf(ctx), external_ids, rule: null, requester_id: ctx.actor.id }
  return inTransaction(ctx, (tx) => beginSideConversation(tx, ticket, draft, origin))
}

/** Writes a further message, which opens a closed conversation again. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function replyTo(ctx: Context, ticketId: number, id: string, given: MessageInput): Promise<Replied> {
  requireWriting(ctx)
  refuseInvalid(checkOpen(await getTicket(ctx, ticketId)))
  return inTransaction(ctx, async (tx) => {
    const locked = await lockSideConversation(tx, ticketId, id)
    const child = locked.child_ticket_id
    const before = (child === null ? undefined : await catchUp(tx, child, null)) ?? locked
    const draft = await readMessage(tx, given, before.subject)
    checkParticipants(before.participants, [{ user_id: tx.actor.id }, ...draft.to])
    const comment_id = await sendReply(tx, before, draft)
    const message = { ...messageOf(draft, before.external_ids), ...(comment_id === undefined ? {} : { comment_id }) }
    return recordReply(tx, before, message)
  })
}

/** A conversation with a group goes on in its child ticket, with the returned comment; any other one by mail. @throws RecordInvalid */
async function sendReply(tx: Context, { ticket_id, child_ticket_id }: SideConversationRow, draft: Draft): Promise<number | undefined> {
  const isForGroup = draft.to.some(({ support_group_id }) => support_group_id !== undefined)
  if (isForGroup !== (child_ticket_id !== null))
    refuseInvalid(
      makeInvalidDetails('to', isForGroup ? 'To: the conversation is not with a group' : 'To: the conversation is with a group'),
    )
  if (child_ticket_id === null) {
    await mailMessage(tx, ticket_id, draft)
    return undefined
  }
  try {
    return await commentOnChild(tx, child_ticket_id, draft)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    throw new RecordInvalid(makeInvalidDetails('base', 'The child ticket has been deleted'))
  }
}

/** Changes subject and state. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeSideConversation(ctx: Context, ticketId: number, id: string, given: ChangeInput): Promise<SideConversationRow> {
  requirePermission(ctx, 'side_conversation.create')
  refuseInvalid(checkOpen(await getTicket(ctx, ticketId)))
  const { state } = given
  if (state !== undefined && !isOneOf(STATES, state))
    throw new RecordInvalid(makeInvalidDetails('state', `State: must be one of ${STATES.join(', ')}`))
  return inTransaction(ctx, async (tx) => {
    const before = await lockSideConversation(tx, ticketId, id)
    const after = { subject: given.subject?.trim() ?? before.subject, state: state ?? before.state }
    const updates = {
      ...(after.state === before.state ? {} : { state: after.state }),
      ...(after.subject === before.subject ? {} : { subject: after.subject }),
    }
    if (Object.keys(updates).length === 0) return before
    const state_updated_at = updates.state === undefined ? before.state_updated_at : tx.now.toISOString()
    const row = await updateSideConversation(tx, id, { ...before, ...after, state_updated_at })
    await insertEvent(tx, { side_conversation_id: id, type: 'update', via: viaOf(tx), message: null, updates })
    if (updates.state !== undefined)
      await recordOnTicket(tx, row, updates.state === 'closed' ? 'CollabThreadClosed' : 'CollabThreadReopened')
    return row
  })
}
