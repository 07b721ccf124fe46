/** Parses which part of a list a request wants, and reads just that part. @source docs/reference/conventions.md §3 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import type { AnySelect } from '#db/builder.ts'
import { InvalidAttribute, InvalidPagination, PaginationTooDeep } from '#core/errors.ts'
import { allOf } from '#lib/all_of.ts'
import { ensureDefined } from '#lib/defined.ts'
import { memberOf } from '#lib/error_words.ts'
import { isObject } from '#lib/json.ts'
import { countTotal } from './totals.ts'

const PAGE_SIZE = 100
const MAX_ROW = 10_000
/** A moment in the format of rows, with a year that PostgreSQL accepts. */
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** One column of an order. `column` is its name in the statement, `key` the member of the row that holds it; never null. */
export interface OrderColumn {
  readonly key: string
  readonly column: string
  readonly kind: 'number' | 'real' | 'text' | 'moment'
  readonly descending?: boolean
}

/** A sort order. The last column must be unique, so that pages neither overlap nor skip. */
export type Order = readonly OrderColumn[]

/** The orders a list supports. `cursor` and `offset` name those allowed under each style of paging. */
export interface Sorting {
  readonly fallback: Order
  /** The list has no numbered pages: without a page size it is a cursor page of 100. */
  readonly only_cursor?: boolean
  /** Default order under cursor paging, where it differs. */
  readonly cursor_fallback?: Order
  readonly cursor?: Readonly<Record<string, Order>>
  readonly offset?: Readonly<Record<string, Order>>
}

type Key = string | number

/** The requested part of a list. */
export type Paging =
  | { readonly style: 'offset'; readonly page: number; readonly per_page: number; readonly order: Order }
  | {
      readonly style: 'cursor'
      readonly size: number
      readonly after: readonly Key[] | null
      readonly before: readonly Key[] | null
      readonly order: Order
    }

/** A part of a list. `count` is set under offset paging only; cursors are null on an empty page. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly paging: Paging
  readonly count: number | null
  readonly has_more: boolean
  readonly after_cursor: string | null
  readonly before_cursor: string | null
}

/** The paging members of a query, as parsed by the shapes in shape.ts. */
export interface PagingQuery {
  readonly page?: unknown
  readonly per_page?: unknown
  readonly 'page[size]'?: unknown
  readonly 'page[after]'?: string
  readonly 'page[before]'?: string
  readonly sort?: string
  readonly sort_by?: string
  readonly sort_order?: string
}

/** True when a request asks for a part of a list. Some lists are returned whole without that. */
export function isPaged(query: PagingQuery): boolean {
  return [query.page, query.per_page, query['page[size]'], query['page[after]'], query['page[before]']].some((value) => value !== undefined)
}

/**
 * Parses the paging parameters of a request. Cursor paging wins when both styles are requested.
 * @throws InvalidAttribute when page or per_page is not an integer
 * @throws PaginationTooDeep past the 10,000th record of offset paging
 * @throws InvalidPagination for an invalid cursor, or a sort that cursor paging does not support
 */
export function readPaging(query: PagingQuery, sorting: Sorting, action: string): Paging {
  const size = query['page[size]']
  if (sorting.only_cursor === true || size !== undefined || query['page[after]'] !== undefined || query['page[before]'] !== undefined)
    return readCursorPaging(query, sorting, action)
  const page = wholeOr(query.page, 1, 'page', action)
  const per_page = Math.min(wholeOr(query.per_page, PAGE_SIZE, 'per_page', action), PAGE_SIZE)
  if ((page - 1) * per_page >= MAX_ROW) throw new PaginationTooDeep()
  const chosen = orderNamed(sorting.offset, query.sort_by)
  const order = chosen ?? sorting.fallback
  return {
    style: 'offset',
    page,
    per_page,
    order: query.sort_order === undefined ? order : setDirection(order, query.sort_order.toLowerCase() === 'desc'),
  }
}

