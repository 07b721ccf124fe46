/** Finding records of any type by a query. @source docs/reference/search.md */
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { BadRequest, InvalidAttribute, Unprocessable } from '#core/errors.ts'
import { linkTo } from '#http/envelope.ts'
import type { Address, AnswerOf } from '#http/route.ts'
import { MAX_TERMS, parseQuery, type Query } from '#search/parse.ts'
import { searchContext } from '#search/search_context.ts'
import { countHits } from './count_store.ts'
import { recordsOf } from './records.ts'
import { exportHits, findHits, findInSmall } from './find_store.ts'
import { type OrderName, ORDERS, type OrderPosition } from './order_store.ts'
import type { Exported, Found } from './schema.ts'
import { type Search, searchFor, type Type, TYPES } from './store.ts'

const PAGE_SIZE = 100
/** Results beyond this one are not returned; exports return all. */
const LAST_RESULT = 1000
const LARGEST_EXPORT_PAGE = 1000
const EXPORT_SECONDS = 3600

/** The API's names of orders → the names in the code. */
const ORDER_WORDS: Readonly<Record<string, OrderName>> = {
  updated: 'updated_at',
  created: 'created_at',
  commented: 'updated_at',
  type: 'ticket_type',
  ...Object.fromEntries(ORDERS.map((name) => [name, name])),
}

/** The parameters of a search as received. */
export interface SearchRequest {
  readonly query?: string
  readonly 'filter[type]'?: string
  readonly page?: unknown
  readonly per_page?: unknown
  readonly 'page[size]'?: unknown
  readonly 'page[after]'?: string
  readonly sort?: string
  readonly sort_by?: string
  readonly sort_order?: string
  readonly include?: string
}

const makeInvalidSearch = (why: string) => new Unprocessable('invalid', `Invalid search: ${why}`)

function readQuery(ctx: Context, asked: SearchRequest): Query {
  // end users cannot search
  requirePermission(ctx, 'ticket.list')
  if (asked.query === undefined || asked.query.trim() === '') throw makeInvalidSearch('query is missing')
  const query = parseQuery(asked.query)
  if (query.is_excessive) throw makeInvalidSearch(`a query has at most ${MAX_TERMS} terms`)
  return query
}

/** The types that both the query and the filter allow. */
function typesOf(query: Query, filter: string | undefined): Type[] {
  const named =
    filter
      ?.toLowerCase()
      .split(',')
      .map((type) => type.trim()) ?? []
  const allows = (types: readonly string[], type: Type) => types.length === 0 || types.includes(type) || types.includes(`${type}s`)
  return TYPES.filter((type) => allows(query.types, type) && allows(named.filter(Boolean), type))
}

/**
 * A page of results: users and organizations first, newest first by default.
 * @throws Unprocessable past the 1,000th result @throws Forbidden
 */
export async function search(ctx: Context, asked: SearchRequest, address: Address): Promise<AnswerOf<typeof Found>> {
  const query = readQuery(ctx, asked)
  if (asked['page[size]'] !== undefined || asked['page[after]'] !== undefined)
    throw new InvalidAttribute('page', 'must be an integer', 'search/index')
  const page = wholeOr(asked.page, 1, 'page', 'search/index')
  const per_page = Math.min(wholeOr(asked.per_page, PAGE_SIZE, 'per_page', 'search/index'), PAGE_SIZE)
  const offset = (page - 1) * per_page
  if (page * per_page > LAST_RESULT) throw makeInvalidSearch('Requested response size was greater than Search Response Limits')
  const found = await searchFor(ctx, query, typesOf(query, asked['filter[type]']), searchContext(ctx))
  const { hits, count } = await pageOf(ctx, found, { ...orderOf(query, asked), offset, limit: per_page })
  const { records, siblings } = await recordsOf(ctx, hits, asked.include)
  const linkToPage = (number: number) => linkTo(address, { page: String(number) })
  return {
    results: records,
    facets: null,
    ...siblings,
    next_page: offset + per_page < count ? linkToPage(page + 1) : null,
    previous_page: page > 1 ? linkToPage(page - 1) : null,
    count,
  }
}

