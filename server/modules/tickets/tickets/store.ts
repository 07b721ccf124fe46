/** Statements that read and write single tickets. Lists are in list.ts. */
import type { Context, Via } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { buildCausedJobSql } from '#db/queue_tables.ts'
import { toJson } from '#db/types.ts'
import { NotFound } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { jobTrace, wakeAfterCommit } from '#queue/enqueue.ts'
import { isTicketVisible, type ScopedTicket } from '#permissions/ticket_scope.ts'
import { isMail } from '#rules/sent_effect.ts'
import type { TicketEvent } from '../ticket_audits/event.ts'
import type { AuditMetadata } from '../ticket_audits/metadata.ts'
import type { MetricEvent } from '../ticket_metrics/metric_event.ts'
import type { RuleEffect, RuleRun } from './write/rule_run.ts'
import type { Call } from './schema.ts'
import { rewriteTexts } from './text_store.ts'
import { COLUMN_TYPES, STATE_COLUMNS, type TicketRow, type TicketState } from './row.ts'

/** Some ten hours of attempts, as for mails. */
const EFFECT_ATTEMPTS = 11

/** The columns of a {@link TicketRow}. */
export const ROW_COLUMNS = ['id', 'lock_version', 'deleted_at', ...STATE_COLUMNS] as const

const JSON_COLUMNS = new Set<string>(STATE_COLUMNS.filter((column) => COLUMN_TYPES[column] === 'jsonb'))
const find = defineStatement<TicketRow>(`select ${ROW_COLUMNS.join(', ')} from tickets where account_id = $1 and id = $2`)

/** A comment to be written with a ticket. */
export interface NewComment {
  readonly id: number
  readonly author_id: number
  readonly public: boolean
  readonly body: string
  readonly html_body: string
  readonly plain_body: string
  /** `Comment` when absent. */
  readonly type?: 'VoiceComment'
  /** The data of a voice comment about its call. */
  readonly data?: Call
}

/** The audit of one write. `events` refer to the comment by id and do not repeat its text. */
export interface NewAudit {
  readonly id: number
  readonly author_id: number
  readonly via: Via
  readonly metadata: AuditMetadata
  readonly events: readonly TicketEvent[]
  readonly created_at: string
  /** What the write changed in the clocks of the ticket's metrics. */
  readonly metric_events: readonly MetricEvent[]
  /** What rules cause elsewhere: a job performs it once the write is committed. */
  readonly effects: readonly RuleEffect[]
  /** What the triggers knew; null if the account has none. */
  readonly run: RuleRun | null
  /** The automation that made the write. */
  readonly automation_id: number | null
}

/** The ticket. @throws NotFound also if it is deleted or the caller cannot see it */
export async function getTicket(ctx: Context, id: number): Promise<TicketRow> {
  return requireVisible(ctx, await ctx.db.first(find(ctx.account.id, id)))
}

/** The row of a ticket, deleted or not, without any check of access. */
export function findTicketRow(ctx: Context, id: number): Promise<TicketRow | undefined> {
  return ctx.db.first(find(ctx.account.id, id))
}

/** The row of a ticket. @throws NotFound if there is none, it is deleted, or the caller cannot see it */
export function requireVisible<Row extends ScopedTicket & Pick<TicketRow, 'deleted_at'>>(ctx: Context, row: Row | undefined): Row {
  if (row === undefined || row.deleted_at !== null || !isTicketVisible(ctx.actor, row)) throw new NotFound()
  return row
}

// $1 account, $2… audit, then rules, then comment, then the ticket's columns; the number of parameters never changes
const AUDIT = 2
const RULES = AUDIT + 7
const COMMENT = RULES + 6
const STATE = COMMENT + 8
const stateParameter = (index: number) => `$${STATE + index}::${COLUMN_TYPES[ensureDefined(STATE_COLUMNS[index])]}`
const stateParameters = STATE_COLUMNS.map((_column, index) => stateParameter(index))

const writeAudit = (source: string) => `insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at)
  select $1, $${AUDIT}::bigint, s.id, $${AUDIT + 1}::bigint, $${AUDIT + 2}::jsonb, $${AUDIT + 3}::jsonb, $${AUDIT + 4}::jsonb, $${AUDIT + 5}::timestamptz from ${source} s`
