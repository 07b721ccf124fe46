/**
 * The old cursor form of one list: the audits of all tickets, requested without page[size]. It begins with the newest, unless sort_order is
 * asc. `after` leads to newer audits and `before` to older ones, whichever way the page itself is sorted.
 * @source docs/reference/tickets.md §5; docs/reference/clients.md §17
 */
import type { Context } from '#core/context.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import type { Address, AnswerOf } from '#http/route.ts'
import { presentAudits } from './present.ts'
import type { AllAudits } from './sibling_schema.ts'
import { auditSiblings } from './sideload.ts'
import { AUDIT_SORTING, listAllAudits } from './store.ts'
import { textOf } from '#lib/json.ts'

const ACTION = 'ticket_audits/index'
/** A position after every audit: where reading backwards from the newest begins. */
const END = Buffer.from(JSON.stringify({ o: 'created_at,id', v: ['9999-12-31T00:00:00.000Z', Number.MAX_SAFE_INTEGER] })).toString('base64')

interface OldQuery {
  readonly cursor?: string
  readonly limit?: unknown
  readonly sort_order?: string
  readonly include?: string
}

/** One page: `{audits, after_url, after_cursor, before_url, before_cursor}`, all four null when it is empty. @throws InvalidAttribute @throws InvalidPagination */
export async function oldCursorPage(ctx: Context, query: OldQuery, address: Address): Promise<AnswerOf<typeof AllAudits>> {
  const newestFirst = query.sort_order?.toLowerCase() !== 'asc'
  const page = await listAllAudits(ctx, readPaging(placeOf(query, newestFirst), AUDIT_SORTING, ACTION))
  const audits = await presentAudits(ctx, newestFirst ? [...page.rows].reverse() : page.rows)
  const after_cursor = page.after_cursor === null ? null : `a${page.after_cursor}`
  const before_cursor = page.before_cursor === null ? null : `b${page.before_cursor}`
  const linkToCursor = (cursor: string | null) => (cursor === null ? null : linkTo(address, query, cursor))
  return {
    audits,
    ...(await auditSiblings(ctx, query.include, page.rows, audits)),
    after_url: linkToCursor(after_cursor),
    after_cursor,
    before_url: linkToCursor(before_cursor),
    before_cursor,
  }
}

function placeOf({ cursor, limit }: OldQuery, newestFirst: boolean): PagingQuery {
  const size = { 'page[size]': limit ?? 100 }
  if (!cursor) return newestFirst ? { ...size, 'page[before]': END } : size
  return cursor.startsWith('b') ? { ...size, 'page[before]': cursor.slice(1) } : { ...size, 'page[after]': cursor.slice(1) }
}

function linkTo(address: Address, { limit, sort_order, include }: OldQuery, cursor: string): string {
  const pairs = Object.entries({ cursor, include, limit, sort_order }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value)]],
  )
  return `${address.base_url}${address.path}.json?${new URLSearchParams(pairs).toString()}`
}
