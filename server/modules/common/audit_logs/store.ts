/** Every statement that reads the audit log. Nothing changes or removes an entry. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { type AnySelect, defineStatement, q } from '#db/builder.ts'
import type { AuditLogsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { firstOf, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { phraseQuery } from '#search/words.ts'

export type AuditLogRow = Omit<Selectable<AuditLogsTable>, 'account_id' | 'details' | 'position' | 'previous_hash' | 'hash'>

/** An entry with all of its columns. */
export type WholeAuditLogRow = Omit<Selectable<AuditLogsTable>, 'account_id'>

/** The filters of a list. Times are ISO strings, both inclusive. */
export interface AuditLogFilter {
  readonly source_type?: string
  readonly source_id?: number
  readonly actor_id?: number
  readonly ip_address?: string
  readonly actions?: readonly string[]
  /** Words, or beginnings of words, found in an entry's actor, record or description. */
  readonly text?: string
  readonly from?: string
  readonly to?: string
}

const COLUMNS = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'source_type',
  'source_id',
  'source_label',
  'change_description',
  'ip_address',
  'created_at',
] as const
const byTime = [
  { key: 'created_at', column: 'created_at', kind: 'moment', descending: true },
  { key: 'id', column: 'id', kind: 'number', descending: true },
] as const
const byId = [{ key: 'id', column: 'id', kind: 'number', descending: true }] as const

/** The sort orders of the audit log; newest first by default. @source docs/reference/account.md §8 */
const AUDIT_LOG_SORTING: Sorting = {
  fallback: byTime,
  cursor: { created_at: byTime, id: byId },
  offset: { created_at: byTime, id: byId },
}

/** The sort orders for a filter. A text search is not counted, so it has cursor pagination only. */
export const sortingFor = ({ text }: AuditLogFilter): Sorting =>
  text === undefined ? AUDIT_LOG_SORTING : { ...AUDIT_LOG_SORTING, only_cursor: true }

/** The number of entries a text search scans first. Scanning them takes a few milliseconds. */
const FIRST_SCAN = 2000

const select = (ctx: Context) => q.selectFrom('audit_logs').select(COLUMNS).where('account_id', '=', ctx.account.id)
const findWhole = defineStatement<WholeAuditLogRow>(
  `select ${COLUMNS.join(', ')}, details, position, previous_hash, hash from audit_logs where account_id = $1 and id = $2`,
)

/**
 * A page of the audit log. A text search scans the first entries of the order; if they do not fill the page, it collects all matches
 * through the index.
 */
export async function listAuditLogs(ctx: Context, filter: AuditLogFilter, paging: Paging): Promise<Page<AuditLogRow>> {
  if (filter.text === undefined || paging.style === 'offset') return readPage<AuditLogRow>(ctx, applyFilter(ctx, filter), paging)
  const first = fromRows(firstOf(select(ctx).select(sql`words`.as('words')), paging, FIRST_SCAN))
  const near = await readPage<AuditLogRow>(ctx, applyFilter(ctx, filter, first), paging)
  // `offset 0` keeps the planner from scanning in sort order, because it underestimates how many rows that takes to fill a page
  return near.has_more ? near : readPage<AuditLogRow>(ctx, fromRows(applyFilter(ctx, filter).offset(0)), paging)
}

type Query = ReturnType<typeof select>

/** Selects from the rows of another select, which has at least the columns that are used here. */
const fromRows = (rows: AnySelect<object>): Query => q.selectFrom(rows.$castTo<AuditLogsTable>().as('audit_logs')).select(COLUMNS)

function applyFilter(ctx: Context, filter: AuditLogFilter, from: Query = select(ctx)): Query {
  let query = from
  if (filter.source_type !== undefined) query = query.where('source_type', '=', filter.source_type)
  if (filter.source_id !== undefined) query = query.where('source_id', '=', filter.source_id)
  if (filter.actor_id !== undefined) query = query.where('actor_id', '=', filter.actor_id)
  if (filter.ip_address !== undefined) query = query.where('ip_address', '=', filter.ip_address)
  if (filter.actions !== undefined) query = query.where('action', 'in', [...filter.actions])
  if (filter.text !== undefined) query = query.where(sql<boolean>`words @@ ${wordsQuery(ctx, filter.text)}::tsquery`)
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('created_at', '<=', filter.to)
  return query
}

/** Each term between spaces is a phrase, such as an address. The last word of each phrase also matches as a prefix. */
function wordsQuery(ctx: Context, text: string): string {
  const terms = text.split(/\s+/).map((term) => phraseQuery(ctx.account.id, term, { prefix: true }))
  // text without any word gives the empty query, which matches no entry
  return terms.filter((term) => term !== null).join(' & ')
}

/** Up to `count` entries after another one, oldest first, for reading all of them in batches. */
export function auditLogsAfter(
  ctx: Context,
  filter: AuditLogFilter,
  last: Pick<AuditLogRow, 'created_at' | 'id'> | undefined,
  count: number,
): Promise<AuditLogRow[]> {
  let query = applyFilter(ctx, filter).orderBy('created_at').orderBy('id').limit(count)
  if (last !== undefined)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(last.created_at, last.id)))
  return ctx.db.all(query)
}

/** One entry. @throws NotFound */
export async function getAuditLog(ctx: Context, id: number): Promise<AuditLogRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** One entry with its details and its position in the chain. @throws NotFound */
export async function getWholeAuditLog(ctx: Context, id: number): Promise<WholeAuditLogRow> {
  return orNotFound(await ctx.db.first(findWhole(ctx.account.id, id)))
}