const writeComment = (
  source: string,
) => `insert into ticket_comments (account_id, id, ticket_id, audit_id, author_id, public, body, html_body, plain_body, type, data, via, metadata, created_at)
  select $1, $${COMMENT}::bigint, s.id, $${AUDIT}::bigint, $${COMMENT + 1}::bigint, $${COMMENT + 2}::boolean, $${COMMENT + 3}::text, $${COMMENT + 4}::text, $${COMMENT + 5}::text, coalesce($${COMMENT + 6}::text, 'Comment'), $${COMMENT + 7}::jsonb, $${AUDIT + 2}::jsonb, $${AUDIT + 3}::jsonb, $${AUDIT + 5}::timestamptz
  from ${source} s where $${COMMENT}::bigint is not null`
const writeMetricEvents = (source: string) => `insert into ticket_metric_events (account_id, id, ticket_id, time, events)
  select $1, $${AUDIT}::bigint, s.id, $${AUDIT + 5}::timestamptz, $${AUDIT + 6}::jsonb from ${source} s where $${AUDIT + 6}::jsonb is not null`

const writeRuleRun = (source: string) => `insert into ticket_rule_runs (account_id, audit_id, ticket_id, created_at, known, fired)
  select $1, $${AUDIT}::bigint, s.id, $${AUDIT + 5}::timestamptz, $${RULES + 1}::jsonb, $${RULES + 2}::bigint[] from ${source} s where $${RULES + 1}::jsonb is not null or $${RULES}::json is not null`
// a row for each write in which rules fire: a count in the row of a rule would make writes wait for each other
const writeFirings = (source: string) => `insert into rule_firings (account_id, audit_id, fired_at, trigger_ids, automation_id)
  select $1, $${AUDIT}::bigint, $${AUDIT + 5}::timestamptz, $${RULES + 2}::bigint[], $${RULES + 3}::bigint from ${source} s
  where $${RULES + 3}::bigint is not null or cardinality($${RULES + 2}::bigint[]) > 0`
// the job of the effects names the ticket, whose number is known here
const { queued, added } = buildCausedJobSql({
  name: 'perform_rule_effects',
  payload: `json_build_object('account_id', $1::bigint, 'trace', $${RULES + 4}::json, 'may_join', $${RULES + 5}::boolean, 'payload', json_build_object(
    'ticket_id', s.id, 'audit_id', $${AUDIT}::bigint, 'author_id', $${AUDIT + 1}::bigint, 'effects', $${RULES}::json))`,
  max_attempts: EFFECT_ATTEMPTS,
  condition: `$${RULES}::json is not null`,
  source: 'written s',
})

// the searchable text of a ticket; see migrations/0018_search.sql
const column = (name: keyof TicketState) => stateParameter(STATE_COLUMNS.indexOf(name))
const CARD = `${column('subject')}, $TEXT, null, ${column('tags')} || ${column('external_id')} || ${column('recipient')}`
const PLAIN_BODY = `$${COMMENT + 5}::text`
// here and below `offset 0` keeps the planner from computing the same words twice
const writeWords = `insert into ticket_texts (account_id, ticket_id, words, marks)
  select $1, t.id, t.words, search_marks(t.words)
  from (select s.id, search_card($1::bigint, ${CARD.replace('$TEXT', PLAIN_BODY)}) as words from written s offset 0) as t`

const VERSION = STATE + STATE_COLUMNS.length
const CARD_CHANGED = `$${VERSION + 2}::boolean`
// the marks of joined words are the joined marks of the parts: see migrations/0035_texts_apart.sql
const rewriteWords = `update ticket_texts x set (words, marks) = (
    select search_joined(kept.words, said.words), case when ${CARD_CHANGED} then search_marks(kept.words) else x.marks end || search_marks(said.words)
    from (select case when ${CARD_CHANGED} then search_joined(ts_filter(x.words, '{b,c}'), search_card($1::bigint, ${CARD.replace('$TEXT', 'null')})) else x.words end as words offset 0) as kept,
      (select case when $${COMMENT}::bigint is null then '' else setweight(search_words($1::bigint, ${PLAIN_BODY}), 'C') end as words offset 0) as said)
  from written s where x.account_id = $1 and x.ticket_id = s.id and (${CARD_CHANGED} or $${COMMENT}::bigint is not null)`
