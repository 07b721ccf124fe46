/**
 * Begins a side conversation, asked for by a person or a rule: the record with its first event, the child ticket where a group is asked, the
 * mails, and the audit of the ticket. All in the caller's transaction, who is already authorised. @source docs/reference/other.md §16
 */
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { copyWithContent } from '../ticket_comments/content.ts'
import { changeTicket } from '../tickets/change.ts'
import { checkOpen } from '../tickets/closed.ts'
import { createTicket } from '../tickets/create.ts'
import type { TicketRow } from '../tickets/row.ts'
import { getTicket } from '../tickets/store.ts'
import { childVia } from '../tickets/via.ts'
import type { EffectRule } from '../tickets/write/rule_run.ts'
import { mailMessage } from './mail.ts'
import { type Draft, joinParticipants, messageOf } from './message.ts'
import { recordOnTicket } from './record.ts'
import { insertEvent, insertSideConversation, type Message, type SideConversationRow } from './store.ts'

/** How a conversation begins. */
export interface Origin {
  /** As events say it: `api`, `support` or `rule`. */
  readonly via: string
  readonly external_ids: Message['external_ids']
  /** The rule that begins it; null if a person does. */
  readonly rule: EffectRule | null
  /** The agent whom a child ticket is from. */
  readonly requester_id: number
}

/** Begins a conversation beside a ticket. @throws RecordInvalid when the ticket is closed, or a child ticket cannot be made */
export async function beginSideConversation(
  tx: Context,
  ticket: TicketRow,
  draft: Draft,
  { via, external_ids, rule, requester_id }: Origin,
): Promise<SideConversationRow> {
  refuseInvalid(checkOpen(ticket))
  const child = await makeChild(tx, ticket, draft, requester_id)
  const message = { ...messageOf(draft, external_ids), ...(child === null ? {} : { comment_id: child.comment_id }) }
  const { subject, preview_text } = message
  const participants = tx.actor.id > 0 ? joinParticipants([{ user_id: tx.actor.id }], draft.to) : draft.to
  const given = { ticket_id: ticket.id, subject, preview_text, participants, external_ids, child_ticket_id: child?.ticket_id ?? null, rule }
  const row = await insertSideConversation(tx, given)
  await insertEvent(tx, { side_conversation_id: row.id, type: 'create', via, message, updates: null })
  await mailMessage(tx, ticket.id, draft)
  await recordOnTicket(tx, row, 'CollabThreadCreated')
  return row
}

/** The caller, as one who reaches every ticket: a child ticket is written to through its conversation, and may lie where they do not look. */
const reachingAll = (tx: Context): Context => ({
  ...tx,
  actor: { ...tx.actor, ticket_restriction: null, only_private_comments: false },
})

/** A child ticket with its first comment. */
interface Child {
  readonly ticket_id: number
  readonly comment_id: number
}

/** Creates the ticket that a group works on, if one is asked; its rules run, but none of them makes a child of it. @throws RecordInvalid */
async function makeChild(tx: Context, ticket: TicketRow, { subject, written, to }: Draft, requester_id: number): Promise<Child | null> {
  const asked = to.find(({ support_group_id }) => support_group_id !== undefined)
  if (asked === undefined) return null
  const child = await createTicket(
    { ...reachingAll(tx), via: childVia(ticket) },
    {
      subject: subject === '' ? ticket.subject : subject,
      comment: copyWithContent(written, { public: true }),
      requester_id,
      submitter_id: requester_id,
      brand_id: ticket.brand_id,
      group_id: asked.support_group_id ?? null,
      assignee_id: asked.support_agent_id ?? null,
    },
    { follows: true },
  )
  return { ticket_id: child.ticket.id, comment_id: ensureDefined(child.comment).id }
}

/**
 * Adds a message to the child ticket of a conversation, as a comment, whose id is returned: a public one, unless the requester of the child
 * or a copied user is an end user. Those who work on the child may have added them since, and those who write in the conversation do not
 * see that. @throws NotFound when it is deleted @throws RecordInvalid when it is closed
 */
export async function commentOnChild(tx: Context, childTicketId: number, { written }: Draft): Promise<number> {
  const reaching = reachingAll(tx)
  const child = await getTicket(reaching, childTicketId)
  const readers = await findUsers(tx, [child.requester_id, ...child.email_cc_ids])
  const isInternal = readers.every(({ role }) => role !== 'end-user')
  const said = copyWithContent(written, { public: isInternal })
  const { comment } = await changeTicket(reaching, childTicketId, { comment: said }, { follows: true })
  return ensureDefined(comment).id
}
