/** Records what is said in a side conversation, on it and on its ticket. */
import type { Context } from '#core/context.ts'
import type { SideConversationEvent } from '../ticket_audits/event.ts'
import { insertAudit } from '../ticket_audits/store.ts'
import { touchTicket } from '../tickets/store.ts'
import { joinParticipants, MAX_PARTICIPANTS } from './message.ts'
import { type EventRow, insertEvent, type Message, type SideConversationRow, updateSideConversation } from './store.ts'

/** How the caller's acts came about, as events say it. */
export const viaOf = (ctx: Context) => (ctx.via.channel === 'web' ? 'support' : 'api')

/** Notes on the ticket what happened to one of its conversations. */
export async function recordOnTicket(tx: Context, row: SideConversationRow, type: SideConversationEvent['type']): Promise<void> {
  await touchTicket(tx, row.ticket_id)
  await insertAudit(tx, row.ticket_id, [{ type, side_conversation_id: row.id, subject: row.subject }])
}

/** A conversation after a reply, and the event of the reply. */
export interface Replied {
  readonly row: SideConversationRow
  readonly event: EventRow
}

/**
 * Records a further message of the caller in a conversation that was read with a lock. It opens a closed conversation again. The caller and
 * the recipients take part from now on, as far as there is room.
 */
export async function recordReply(tx: Context, before: SideConversationRow, message: Message): Promise<Replied> {
  const now = tx.now.toISOString()
  const people = tx.actor.id > 0 ? [{ user_id: tx.actor.id }, ...message.to] : message.to
  const row = await updateSideConversation(tx, before.id, {
    ...before,
    preview_text: message.preview_text,
    participants: joinParticipants(before.participants, people).slice(0, MAX_PARTICIPANTS),
    state: 'open',
    message_added_at: now,
    state_updated_at: before.state === 'closed' ? now : before.state_updated_at,
  })
  const event = await insertEvent(tx, { side_conversation_id: before.id, type: 'reply', via: viaOf(tx), message, updates: null })
  await recordOnTicket(tx, row, 'CollabThreadReply')
  return { row, event }
}
