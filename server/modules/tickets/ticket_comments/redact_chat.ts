/** Redacts text and files in the messages of a chat, which are data in an audit of the ticket. @source docs/reference/tickets.md §2.3 */
import type { Static } from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter, NotFound, RecordInvalid } from '#core/errors.ts'
import { defineInput, Text, Whole, Words } from '#http/shape.ts'
import type { AnswerOf } from '#http/route.ts'
import { isObject } from '#lib/json.ts'
import type { ChatStartedEvent, TicketEvent } from '../ticket_audits/event.ts'
import { findChatAudit, rewriteEvents } from '../ticket_audits/store.ts'
import { getTicket, touchTicket } from '../tickets/store.ts'
import { maskText } from './mask.ts'
import type { OneChatEvent } from './schema.ts'

/** `chat_index` or `message_ids` select the messages; without either, all messages are selected. */
export const CHAT_REDACTION = defineInput({ chat_id: Text, chat_index: Whole, message_ids: Words, text: Text })
type ChatRedaction = Static<typeof CHAT_REDACTION>
type Entry = Record<string, unknown>

type Chat = TicketEvent & ChatStartedEvent
/** The event as it is shown. */
type ShownChat = AnswerOf<typeof OneChatEvent>['chat_event']
const isChat = (event: TicketEvent): event is Chat => event.type === 'ChatStartedEvent'

/**
 * Masks a text in the messages of a chat; returns the new event.
 * @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid when the text does not occur
 */
export function redactChat(ctx: Context, ticketId: number, given: ChatRedaction): Promise<ShownChat> {
  const { text } = given
  if (!text) throw new MissingParameter('text')
  return rewriteChat(ctx, ticketId, given, (entry) => {
    const masked = typeof entry.message === 'string' ? maskText(entry.message, text) : { found: false, text: '' }
    return masked.found ? { ...entry, message: masked.text } : null
  })
}

/**
 * Removes the file of a chat message; returns the new event.
 * @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid when there is none
 */
export function redactChatFile(ctx: Context, ticketId: number, given: ChatRedaction): Promise<ShownChat> {
  const gone = { filename: 'redacted.txt', original_message: null, url: null, attachment_url: null, mime_type: 'text/plain', size: 0 }
  return rewriteChat(ctx, ticketId, given, (entry) => {
    const members = Object.entries(gone).filter(([name]) => name in entry)
    return entry.type === 'ChatFileAttachment' && members.length > 0 ? { ...entry, ...Object.fromEntries(members) } : null
  })
}

async function rewriteChat(
  ctx: Context,
  ticketId: number,
  given: ChatRedaction,
  redacted: (entry: Entry) => Entry | null,
): Promise<ShownChat> {
  requirePermission(ctx, 'ticket.redact')
  const { chat_id } = given
  if (!chat_id) throw new MissingParameter('chat_id')
  await getTicket(ctx, ticketId)
  return inTransaction(ctx, async (tx) => {
    const audit = await findChatAudit(tx, ticketId, chat_id)
    const event = audit?.events.filter(isChat).find((one) => one.value.chat_id === chat_id)
    if (audit === undefined || event === undefined) throw new NotFound()
    const { value } = event
    const history = Array.isArray(value.history) ? value.history.filter(isObject) : []
    let count = 0
    const rewritten = history.map((entry, index) => {
      const next = isMeant(given, entry, index) ? redacted(entry) : null
      count += next === null ? 0 : 1
      return next ?? entry
    })
    if (count === 0) throw new RecordInvalid({ base: [{ description: 'Chat: has no matching content to redact', error: 'InvalidValue' }] })
    const after: Chat = { ...event, value: { ...value, history: rewritten } }
    await rewriteEvents(
      tx,
      audit,
      audit.events.map((one) => (one === event ? after : one)),
    )
    await touchTicket(tx, ticketId)
    return { id: after.id, type: after.type, value: after.value }
  })
}

function isMeant({ chat_index, message_ids }: ChatRedaction, entry: Entry, index: number): boolean {
  if (message_ids !== undefined && message_ids.length > 0)
    return typeof entry.message_id === 'string' && message_ids.includes(entry.message_id)
  return chat_index === undefined || chat_index === null || (entry.chat_index ?? index) === chat_index
}
