/** Every statement on side conversations and their events, except the one that scrubs them with their ticket (deleted_tickets/store.ts). */
import { randomUUID } from 'node:crypto'
import type { Context, Via } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { CHILD_VIA_ID } from '#rules/side_conversation.ts'
import type { Content } from '../ticket_comments/content.ts'
import type { EffectRule } from '../tickets/write/rule_run.ts'
import type { STATES } from './schema.ts'

/** Whom a message is from or to. Names are read when it is shown. */
export interface Participant {
  readonly user_id?: number
  readonly name?: string
  readonly email?: string
  readonly support_group_id?: number
  readonly support_agent_id?: number
  readonly slack_workspace_id?: string
  readonly slack_channel_id?: string
}

export type State = (typeof STATES)[number]

/** A side conversation as it is stored. */
export interface SideConversationRow {
  readonly id: string
  readonly number: number
  readonly ticket_id: number
  readonly subject: string
  readonly preview_text: string
  readonly state: State
  readonly participants: readonly Participant[]
  readonly external_ids: Readonly<Record<string, string>>
  readonly child_ticket_id: number | null
  readonly rule: EffectRule | null
  readonly created_at: string
  readonly updated_at: string
  readonly message_added_at: string
  readonly state_updated_at: string
}

/** A message as its event stores it. */
export interface Message {
  readonly subject: string
  readonly preview_text: string
  readonly body: string
  readonly html_body: string
  readonly to: readonly Participant[]
  readonly external_ids: Readonly<Record<string, string>>
  /** The comment on the child ticket that says the same. */
  readonly comment_id?: number
}

/** The conversation of a child ticket. `is_open`: the ticket beside the conversation is neither closed nor deleted. */
interface ConversationOfChild extends SideConversationRow {
  readonly is_open: boolean
}

/** A message whose comment has another text by now. `former`: the preview of the message. */
interface ChangedMessage extends Content {
  readonly event_id: string
  readonly former: string
}

/** A comment on a child ticket. */
export interface ChildComment extends Content {
  readonly id: number
  readonly author_id: number
  readonly via: Via
}

/** An event of a conversation as it is stored. */
export interface EventRow {
  readonly id: string
  readonly number: number
  readonly side_conversation_id: string
  readonly type: 'create' | 'reply' | 'update'
  readonly via: string
  readonly actor_id: number
  readonly message: Message | null
  readonly updates: { readonly state?: State; readonly subject?: string } | null
  readonly created_at: string
}

const COLUMNS = [
  'id',
  'number',
  'ticket_id',
  'subject',
  'preview_text',
  'state',
  'participants',
  'external_ids',
  'child_ticket_id',
  'rule',
  'created_at',
  'updated_at',
  'message_added_at',
  'state_updated_at',
] as const
const EVENT_COLUMNS = ['id', 'number', 'side_conversation_id', 'type', 'via', 'actor_id', 'message', 'updates', 'created_at'] as const
const inOrder = [{ key: 'number', column: 'number', kind: 'number' }] as const

/** Oldest first, conversations and events alike. @source docs/reference/conventions.md §3 */
export const IN_ORDER: Sorting = {
  fallback: inOrder,
  cursor: { id: inOrder, created_at: inOrder },
  offset: { id: inOrder, created_at: inOrder },
}

const insert =
  defineStatement<SideConversationRow>(`insert into side_conversations (account_id, id, ticket_id, subject, preview_text, state, participants,
    external_ids, child_ticket_id, rule, created_at, updated_at, message_added_at, state_updated_at)
  values ($1, $2, $3, $4, $5, 'open', $6::jsonb, $7::jsonb, $8, $9::jsonb, $10, $10, $10, $10) returning ${COLUMNS.join(', ')}`)
const insertOneEvent =
  defineStatement<EventRow>(`insert into side_conversation_events (account_id, id, side_conversation_id, type, via, actor_id, message, updates, created_at)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9) returning ${EVENT_COLUMNS.join(', ')}`)