function readCursorPaging(query: PagingQuery, sorting: Sorting, action: string): Paging {
  const size = Math.min(wholeOr(query['page[size]'], PAGE_SIZE, 'page.size', action), PAGE_SIZE)
  const after = query['page[after]'] || undefined
  const before = query['page[before]'] || undefined
  if (after !== undefined && before !== undefined)
    throw new InvalidPagination('Only one cursor', 'Send page[after] or page[before], not both')
  const descending = query.sort?.startsWith('-') === true
  const name = query.sort?.replace(/^-/, '')
  const chosen = name === undefined || name === '' ? (sorting.cursor_fallback ?? sorting.fallback) : orderNamed(sorting.cursor, name)
  if (chosen === undefined)
    throw new InvalidPagination('Sort is not allowed', `${name} is not a field this list can be sorted by with cursor pagination`)
  const order = name ? setDirection(chosen, descending) : chosen
  return {
    style: 'cursor',
    size,
    order,
    after: after === undefined ? null : decodeCursor(after, order),
    before: before === undefined ? null : decodeCursor(before, order),
  }
}

/** An order by the name a client sent; inherited properties such as `constructor` are not orders. */
function orderNamed(orders: Readonly<Record<string, Order>> | undefined, name: string | undefined): Order | undefined {
  return orders !== undefined && name !== undefined && Object.hasOwn(orders, name) ? orders[name] : undefined
}

function wholeOr(value: unknown, fallback: number, name: string, action: string): number {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || Number.isNaN(number)) throw new InvalidAttribute(name, 'must be an integer', action)
  return number < 1 ? (name === 'page' ? 1 : fallback) : Math.min(number, 1_000_000_000)
}

const setDirection = (order: Order, descending: boolean): Order => order.map((column) => ({ ...column, descending }))

function encodeCursor(row: unknown, order: Order): string {
  const values = order.map((column) => memberOf(row, column.key))
  return Buffer.from(JSON.stringify({ o: orderName(order), v: values })).toString('base64')
}

function orderName(order: Order): string {
  return order.map((column) => (column.descending ? `-${column.key}` : column.key)).join(',')
}

function decodeCursor(text: string, order: Order): readonly Key[] {
  const refuse = (): never => {
    throw new InvalidPagination('Invalid cursor', 'page[after] and page[before] take a cursor of an earlier answer with the same sort')
  }
  const decoded = parseOrNull(Buffer.from(text, 'base64').toString('utf8'))
  if (!isObject(decoded) || decoded.o !== orderName(order) || !Array.isArray(decoded.v) || decoded.v.length !== order.length)
    return refuse()
  const values: Key[] = decoded.v
  const fits = order.every((column, index) => fitsKind(column.kind, values[index]))
  return fits ? values : refuse()
}

function fitsKind(kind: OrderColumn['kind'], value: unknown): boolean {
  if (kind === 'number') return Number.isSafeInteger(value)
  if (kind === 'real') return typeof value === 'number'
  return typeof value === 'string' && !value.includes('\0') && (kind === 'text' || (MOMENT.test(value) && !Number.isNaN(Date.parse(value))))
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not a cursor of ours: the caller refuses it with a message
  }
}

/** A part of a list, read with one statement (two when a full offset page must be counted). `count` may supply a cheaper count. */
export async function readPage<Row>(
  ctx: Context,
  select: AnySelect<Row>,
  paging: Paging,
  count?: () => Promise<number>,
): Promise<Page<Row>> {
  return paging.style === 'offset' ? offsetPage(ctx, select, paging, count) : cursorPage(ctx, select, paging)
}

function applyOrder<Row>(query: AnySelect<Row>, order: Order): AnySelect<Row> {
  return order.reduce((sorted, { column, descending }) => sorted.orderBy(sql.ref(column), descending === true ? 'desc' : 'asc'), query)
}

async function offsetPage<Row>(
  ctx: Context,
  query: AnySelect<Row>,
  paging: Paging & { style: 'offset' },
  count?: () => Promise<number>,
): Promise<Page<Row>> {
  const skip = (paging.page - 1) * paging.per_page
  const statement = applyOrder(query, paging.order).limit(paging.per_page).offset(skip)
  const [rows, counted] = await allOf(
    () => ctx.db.all(statement),
    () => count?.(),
  )
  const known = rows.length < paging.per_page && (rows.length > 0 || skip === 0)
  const rowsInAll = counted ?? (known ? skip + rows.length : await countRows(ctx, query))
  return { rows, paging, count: rowsInAll, has_more: skip + rows.length < rowsInAll, after_cursor: null, before_cursor: null }
}

