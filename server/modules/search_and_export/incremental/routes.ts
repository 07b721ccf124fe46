// INCREMENTAL EXPORTS: tickets, users, organizations, events and skills changed since a time, page by page in the order of change.
// Not here: lists for the user interface, and the members of each record (the folders of the resources).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { InvalidAttribute, orNotFound } from '#core/errors.ts'
import type { Bucket } from '#http/limits.ts'
import { type Address, type AnyRoute, answerOk, route } from '#http/route.ts'
import { Anything, Flag, Word } from '#http/shape.ts'
import { type AnyKind, anyTimeAnswer, cursorAnswer, cursorEnvelope, timeAnswer, timeEnvelope } from './kind.ts'
import { metricEventPage, ticketMetricEventExport } from './metric_events.ts'
import { beginningOf, decodePosition, endOf, type Position, readSize, readStart } from '#http/export_position.ts'
import { type PageRequest, readCursorPage, readSample, readTimePage } from '#http/export_page.ts'
import { ExportedMetricEvents } from './schema.ts'
import { SKILL_EXPORTS, skillAnswer, skillEnvelope } from './skills.ts'
import { findSkillChangesAfter } from './store.ts'
import { ticketEventExport } from './ticket_events.ts'
import { ticketExport } from './tickets.ts'
import { organizationExport, userExport } from './users.ts'

/** @source docs/reference/conventions.md §8 */
const LIMIT: Bucket = { name: 'incremental-exports', limit: 10, window_seconds: 60 }
const SAMPLE_LIMIT: Bucket = { name: 'incremental-exports-sample', limit: 10, window_seconds: 1200 }
const SAMPLE_SIZE = 50
/** Exports that accept a start_time within the last minute. @source docs/reference/clients.md §8 */
const FROM_NOW: ReadonlySet<string> = new Set(['incremental/ticket_metric_events'])

const SHARED = { start_time: Anything, per_page: Anything, include: Word, exclude_deleted: Flag, support_type_scope: Word }
const TimeQuery = Type.Partial(Type.Object({ ...SHARED, after: Word }))
const CursorQuery = Type.Partial(Type.Object({ ...SHARED, cursor: Word }))
const SkillQuery = Type.Partial(Type.Object({ start_time: Anything, cursor: Word }))
const MetricEventQuery = Type.Partial(
  Type.Object({ ...SHARED, after: Word, include_changes: Flag, 'page[size]': Anything, 'page[after]': Word, 'page[before]': Word }),
)

interface Query {
  readonly start_time?: unknown
  readonly per_page?: unknown
  readonly include?: string
  readonly exclude_deleted?: boolean
}

function pageRequest(ctx: Context, query: Query, place: string | undefined, action: string): PageRequest {
  requirePermission(ctx, 'export.read')
  const end = endOf(ctx.now)
  const after = place === undefined ? startOf(query, end, action) : decodePosition(place)
  return { after, end, size: readSize(query.per_page, action), exclude_deleted: query.exclude_deleted === true }
}

function startOf(query: Query, end: number, action: string): Position {
  const start = readStart(query.start_time, end, FROM_NOW.has(action))
  if (start === undefined) throw new InvalidAttribute('start_time', 'is required', action)
  return beginningOf(start)
}

/** By time, or a list by cursor. */
const cursorOrNone = (cursor: string | undefined) => (cursor === '' || cursor === 'undefined' || cursor === 'null' ? undefined : cursor)

async function byTime(ctx: Context, kind: AnyKind, query: Query & { after?: string }, address: Address) {
  const page = await readTimePage(ctx, kind.find, pageRequest(ctx, query, cursorOrNone(query.after), `incremental/${kind.key}`))
  return answerOk(timeEnvelope(address, kind.key, page, await kind.present(ctx, page.rows, query.include)))
}

async function byCursor(ctx: Context, kind: AnyKind, query: Query & { cursor?: string }, address: Address) {
  const page = await readCursorPage(ctx, kind.find, pageRequest(ctx, query, cursorOrNone(query.cursor), `incremental/${kind.key}_cursor`))
  return answerOk(cursorEnvelope(address, kind.key, page, await kind.present(ctx, page.rows, query.include)))
}

