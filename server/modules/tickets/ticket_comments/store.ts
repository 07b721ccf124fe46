/** Every statement on comments, except the one that writes them with their ticket (tickets/store.ts). */
import type { Context, Via } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { rewriteTexts } from '../tickets/text_store.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { isCommentEvent, type TicketEvent } from '../ticket_audits/event.ts'
import type { AuditMetadata } from '../ticket_audits/metadata.ts'
import type { Call } from '../tickets/schema.ts'
import type { Content } from './content.ts'

/** A stored comment. */
export interface CommentRow {
  readonly id: number
  readonly ticket_id: number
  readonly audit_id: number
  readonly author_id: number
  readonly public: boolean
  readonly body: string
  readonly html_body: string
  readonly plain_body: string
  readonly type: string
  /** The data of a voice comment about its call; null for others. */
  readonly data: Call | null
  readonly via: Via
  readonly metadata: AuditMetadata
  readonly created_at: string
}

const COLUMNS = [
  'id',
  'ticket_id',
  'audit_id',
  'author_id',
  'public',
  'body',
  'html_body',
  'plain_body',
  'type',
  'data',
  'via',
  'metadata',
  'created_at',
] as const
const inTime = [
  { key: 'created_at', column: 'created_at', kind: 'moment' },
  { key: 'id', column: 'id', kind: 'number' },
] as const

/** Oldest first. @source docs/reference/tickets.md §2 */
export const COMMENT_SORTING: Sorting = { fallback: inTime, cursor: { created_at: inTime }, offset: { created_at: inTime } }

const byIds = defineStatement<CommentRow>(
  `select ${COLUMNS.join(', ')} from ticket_comments where account_id = $1 and id = any($2::bigint[])`,
)
const privacyOf = defineStatement<{ id: number; public: boolean }>(
  'select id, public from ticket_comments where account_id = $1 and id = any($2::bigint[])',
)
const hide = defineStatement<{ id: number }>(
  'update ticket_comments set public = false where account_id = $1 and ticket_id = $2 and id = $3 and public returning id',
)
const refreshPublic = defineStatement<unknown>(`update tickets t set is_public = false, generated_at = $3, lock_version = t.lock_version + 1
  where t.account_id = $1 and t.id = $2 and t.is_public
    and not exists (select 1 from ticket_comments c where c.account_id = $1 and c.ticket_id = $2 and c.public)`)

const select = (ctx: Context, ticketId: number) =>
  q
    .selectFrom('ticket_comments')
    .select(COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('ticket_id', '=', ticketId)
    .$castTo<CommentRow>()

/** A page of a ticket's comments. */
export function listComments(ctx: Context, ticketId: number, paging: Paging): Promise<Page<CommentRow>> {
  return readPage<CommentRow>(ctx, select(ctx, ticketId), paging)
}

/** How many comments a ticket has. */
export function countComments(ctx: Context, ticketId: number): Promise<number> {
  return countRows(ctx, select(ctx, ticketId))
}

/** The part of an audit that identifies its comments. */
interface Audited {
  readonly events: readonly TicketEvent[]
}

/** Events have the ids of their comments, so that comments need no index on their audits. */
const commentIds = (audits: readonly Audited[]) => audits.flatMap(({ events }) => events.filter(isCommentEvent).map((event) => event.id))

/** The comments that these audits created. */
export function commentsOfAudits(ctx: Context, audits: readonly Audited[]): Promise<CommentRow[]> {
  const ids = commentIds(audits)
  return ids.length === 0 ? Promise.resolve([]) : ctx.db.all(byIds(ctx.account.id, ids))
}

/** Whether the comments of these audits are public, by comment id. */
export async function commentPrivacy(ctx: Context, audits: readonly Audited[]): Promise<Map<number, boolean>> {
  const ids = commentIds(audits)
  const rows = ids.length === 0 ? [] : await ctx.db.all(privacyOf(ctx.account.id, ids))
  return new Map(rows.map((row) => [row.id, row.public]))
}

/** @throws NotFound */
export async function getComment(ctx: Context, ticketId: number, id: number): Promise<CommentRow> {
  return orNotFound(await ctx.db.first(select(ctx, ticketId).where('id', '=', id)))
}

/** Makes a comment private, and its ticket if it was the last public one; false if it was private already. */
export async function hideComment(ctx: Context, ticketId: number, id: number): Promise<boolean> {
  if ((await ctx.db.first(hide(ctx.account.id, ticketId, id))) === undefined) return false
  await ctx.db.run(refreshPublic(ctx.account.id, ticketId, ctx.now))
  return true
}

const byId = defineStatement<CommentRow>(`select ${COLUMNS.join(', ')} from ticket_comments where account_id = $1 and id = $2 for update`)
// the description of a ticket is the text of its first comment
const rewrite = defineStatement<{ id: number }>(`with written as (
    update ticket_comments c set body = $4, html_body = $5, plain_body = $6 where c.account_id = $1 and c.ticket_id = $2 and c.id = $3)
  update tickets t set description = $6, generated_at = $7, lock_version = t.lock_version + 1 where t.account_id = $1 and t.id = $2
    and $3 = (select f.id from ticket_comments f where f.account_id = $1 and f.ticket_id = $2 order by f.created_at, f.id limit 1) returning t.id`)

/** The comment with this id, of any ticket, locked until the transaction ends: concurrent redactions would overwrite each other. */
export function lockComment(tx: Context, id: number): Promise<CommentRow | undefined> {
  return tx.db.first(byId(tx.account.id, id))
}

/** Writes another text into a comment, and into its ticket if it is the first comment. @returns true if it is */
export async function rewriteComment(ctx: Context, { ticket_id, id }: CommentRow, content: Content): Promise<boolean> {
  const described = await ctx.db.first(rewrite(ctx.account.id, ticket_id, id, content.body, content.html_body, content.plain_body, ctx.now))
  await rewriteTexts(ctx, [ticket_id])
  return described !== undefined
}
