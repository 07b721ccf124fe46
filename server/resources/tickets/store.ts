/** Statements that read and write single tickets. Lists are in list.ts. */
import type { Context, Via } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import { json } from '../../db/types.ts'
import { NotFound } from '../../errors.ts'
import { isTicketVisible } from '../../access/ticket_scope.ts'
import { COLUMN_TYPES, STATE_COLUMNS, type TicketRow, type TicketState } from './row.ts'

/** The columns of a {@link TicketRow}, as a select lists them. */
export const ROW_COLUMNS = ['id', 'lock_version', 'deleted_at', ...STATE_COLUMNS] as const

const JSON_COLUMNS = new Set<string>(STATE_COLUMNS.filter((column) => COLUMN_TYPES[column] === 'jsonb'))
const find = fixed<TicketRow>(`select ${ROW_COLUMNS.join(', ')} from tickets where account_id = $1 and id = $2`)

/** A comment to be written with a ticket. */
export interface NewComment {
  readonly id: number
  readonly author_id: number
  readonly public: boolean
  readonly body: string
  readonly html_body: string
  readonly plain_body: string
}

/** The audit of one write. `events` do not repeat the comment's text; they name it by id. */
export interface NewAudit {
  readonly id: number
  readonly author_id: number
  readonly via: Via
  readonly metadata: Record<string, unknown>
  readonly events: readonly unknown[]
  readonly created_at: string
}

/** The ticket, unless it is deleted or out of the caller's sight. @throws NotFound */
export async function getTicket(ctx: Context, id: number): Promise<TicketRow> {
  const row = await ctx.db.first(find(ctx.account.id, id))
  if (row === undefined || row.deleted_at !== null || !isTicketVisible(ctx.actor, row)) throw new NotFound()
  return row
}

// $1 account, $2… audit, then comment, then the ticket's columns; the number of parameters never changes
const AUDIT = 2
const COMMENT = AUDIT + 6
const STATE = COMMENT + 6
const stateParameter = (index: number) => `$${STATE + index}::${COLUMN_TYPES[STATE_COLUMNS[index] as keyof TicketState]}`
const stateParameters = STATE_COLUMNS.map((_column, index) => stateParameter(index))

const writeAudit = (source: string) => `insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at)
  select $1, $${AUDIT}::bigint, s.id, $${AUDIT + 1}::bigint, $${AUDIT + 2}::jsonb, $${AUDIT + 3}::jsonb, $${AUDIT + 4}::jsonb, $${AUDIT + 5}::timestamptz from ${source} s`
const writeComment = (
  source: string,
) => `insert into ticket_comments (account_id, id, ticket_id, audit_id, author_id, public, body, html_body, plain_body, via, metadata, created_at)
  select $1, $${COMMENT}::bigint, s.id, $${AUDIT}::bigint, $${COMMENT + 1}::bigint, $${COMMENT + 2}::boolean, $${COMMENT + 3}::text, $${COMMENT + 4}::text, $${COMMENT + 5}::text, $${AUDIT + 2}::jsonb, $${AUDIT + 3}::jsonb, $${AUDIT + 5}::timestamptz
  from ${source} s where $${COMMENT}::bigint is not null`

const insertAll = fixed<{ id: number }>(`with counted as (
    update ticket_counters set last_id = last_id + 1, live_count = live_count + 1 where account_id = $1::bigint returning last_id as id),
  written as (
    insert into tickets (account_id, id, ${STATE_COLUMNS.join(', ')}) select $1, c.id, ${stateParameters.join(', ')} from counted c returning id),
  audited as (${writeAudit('written')}),
  commented as (${writeComment('written')})
  select id from written`)

const VERSION = STATE + STATE_COLUMNS.length
const updateAll = fixed<{ id: number }>(`with written as (
    update tickets set ${STATE_COLUMNS.map((column, index) => `${column} = ${stateParameter(index)}`).join(', ')}, lock_version = lock_version + 1
    where account_id = $1::bigint and id = $${VERSION}::bigint and lock_version = $${VERSION + 1}::integer and deleted_at is null returning id),
  audited as (${writeAudit('written')}),
  commented as (${writeComment('written')})
  select id from written`)

function parameters(ctx: Context, state: TicketState, audit: NewAudit, comment: NewComment | null): unknown[] {
  return [
    ctx.account.id,
    ...[audit.id, audit.author_id, json(audit.via), json(audit.metadata), json(audit.events), audit.created_at],
    ...(comment === null
      ? [null, null, null, null, null, null]
      : [comment.id, comment.author_id, comment.public, comment.body, comment.html_body, comment.plain_body]),
    ...STATE_COLUMNS.map((column) => (JSON_COLUMNS.has(column) && state[column] !== null ? json(state[column]) : state[column])),
  ]
}

/** Writes a new ticket with its audit and first comment: one statement. Returns the ticket's number. */
export async function insertTicket(ctx: Context, state: TicketState, audit: NewAudit, comment: NewComment): Promise<number> {
  const row = await ctx.db.first(insertAll(...parameters(ctx, state, audit, comment)))
  return (row as { id: number }).id
}

/** Writes a changed ticket with its audit and perhaps a comment: one statement. False when somebody else wrote it since it was read. */
export async function updateTicket(
  ctx: Context,
  before: TicketRow,
  state: TicketState,
  audit: NewAudit,
  comment: NewComment | null,
): Promise<boolean> {
  const row = await ctx.db.first(updateAll(...parameters(ctx, state, audit, comment), before.id, before.lock_version))
  return row !== undefined
}

const countIncidents = fixed<unknown>(`update tickets p set has_incidents = not p.has_incidents, lock_version = p.lock_version + 1
  where p.account_id = $1 and p.id = $2 and p.has_incidents <> exists (
    select 1 from tickets i where i.account_id = $1 and i.problem_id = $2 and i.deleted_at is null)`)
const addFollowup = fixed<unknown>(
  'update tickets set followup_ids = followup_ids || $3::bigint, lock_version = lock_version + 1 where account_id = $1 and id = $2',
)

/** Sees to it that a problem says whether it has incidents; after one was linked, unlinked, deleted or restored. */
export async function refreshProblem(ctx: Context, problemId: number | null): Promise<void> {
  if (problemId !== null) await ctx.db.run(countIncidents(ctx.account.id, problemId))
}

/** Notes on a closed ticket that another follows it up. */
export async function noteFollowup(ctx: Context, sourceId: number, followupId: number): Promise<void> {
  await ctx.db.run(addFollowup(ctx.account.id, sourceId, followupId))
}

const setDeleted = fixed<{ problem_id: number | null }>(`with marked as (
    update tickets set deleted_at = $3::timestamptz, deleted_by_id = $4::bigint, generated_at = $5::timestamptz, lock_version = lock_version + 1
    where account_id = $1 and id = $2 and (deleted_at is null) = ($3::timestamptz is not null) returning problem_id),
  counted as (update ticket_counters set live_count = live_count + case when $3::timestamptz is null then 1 else -1 end where account_id = $1 and exists (select 1 from marked) returning 1)
  select problem_id from marked`)

/** Marks a ticket as deleted, or (with `by` null) as living again, and tells its problem. False when it was so already. */
export async function markDeleted(ctx: Context, id: number, by: number | null): Promise<boolean> {
  const row = await ctx.db.first(setDeleted(ctx.account.id, id, by === null ? null : ctx.now, by, ctx.now))
  if (row === undefined) return false
  await refreshProblem(ctx, row.problem_id)
  return true
}