/** The number of rows of a select without its limit; large counts are cached, see {@link countTotal}. */
export async function countRows(ctx: Context, select: AnySelect<unknown>): Promise<number> {
  const statement = select
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
  return countTotal(ctx, statement.compile())
}

/** The first `most` rows of a select from the start of a cursor page, in its order: to search these before all others. */
export function firstOf<Row>(select: AnySelect<Row>, paging: Paging & { style: 'cursor' }, most: number): AnySelect<Row> {
  return inOrder(select, { ...wantedBy(paging), most })
}

/** The rows a page is made of: the first `most` in the order `order` that come after the keys `from`. */
export interface Wanted {
  readonly order: Order
  readonly from: readonly Key[] | null
  readonly most: number
}

const reverseOrder = (order: Order): Order => order.map((column) => ({ ...column, descending: column.descending !== true }))

/** The rows of a cursor page and one more; those of a page that ends before a cursor in reverse. */
function wantedBy({ order, after, before, size }: Paging & { style: 'cursor' }): Wanted {
  return { order: before === null ? order : reverseOrder(order), from: after ?? before, most: size + 1 }
}

/** The wanted rows of a select. */
export function inOrder<Row>(select: AnySelect<Row>, { order, from, most }: Wanted): AnySelect<Row> {
  return applyOrder(from === null ? select : select.where(isBeyondSql(order, from)), order).limit(most)
}

const cursorPage = <Row>(ctx: Context, query: AnySelect<Row>, paging: Paging & { style: 'cursor' }): Promise<Page<Row>> =>
  cursorPageBy(paging, (wanted) => ctx.db.all(inOrder(query, wanted)))

async function cursorPageBy<Row>(paging: Paging & { style: 'cursor' }, read: (wanted: Wanted) => Promise<Row[]>): Promise<Page<Row>> {
  const found = await read(wantedBy(paging))
  const rows = found.slice(0, paging.size)
  if (paging.before !== null) rows.reverse()
  const first = rows[0]
  const last = rows.at(-1)
  const cursor = (row: Row | undefined) => (row === undefined ? null : encodeCursor(row, paging.order))
  return { rows, paging, count: null, has_more: found.length > paging.size, after_cursor: cursor(last), before_cursor: cursor(first) }
}

/**
 * A part of a list whose rows `read` finds. `count` may be an estimate: whether there are more rows, and how many there are on the last page, is
 * known from the rows themselves.
 */
export async function pageBy<Row>(
  paging: Paging,
  read: (wanted: Wanted) => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  if (paging.style === 'cursor') return cursorPageBy(paging, read)
  const skip = (paging.page - 1) * paging.per_page
  const [found, counted] = await allOf(() => read({ order: paging.order, from: null, most: skip + paging.per_page + 1 }), count)
  const has_more = found.length > skip + paging.per_page
  const rows = found.slice(skip, skip + paging.per_page)
  return {
    rows,
    paging,
    count: has_more ? Math.max(counted, found.length) : found.length,
    has_more,
    after_cursor: null,
    before_cursor: null,
  }
}

/** Rows that come after `keys` in the order. Written so that an index on the order, or on its first column, serves it. */
export function isBeyondSql(order: Order, keys: readonly Key[]): RawBuilder<boolean> {
  const sign = ({ descending }: OrderColumn) => sql.raw(descending === true ? '<' : '>')
  const refs = order.map((column) => sql.ref(column.column))
  const values = order.map((column, index) => castKey(column, ensureDefined(keys[index])))
  const [first] = order
  if (first === undefined) return sql<boolean>`false`
  if (order.every((column) => (column.descending === true) === (first.descending === true)))
    return sql<boolean>`(${sql.join(refs)}) ${sign(first)} (${sql.join(values)})`
  const steps = order.map((column, index) => {
    const equal = order.slice(0, index).map((_earlier, at) => sql`${refs[at]} = ${values[at]}`)
    return sql`(${sql.join([...equal, sql`${refs[index]} ${sign(column)} ${values[index]}`], sql` and `)})`
  })
  return sql<boolean>`(${refs[0]} ${sign(first)}= ${values[0]} and (${sql.join(steps, sql` or `)}))`
}

const CASTS = { number: sql`::bigint`, real: sql`::double precision`, text: sql`::text`, moment: sql`::timestamptz` }
const castKey = (column: OrderColumn, key: Key) => sql`${key}${CASTS[column.kind]}`