const lockOne = defineStatement<SideConversationRow>(
  `select ${COLUMNS.join(', ')} from side_conversations where account_id = $1 and ticket_id = $2 and id = $3 for update`,
)
const lockOfChild = defineStatement<ConversationOfChild>(
  `select ${COLUMNS.map((name) => `c.${name}`).join(', ')}, p.deleted_at is null and p.status <> 'closed' as is_open
  from tickets child
  join side_conversations c on c.account_id = $1 and c.ticket_id = (child.via #>> '{source,from,ticket_id}')::bigint and c.child_ticket_id = child.id
  join tickets p on p.account_id = $1 and p.id = c.ticket_id
  where child.account_id = $1 and child.id = $2 and child.via_id = ${CHILD_VIA_ID} for update of c`,
)
// as long as nothing is known of the first comment, the one that the job is for is the first
const selectMissingComments =
  defineStatement<ChildComment>(`select c.id, c.author_id, c.body, c.html_body, c.plain_body, c.via from ticket_comments c
  where c.account_id = $1 and c.ticket_id = $3 and c.public
    and c.id > coalesce((select (e.message ->> 'comment_id')::bigint from side_conversation_events e
      where e.account_id = $1 and e.side_conversation_id = $2 and e.type = 'create'), $4::bigint - 1)
    and not exists (select from side_conversation_events e
      where e.account_id = $1 and e.side_conversation_id = $2 and e.message ->> 'comment_id' = c.id::text)
  order by c.id limit 100`)
const selectChangedMessage = defineStatement<ChangedMessage>(
  `select e.id as event_id, e.message ->> 'preview_text' as former, c.body, c.html_body, c.plain_body
  from side_conversation_events e join ticket_comments c on c.account_id = $1 and c.id = $3
  where e.account_id = $1 and e.side_conversation_id = $2 and e.message ->> 'comment_id' = $3::text and e.message ->> 'html_body' <> c.html_body`,
)
const rewrite = defineStatement<unknown>(`with previewed as (
    update side_conversations set preview_text = $5 where account_id = $1 and id = $2 and preview_text = $6)
  update side_conversation_events set message = message || $4::jsonb where account_id = $1 and id = $3`)
const update =
  defineStatement<SideConversationRow>(`update side_conversations set subject = $3, preview_text = $4, state = $5, participants = $6::jsonb,
    message_added_at = $7, state_updated_at = $8, updated_at = $9 where account_id = $1 and id = $2 returning ${COLUMNS.join(', ')}`)
const newestEvents = defineStatement<EventRow>(`select ${EVENT_COLUMNS.join(', ')} from side_conversation_events
  where account_id = $1 and side_conversation_id = any($2::text[]) order by number desc limit $3`)

/** Writes a new conversation. */
export function insertSideConversation(
  tx: Context,
  given: Pick<SideConversationRow, 'ticket_id' | 'subject' | 'preview_text' | 'participants' | 'external_ids' | 'child_ticket_id' | 'rule'>,
): Promise<SideConversationRow> {
  const { ticket_id, subject, preview_text, participants, external_ids, child_ticket_id, rule } = given
  const values = [ticket_id, subject, preview_text, toJson(participants), toJson(external_ids), child_ticket_id]
  return tx.db.one(insert(tx.account.id, randomUUID(), ...values, rule === null ? null : toJson(rule), tx.now))
}

/** Writes an event of a conversation, by the caller. */
export function insertEvent(
  tx: Context,
  { side_conversation_id, type, via, message, updates }: Pick<EventRow, 'side_conversation_id' | 'type' | 'via' | 'message' | 'updates'>,
): Promise<EventRow> {
  const stored = [message === null ? null : toJson(message), updates === null ? null : toJson(updates)]
  return tx.db.one(insertOneEvent(tx.account.id, randomUUID(), side_conversation_id, type, via, tx.actor.id, ...stored, tx.now))
}

