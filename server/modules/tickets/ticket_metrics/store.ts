/** Statements that read ticket metrics: counters and times of the tickets, and the events of their clocks. */
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Timestamp } from '#lib/clock.ts'
import type { BusinessSeconds } from './metric_clocks.ts'
import type { MetricEvent } from './metric_event.ts'

const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'group_stations',
  'assignee_stations',
  'reopens',
  'replies',
  'assignee_updated_at',
  'requester_updated_at',
  'status_updated_at',
  'initially_assigned_at',
  'assigned_at',
  'solved_at',
  'latest_comment_added_at',
  'custom_status_updated_at',
  'first_replied_at',
  'first_solved_at',
  'requester_wait_seconds',
  'agent_wait_seconds',
  'on_hold_seconds',
  'business_seconds',
] as const

/** The metrics of one ticket. */
export interface MetricRow {
  readonly id: number
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
  readonly group_stations: number
  readonly assignee_stations: number
  readonly reopens: number
  readonly replies: number
  readonly assignee_updated_at: Timestamp | null
  readonly requester_updated_at: Timestamp
  readonly status_updated_at: Timestamp
  readonly initially_assigned_at: Timestamp | null
  readonly assigned_at: Timestamp | null
  readonly solved_at: Timestamp | null
  readonly latest_comment_added_at: Timestamp | null
  readonly custom_status_updated_at: Timestamp | null
  readonly first_replied_at: Timestamp | null
  readonly first_solved_at: Timestamp | null
  readonly requester_wait_seconds: number | null
  readonly agent_wait_seconds: number | null
  readonly on_hold_seconds: number | null
  readonly business_seconds: BusinessSeconds | null
}

/** One event of a metric's clock. `seconds` is how long the clock has run, on update_status. */
export interface MetricEventRow {
  readonly id: number
  readonly ticket_id: number
  readonly time: Timestamp
  readonly event: MetricEvent
}

const newest = [{ key: 'id', column: 'id', kind: 'number', descending: true }] as const
const byId = [{ key: 'id', column: 'id', kind: 'number' }] as const
const moment = (key: 'created_at' | 'updated_at') => [{ key, column: key, kind: 'moment' } as const, ...byId]
const ORDERS = { id: byId, created_at: moment('created_at'), updated_at: moment('updated_at') }

/** Newest ticket first. @source docs/reference/tickets.md §7 */
export const METRIC_SORTING: Sorting = { fallback: newest, cursor: ORDERS, offset: ORDERS }

const liveCount = defineStatement<{ live_count: number }>('select live_count from ticket_counters where account_id = $1')
const byIds = defineStatement<MetricRow>(`select ${COLUMNS.join(', ')} from tickets where account_id = $1 and id = any($2::bigint[])`)

const select = (ctx: Context) =>
  q
    .selectFrom('tickets')
    .select(COLUMNS)
    .$castTo<MetricRow>()
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is', null)
    .where(ticketScope(ctx.actor))

/** A page of the metrics of the tickets the caller can see, without archived ones, as in the list of tickets. */
export function listMetrics(ctx: Context, paging: Paging): Promise<Page<MetricRow>> {
  const seesAll = ctx.actor.role === 'admin' || ctx.actor.ticket_restriction === null
  return readPage<MetricRow>(ctx, select(ctx).where('archived_at', 'is', null), paging, seesAll ? () => countAll(ctx) : undefined)
}

async function countAll(ctx: Context): Promise<number> {
  return (await ctx.db.one(liveCount(ctx.account.id))).live_count
}

/** The metrics of one ticket. @throws NotFound also if the caller cannot see the ticket */
export async function getMetric(ctx: Context, ticketId: number): Promise<MetricRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', ticketId)))
}

/** The metrics of these tickets by ticket id. The caller's access is already checked. */
export async function findMetrics(ctx: Context, ticketIds: readonly number[]): Promise<Map<number, MetricRow>> {
  const rows = ticketIds.length === 0 ? [] : await ctx.db.all(byIds(ctx.account.id, ticketIds))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The id of an event is the id of its row times this number, plus its index in the row. */
const EVENTS_OF_A_ROW = 32
const EVENT = `w.id * ${EVENTS_OF_A_ROW} + e.place - 1 as id, w.ticket_id, w.time, e.event`
const PLACES = 'cross join lateral jsonb_array_elements(w.events) with ordinality as e (event, place)'
const eventsOf = defineStatement<MetricEventRow>(
  `select ${EVENT} from ticket_metric_events w ${PLACES} where w.account_id = $1 and w.ticket_id = any($2::bigint[]) order by w.ticket_id, w.id, e.place`,
)

/** All events of these tickets, in order. */
export function findMetricEvents(ctx: Context, ticketIds: readonly number[]): Promise<MetricEventRow[]> {
  return ticketIds.length === 0 ? Promise.resolve([]) : ctx.db.all(eventsOf(ctx.account.id, ticketIds))
}

/** A range of all events: after a position (or, with `back`, before it, the nearest first), before a moment, at most `limit`. */
export interface EventRange {
  readonly from: { readonly at_us: number; readonly id: number }
  readonly before_us: number
  readonly limit: number
  readonly back: boolean
  readonly living_only: boolean
}

const moment_of = (parameter: string) => `('epoch'::timestamptz + ${parameter}::bigint * interval '1 microsecond')`

/**
 * Reads limit + 1 rows from the index and expands their events. Every row except the first yields at least one event, so that is enough.
 */
function rangeStatement(compare: '>' | '<', direction: '' | ' desc') {
  return defineStatement<MetricEventRow & { at_us: number }>(`select ${EVENT}, (extract(epoch from w.time) * 1000000)::bigint as at_us
  from (select r.id, r.ticket_id, r.time, r.events from ticket_metric_events r
    where r.account_id = $1 and (r.time, r.id) ${compare}= (${moment_of('$2')}, $3::bigint / ${EVENTS_OF_A_ROW}) and r.time < ${moment_of('$4')}
      and ($6::boolean is not true or exists (select 1 from tickets t where t.account_id = $1 and t.id = r.ticket_id and t.deleted_at is null))
    order by r.time${direction}, r.id${direction} limit $5::integer + 1) w ${PLACES}
  where (w.time, w.id * ${EVENTS_OF_A_ROW} + e.place - 1) ${compare} (${moment_of('$2')}, $3::bigint)
  order by w.time${direction}, w.id${direction}, e.place${direction} limit $5`)
}

const after = rangeStatement('>', '')
const before = rangeStatement('<', ' desc')

/** A range of the events of all tickets, with their times in microseconds. */
export function listMetricEvents(ctx: Context, range: EventRange): Promise<(MetricEventRow & { at_us: number })[]> {
  const { from, before_us, limit, back, living_only } = range
  return ctx.db.all((back ? before : after)(ctx.account.id, from.at_us, from.id, before_us, limit, living_only))
}
