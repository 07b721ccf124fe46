/** Every statement on ticket audits, except the one that writes them with their ticket (tickets/store.ts). */
import { sql } from 'kysely'
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context, Via } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { SentEffect } from '#rules/sent_effect.ts'
import { assignIds, type TicketEvent, type TicketEventDraft } from './event.ts'
import { type AuditMetadata, auditMetadata } from './metadata.ts'

/** A stored audit; the text of a comment is stored with the comment. */
export interface AuditRow {
  readonly id: number
  readonly ticket_id: number
  readonly author_id: number
  readonly via: Via
  readonly metadata: AuditMetadata
  /** Mails and calls of rules with the texts of the rules: see `sent`. */
  readonly events: readonly TicketEvent[]
  readonly created_at: string
  /** What rules have sent; null until the job has run. */
  readonly sent: readonly SentEffect[] | null
}

export const AUDIT_COLUMNS = ['id', 'ticket_id', 'author_id', 'via', 'metadata', 'events', 'created_at', 'sent'] as const
const inTime = [
  { key: 'created_at', column: 'created_at', kind: 'moment' },
  { key: 'id', column: 'id', kind: 'number' },
] as const

/** Oldest first. @source docs/reference/conventions.md §3.3 */
export const AUDIT_SORTING: Sorting = { fallback: inTime, cursor: { created_at: inTime }, offset: { created_at: inTime } }

const insert = defineStatement<unknown>(
  'insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
)
const selectNewestAudits = defineStatement<AuditRow>(
  `select distinct on (ticket_id) ${AUDIT_COLUMNS.join(', ')} from ticket_audits where account_id = $1 and ticket_id = any($2::bigint[]) order by ticket_id, created_at desc, id desc`,
)

const select = (ctx: Context) =>
  q.selectFrom('ticket_audits').select(AUDIT_COLUMNS).where('account_id', '=', ctx.account.id).$castTo<AuditRow>()

/** A page of one ticket's audits; with `types`, those with an event of one of these types. */
export function listAudits(ctx: Context, ticketId: number, paging: Paging, types: readonly string[] = []): Promise<Page<AuditRow>> {
  const all = select(ctx).where('ticket_id', '=', ticketId)
  const has = sql<boolean>`exists (select 1 from jsonb_array_elements(events) as event where event ->> 'type' = any(${types}::text[]))`
  return readPage<AuditRow>(ctx, types.length === 0 ? all : all.where(has), paging)
}

/** A page of the audits of all tickets the caller can see. */
export function listAllAudits(ctx: Context, paging: Paging): Promise<Page<AuditRow>> {
  const visible = q
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is', null)
    .where(ticketScope(ctx.actor))
  return readPage<AuditRow>(ctx, select(ctx).where('ticket_id', 'in', visible), paging)
}

/** How many audits a ticket has. */
export function countAudits(ctx: Context, ticketId: number): Promise<number> {
  return countRows(ctx, select(ctx).where('ticket_id', '=', ticketId))
}

/** @throws NotFound */
export async function getAudit(ctx: Context, ticketId: number, id: number): Promise<AuditRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('ticket_id', '=', ticketId).where('id', '=', id)))
}

/** The newest audit of each of these tickets. */
export function lastAudits(ctx: Context, ticketIds: readonly number[]): Promise<AuditRow[]> {
  return ticketIds.length === 0 ? Promise.resolve([]) : ctx.db.all(selectNewestAudits(ctx.account.id, ticketIds))
}

/** Writes an audit that changes no column of the ticket. Assigns ids to its events. */
export async function insertAudit(ctx: Context, ticketId: number, events: readonly TicketEventDraft[]): Promise<void> {
  const [id, ...ids] = await ctx.services.ids.take(ctx.services.database, events.length + 1)
  await ctx.db.run(
    insert(
      ctx.account.id,
      id,
      ticketId,
      ctx.actor.id,
      toJson(ctx.via),
      toJson(auditMetadata(ctx)),
      toJson(assignIds(events, ids)),
      ctx.now,
    ),
  )
}

const ofChat = defineStatement<AuditRow>(`select ${AUDIT_COLUMNS.join(', ')} from ticket_audits where account_id = $1 and ticket_id = $2
  and events @> jsonb_build_array(jsonb_build_object('value', jsonb_build_object('chat_id', $3::text))) order by created_at, id limit 1 for update`)
const rewrite = defineStatement<unknown>('update ticket_audits set events = $3::jsonb where account_id = $1 and id = $2')

/** The audit of a ticket that contains this chat, locked. */
export function findChatAudit(tx: Context, ticketId: number, chatId: string): Promise<AuditRow | undefined> {
  return tx.db.first(ofChat(tx.account.id, ticketId, chatId))
}

/** Replaces the events of an audit. Only for redaction: audits are otherwise immutable. */
export async function rewriteEvents(tx: Context, audit: AuditRow, events: readonly TicketEvent[]): Promise<void> {
  await tx.db.run(rewrite(tx.account.id, audit.id, toJson(events)))
}

const trust = defineStatement<unknown>(`with trusted as (
    update ticket_audits set metadata = metadata || '{"trusted":true}'::jsonb where account_id = $1 and ticket_id = $2 and id = $3)
  update ticket_comments set metadata = metadata || '{"trusted":true}'::jsonb where account_id = $1 and ticket_id = $2 and audit_id = $3`)

/** Marks the origin of an audit and of its comment as trusted. */
export async function trustAudit(ctx: Context, ticketId: number, id: number): Promise<void> {
  await ctx.db.run(trust(ctx.account.id, ticketId, id))
}