const select = (ctx: Context, ticketId: number) =>
  q.selectFrom('side_conversations').select(COLUMNS).where('account_id', '=', ctx.account.id).where('ticket_id', '=', ticketId)

/** A page of the conversations of a ticket. */
export function listSideConversations(ctx: Context, ticketId: number, paging: Paging): Promise<Page<SideConversationRow>> {
  return readPage<SideConversationRow>(ctx, select(ctx, ticketId).$castTo<SideConversationRow>(), paging)
}

/** @throws NotFound */
export async function getSideConversation(ctx: Context, ticketId: number, id: string): Promise<SideConversationRow> {
  return orNotFound(await ctx.db.first(select(ctx, ticketId).where('id', '=', id).$castTo<SideConversationRow>()))
}

/** The conversation, locked until the transaction ends: concurrent replies would overwrite each other's participants. @throws NotFound */
export async function lockSideConversation(tx: Context, ticketId: number, id: string): Promise<SideConversationRow> {
  return orNotFound(await tx.db.first(lockOne(tx.account.id, ticketId, id)))
}

/** The conversation that a ticket is the child of, locked as above; undefined for other tickets. */
export function lockConversationOf(tx: Context, childTicketId: number): Promise<ConversationOfChild | undefined> {
  return tx.db.first(lockOfChild(tx.account.id, childTicketId))
}

/** The public comments of the child ticket that the conversation does not have, the first hundred. */
export function findMissingComments(tx: Context, id: string, childTicketId: number, commentId: number | null): Promise<ChildComment[]> {
  return tx.db.all(selectMissingComments(tx.account.id, id, childTicketId, commentId))
}

/** The message that repeats a comment, with the text that the comment has now; undefined if that is the text of the message. */
export function findChangedMessage(tx: Context, id: string, commentId: number): Promise<ChangedMessage | undefined> {
  return tx.db.first(selectChangedMessage(tx.account.id, id, commentId))
}

/** Writes a new text of a message, also as the preview of the conversation if it is of that message. */
export async function rewriteMessage(
  tx: Context,
  id: string,
  { event_id, former }: ChangedMessage,
  text: Pick<Message, 'preview_text' | 'body' | 'html_body'>,
): Promise<void> {
  await tx.db.run(rewrite(tx.account.id, id, event_id, toJson(text), text.preview_text, former))
}

/** Writes what a reply or a change makes of a conversation. */
export function updateSideConversation(tx: Context, id: string, after: SideConversationRow): Promise<SideConversationRow> {
  const { subject, preview_text, state, participants, message_added_at, state_updated_at } = after
  return tx.db.one(
    update(tx.account.id, id, subject, preview_text, state, toJson(participants), message_added_at, state_updated_at, tx.now),
  )
}

const selectEvents = (ctx: Context, id: string) =>
  q
    .selectFrom('side_conversation_events')
    .select(EVENT_COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('side_conversation_id', '=', id)

/** A page of the events of a conversation. */
export function listEvents(ctx: Context, id: string, paging: Paging): Promise<Page<EventRow>> {
  return readPage<EventRow>(ctx, selectEvents(ctx, id).$castTo<EventRow>(), paging)
}

/** One event of a conversation. @throws NotFound */
export async function getEvent(ctx: Context, conversationId: string, id: string): Promise<EventRow> {
  return orNotFound(await ctx.db.first(selectEvents(ctx, conversationId).where('id', '=', id).$castTo<EventRow>()))
}

/** The newest events of these conversations, at most `most`, oldest first. */
export async function newestEventsOf(ctx: Context, ids: readonly string[], most: number): Promise<EventRow[]> {
  return ids.length === 0 ? [] : (await ctx.db.all(newestEvents(ctx.account.id, ids, most))).reverse()
}