/** The hits and their number. They are not counted if the page is the last one. */
async function pageOf(ctx: Context, found: Search, window: Parameters<typeof findHits>[2]) {
  const all = await findInSmall(ctx, found, window)
  if (all !== null) return all
  const hits = await findHits(ctx, found, window)
  const isLast = hits.length < window.limit && (hits.length > 0 || window.offset === 0)
  return { hits, count: isLast ? window.offset + hits.length : await countHits(ctx, found) }
}

function orderOf(query: Query, asked: SearchRequest): { order: OrderName; descending: boolean } {
  // `sort=-created_at` as in lists
  const [, minus, sorted] = /^(-?)(\w+)$/.exec(asked.sort ?? '') ?? []
  const named = query.order_by ?? asked.sort_by ?? sorted ?? ''
  const way = query.sort ?? asked.sort_order ?? (sorted !== undefined && asked.sort_by === undefined && minus === '' ? 'asc' : 'desc')
  const order = Object.hasOwn(ORDER_WORDS, named) ? ensureDefined(ORDER_WORDS[named]) : 'relevance'
  return { order, descending: way.toLowerCase() !== 'asc' }
}

function wholeOr(value: unknown, fallback: number, name: string, action: string): number {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number)) throw new InvalidAttribute(name, 'must be an integer', action)
  return number < 1 ? fallback : Math.min(number, 1_000_000)
}

/** How many records a query finds. @throws Forbidden */
export async function countFound(ctx: Context, asked: SearchRequest): Promise<number> {
  const query = readQuery(ctx, asked)
  return countHits(ctx, await searchFor(ctx, query, typesOf(query, asked['filter[type]']), searchContext(ctx)))
}

/**
 * A page of all matches of one type, with cursors that are valid for an hour.
 * @throws Unprocessable without a type @throws BadRequest for an invalid cursor
 */
export async function exportFound(ctx: Context, asked: SearchRequest, address: Address): Promise<AnswerOf<typeof Exported>> {
  const query = readQuery(ctx, asked)
  const filter = asked['filter[type]']
  const types = typesOf(query, filter)
  if (filter === undefined && query.types.length === 0) throw makeInvalidSearch('filter[type] is required')
  if (types.length > 1) throw makeInvalidSearch('filter[type] takes one type')
  const size = Math.min(wholeOr(asked['page[size]'], PAGE_SIZE, 'page.size', 'search/export'), LARGEST_EXPORT_PAGE)
  const after = readCursor(ctx, asked['page[after]'] || undefined)
  const hits = await exportHits(ctx, await searchFor(ctx, query, types, searchContext(ctx)), after, size + 1)
  const sent = hits.slice(0, size)
  const last = sent.at(-1)
  const cursor = last === undefined ? null : writeCursor(ctx, last)
  const { records, siblings } = await recordsOf(ctx, sent, asked.include)
  const next = cursor === null ? null : linkTo(address, { 'page[after]': cursor, 'page[size]': String(size) })
  return {
    results: records,
    facets: null,
    ...siblings,
    meta: { has_more: hits.length > size, after_cursor: cursor, before_cursor: null },
    links: { prev: null, next },
  }
}

function writeCursor(ctx: Context, { created_at, id }: OrderPosition): string {
  return Buffer.from(JSON.stringify([created_at, id, ctx.now.getTime()])).toString('base64url')
}

const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function readCursor(ctx: Context, text: string | undefined): OrderPosition | null {
  if (text === undefined) return null
  const read: unknown = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  const [created_at, id, at] = Array.isArray(read) ? (read as unknown[]) : []
  const fits = typeof created_at === 'string' && MOMENT.test(created_at) && !Number.isNaN(Date.parse(created_at))
  if (!fits || typeof id !== 'number' || !Number.isSafeInteger(id) || typeof at !== 'number')
    throw new BadRequest('InvalidCursor', 'page[after] must be a cursor from an earlier response')
  if (ctx.now.getTime() - at > EXPORT_SECONDS * 1000)
    throw new BadRequest('InvalidCursor', 'The cursor is older than an hour. Begin again.')
  return { created_at, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not a cursor: the caller throws BadRequest
  }
}