const ARCHIVED = STATE + STATE_COLUMNS.indexOf('archived_at')
// $VERSION is a reserved ticket number; if there is one, the counter was incremented before
const insertAll = defineStatement<{ id: number }>(`with counted as (
    update ticket_counters set last_id = last_id + case when $${VERSION}::bigint is null then 1 else 0 end,
      live_count = live_count + case when $${ARCHIVED}::timestamptz is null then 1 else 0 end
    where account_id = $1::bigint returning coalesce($${VERSION}::bigint, last_id) as id),
  written as (
    insert into tickets (account_id, id, ${STATE_COLUMNS.join(', ')}) select $1, c.id, ${stateParameters.join(', ')} from counted c returning id),
  audited as (${writeAudit('written')}),
  commented as (${writeComment('written')}),
  measured as (${writeMetricEvents('written')}),
  ruled as (${writeRuleRun('written')}),
  fired as (${writeFirings('written')}),
  worded as (${writeWords}),
  queued as (${queued})
  select s.id, ${added} as added from written s`)

const updateAll = defineStatement<{ id: number }>(`with written as (
    update tickets set ${STATE_COLUMNS.map((column, index) => `${column} = ${stateParameter(index)}`).join(', ')}, lock_version = lock_version + 1
    where account_id = $1::bigint and id = $${VERSION}::bigint and lock_version = $${VERSION + 1}::integer and deleted_at is null returning id),
  audited as (${writeAudit('written')}),
  commented as (${writeComment('written')}),
  measured as (${writeMetricEvents('written')}),
  ruled as (${writeRuleRun('written')}),
  fired as (${writeFirings('written')}),
  worded as (${rewriteWords}),
  queued as (${queued})
  select s.id, ${added} as added from written s`)

const CARD_MEMBERS = ['subject', 'tags', 'external_id', 'recipient'] as const
const isCardChanged = (before: TicketState, after: TicketState) =>
  CARD_MEMBERS.some((name) => before[name] !== after[name] && toJson(before[name]) !== toJson(after[name]))

function toParameters(ctx: Context, state: TicketState, audit: NewAudit, comment: NewComment | null): unknown[] {
  return [
    ctx.account.id,
    audit.id,
    audit.author_id,
    toJson(audit.via),
    toJson(audit.metadata),
    toJson(audit.events),
    audit.created_at,
    audit.metric_events.length === 0 ? null : toJson(audit.metric_events),
    ...ruleParameters(ctx, audit),
    ...(comment === null
      ? [null, null, null, null, null, null, null, null]
      : [comment.id, comment.author_id, comment.public, comment.body, comment.html_body, comment.plain_body, ...kindOf(comment)]),
    ...STATE_COLUMNS.map((column) => (JSON_COLUMNS.has(column) && state[column] !== null ? toJson(state[column]) : state[column])),
  ]
}

function ruleParameters(ctx: Context, { effects, run, automation_id }: NewAudit): unknown[] {
  const performed = effects.length > 0 && ctx.services.is_quiet !== true
  const [known, fired] = run === null ? [null, []] : [toJson(run.kept), run.fired]
  const trace = performed ? jobTrace() : null
  const mayJoin = effects.every(({ effect }) => isMail(effect))
  return [performed ? toJson(effects) : null, known, fired, automation_id, trace === null ? null : toJson(trace), mayJoin]
}

const kindOf = ({ type, data }: NewComment) => [type ?? null, data === undefined ? null : toJson(data)]

/** Writes a new ticket with its audit and first comment: one statement. Returns the ticket's number: `reserved`, or the next one. */
export async function insertTicket(
  ctx: Context,
  state: TicketState,
  written: { audit: NewAudit; comment: NewComment },
  reserved: number | null = null,
): Promise<number> {
  const row = await ctx.db.first(insertAll(...toParameters(ctx, state, written.audit, written.comment), reserved))
  wakeForEffects(ctx, written.audit)
  return ensureDefined(row).id
}

const reserve = defineStatement<{ id: number }>(
  'update ticket_counters set last_id = last_id + 1 where account_id = $1 returning last_id as id',
)

/** Reserves the next ticket number for a ticket that is written later. */
export async function reserveNumber(ctx: Context): Promise<number> {
  return (await ctx.db.one(reserve(ctx.account.id))).id
}

/** Writes a changed ticket with its audit and, if there is one, a comment: one statement. False if it was changed since it was read. */
export async function updateTicket(
  ctx: Context,
  before: TicketRow,
  state: TicketState,
  audit: NewAudit,
  comment: NewComment | null,
): Promise<boolean> {
  const row = await ctx.db.first(
    updateAll(...toParameters(ctx, state, audit, comment), before.id, before.lock_version, isCardChanged(before, state)),
  )
  if (row !== undefined) wakeForEffects(ctx, audit)
  return row !== undefined
}

function wakeForEffects(ctx: Context, { effects }: NewAudit): void {
  if (effects.length > 0 && ctx.services.is_quiet !== true) wakeAfterCommit(ctx, 1)
}