/** By time, or a list by cursor. */
const KINDS: readonly { readonly kind: AnyKind; readonly scope: string; readonly has_cursor: boolean; readonly words: string }[] = [
  { kind: ticketExport, scope: 'tickets', has_cursor: true, words: 'tickets' },
  { kind: userExport, scope: 'users', has_cursor: true, words: 'users' },
  { kind: organizationExport, scope: 'organizations', has_cursor: false, words: 'organizations' },
  { kind: ticketEventExport, scope: '', has_cursor: false, words: 'ticket events' },
]
const ALL_KINDS: readonly AnyKind[] = [...KINDS.map((one) => one.kind), ticketMetricEventExport]

const timeRoutes = KINDS.map(({ kind, scope, words }) =>
  route({
    method: 'GET',
    path: `/api/v2/incremental/${kind.key}`,
    name: `incremental/${kind.key}`,
    summary: `Export ${words} by time`,
    scope,
    query: TimeQuery,
    answer: timeAnswer(kind),
    buckets: [LIMIT],
    handle: (ctx, { query, address }) => byTime(ctx, kind, query, address),
  }),
)

const cursorRoutes = KINDS.filter(({ has_cursor }) => has_cursor).map(({ kind, scope, words }) =>
  route({
    method: 'GET',
    path: `/api/v2/incremental/${kind.key}/cursor`,
    name: `incremental/${kind.key}_cursor`,
    summary: `Export ${words} by cursor`,
    scope,
    query: CursorQuery,
    answer: cursorAnswer(kind),
    buckets: [LIMIT],
    handle: (ctx, { query, address }) => byCursor(ctx, kind, query, address),
  }),
)

/** Without a start these begin with the first change. */
const skillRoutes = SKILL_EXPORTS.map((one) =>
  route({
    method: 'GET',
    path: `/api/v2/incremental/routing/${one.key}`,
    name: `incremental/routing_${one.key}`,
    summary: `Export ${one.words}`,
    scope: '',
    query: SkillQuery,
    answer: skillAnswer(one),
    buckets: [LIMIT],
    async handle(ctx, { query, address }) {
      const asked = { ...query, start_time: query.start_time ?? '0' }
      const request = pageRequest(ctx, asked, cursorOrNone(query.cursor), `incremental/routing_${one.key}`)
      const page = await readCursorPage(ctx, (reader, range) => findSkillChangesAfter(reader, one.kind, range), request)
      return answerOk(skillEnvelope(address, one, page))
    },
  }),
)

/** By time, or a list by cursor. */
const MetricEventsAnswer = Type.Union([timeAnswer(ticketMetricEventExport), ExportedMetricEvents])

/** @source docs/reference/conventions.md §4 */
export const incrementalRoutes: AnyRoute[] = [
  ...timeRoutes,
  ...cursorRoutes,
  ...skillRoutes,
  route({
    method: 'GET',
    path: '/api/v2/incremental/ticket_metric_events',
    name: 'incremental/ticket_metric_events',
    summary: 'Export ticket metric events by time or cursor',
    scope: '',
    query: MetricEventQuery,
    answer: MetricEventsAnswer,
    buckets: [LIMIT],
    handle: (ctx, { query, address }) => {
      const isPaged = ['page[size]', 'page[after]', 'page[before]'].some((name) => Object.hasOwn(query, name))
      if (!isPaged) return byTime(ctx, ticketMetricEventExport, query, address)
      const place = cursorOrNone(query['page[after]']) ?? cursorOrNone(query['page[before]'])
      return metricEventPage(ctx, pageRequest(ctx, query, place, 'incremental/ticket_metric_events'), query, address)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/incremental/:resource/sample',
    text_params: ['resource'],
    name: 'incremental/sample',
    summary: 'Export a sample of the incremental export',
    scope: '',
    query: TimeQuery,
    answer: anyTimeAnswer(ALL_KINDS),
    buckets: [SAMPLE_LIMIT],
    async handle(ctx, { params, query, address }) {
      const kind = orNotFound(ALL_KINDS.find((one) => one.key === params.resource))
      const asked = pageRequest(ctx, query, undefined, 'incremental/sample')
      const page = await readSample(ctx, kind.find, { ...asked, size: Math.min(asked.size, SAMPLE_SIZE) })
      return answerOk(timeEnvelope(address, kind.key, page, await kind.present(ctx, page.rows, query.include)))
    },
  }),
]