const countIncidents =
  defineStatement<unknown>(`update tickets p set has_incidents = not p.has_incidents, generated_at = $3, lock_version = p.lock_version + 1
  where p.account_id = $1 and p.id = $2 and p.has_incidents <> exists (
    select 1 from tickets i where i.account_id = $1 and i.problem_id = $2 and i.deleted_at is null)`)
const addFollowup = defineStatement<unknown>(
  'update tickets set followup_ids = followup_ids || $3::bigint, generated_at = $4, lock_version = lock_version + 1 where account_id = $1 and id = $2',
)

/** Updates `has_incidents` of a problem after an incident was linked, unlinked, deleted or restored. */
export async function refreshProblem(ctx: Context, problemId: number | null): Promise<void> {
  if (problemId !== null) await ctx.db.run(countIncidents(ctx.account.id, problemId, ctx.now))
}

/** Records on a closed ticket that another one follows it up. */
export async function noteFollowup(ctx: Context, sourceId: number, followupId: number): Promise<void> {
  await ctx.db.run(addFollowup(ctx.account.id, sourceId, followupId, ctx.now))
}

const setDeleted = defineStatement<{ problem_id: number | null }>(`with marked as (
    update tickets set deleted_at = $3::timestamptz, deleted_by_id = $4::bigint, generated_at = $5::timestamptz, lock_version = lock_version + 1,
      restored_at = case when $3::timestamptz is null then $5::timestamptz else restored_at end
    where account_id = $1 and id = $2 and (deleted_at is null) = ($3::timestamptz is not null) and scrubbed_at is null returning problem_id, archived_at),
  counted as (update ticket_counters set live_count = live_count + case when $3::timestamptz is null then 1 else -1 end
    where account_id = $1 and exists (select 1 from marked m where m.archived_at is null) returning 1),
  silenced as (update ticket_texts x set words = '', marks = '{}' from marked m where $3::timestamptz is not null and x.account_id = $1 and x.ticket_id = $2)
  select problem_id from marked`)

/** Marks a ticket as deleted or, with `by` null, as restored, and updates its problem. False if it was in that state already. */
export async function markDeleted(ctx: Context, id: number, by: number | null): Promise<boolean> {
  const row = await ctx.db.first(setDeleted(ctx.account.id, id, by === null ? null : ctx.now, by, ctx.now))
  if (row === undefined) return false
  if (by === null) await rewriteTexts(ctx, [id])
  await refreshProblem(ctx, row.problem_id)
  return true
}

const touch = defineStatement<unknown>(
  'update tickets set updated_at = $3, generated_at = $3, lock_version = lock_version + 1 where account_id = $1 and id = $2',
)

/** Marks a ticket as changed after a change outside its own columns: a comment was redacted or made private. */
export async function touchTicket(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(touch(ctx.account.id, id, ctx.now))
}

/** One of several comments that are written together, each with its audit and original date. */
export interface PastEntry {
  readonly audit_id: number
  readonly at: string
  readonly comment: NewComment
  readonly metadata: AuditMetadata
  readonly events: readonly TicketEvent[]
}

const insertEntries = defineStatement<unknown>(`with entries as (
    select * from jsonb_to_recordset($3::jsonb) as e (audit_id bigint, id bigint, author_id bigint, public boolean, body text, html_body text, plain_body text,
      metadata jsonb, events jsonb, created_at timestamptz)),
  audited as (
    insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at)
    select $1, e.audit_id, $2, e.author_id, $4::jsonb, e.metadata, e.events, e.created_at from entries e)
  insert into ticket_comments (account_id, id, ticket_id, audit_id, author_id, public, body, html_body, plain_body, via, metadata, created_at)
  select $1, e.id, $2, e.audit_id, e.author_id, e.public, e.body, e.html_body, e.plain_body, $4::jsonb, e.metadata, e.created_at from entries e`)

/** Writes imported comments with their audits: one statement. The columns of the ticket that depend on them are written with the ticket. */
export async function insertHistory(ctx: Context, ticket: Pick<TicketRow, 'id' | 'via'>, entries: readonly PastEntry[]): Promise<void> {
  const rows = entries.map(({ audit_id, at, comment, metadata, events }) => {
    const { id, author_id, public: isPublic, body, html_body, plain_body } = comment
    return { audit_id, id, author_id, public: isPublic, body, html_body, plain_body, metadata, events, created_at: at }
  })
  await ctx.db.run(insertEntries(ctx.account.id, ticket.id, toJson(rows), toJson(ticket.via)))
  await rewriteTexts(ctx, [ticket.id])
}
