/** The history of a trigger: its revisions, the newest first, in pages with cursors of their own. */
import type { Context } from '#core/context.ts'
import { InvalidAttribute, InvalidPagination } from '#core/errors.ts'
import { urlOf } from '#http/envelope.ts'
import type { Address, AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { presentActions, presentConditions } from '../rules/present.ts'
import { diffOf } from './revision_diff.ts'
import type { Revision, SomeRevisions } from './revision_schema.ts'
import { type RevisionRow, revisionsAfter, revisionsBefore, type Snapshot } from './revision_store.ts'

const ACTION = 'rules/trigger_revisions/index'
const PAGE_SIZE = 100
const MOST = 1000

/** Which part of the history a request wants. */
interface RevisionQuery {
  readonly cursor?: string
  readonly limit?: unknown
}

function presentSnapshot({ title, description, active, conditions, actions }: Snapshot) {
  return { title, description, active, conditions: presentConditions(conditions), actions: presentActions(actions) }
}

/** A revision as JSON. @source docs/reference/business_rules.md §2.6 */
export function presentRevision(ctx: Context, row: RevisionRow): AnswerOf<typeof Revision> {
  return {
    url: urlOf(ctx.caller.base_url, `triggers/${row.trigger_id}/revisions/${row.id}`),
    id: row.id,
    author_id: row.author_id,
    created_at: wireTime(row.created_at),
    snapshot: presentSnapshot(row.snapshot),
  }
}

function sizeOf(limit: unknown): number {
  if (limit === undefined || limit === '') return PAGE_SIZE
  const size = Number(limit)
  if (!Number.isInteger(size) || size < 1) throw new InvalidAttribute('limit', 'must be a positive integer', ACTION)
  return Math.min(size, MOST)
}

const cursorOf = (direction: 'a' | 'b', row: RevisionRow | undefined) =>
  row === undefined ? null : Buffer.from(`${direction}${row.id}`).toString('base64')

/** `a5`: what comes after revision 5 in the list, which is older; `b5`: what comes before it. */
function placeOf(cursor: string | undefined): { readonly back: boolean; readonly id: number | null } {
  if (cursor === undefined || cursor === '') return { back: false, id: null }
  const [, direction, digits] = /^([ab])(\d{1,15})$/.exec(Buffer.from(cursor, 'base64').toString('utf8')) ?? []
  if (direction === undefined) throw new InvalidPagination('Invalid cursor', 'cursor takes one of an earlier answer')
  return { back: direction === 'b', id: Number(digits) }
}

/** The rows of a page, the newest first, and behind them the one before the oldest, to compare that with. */
async function rowsOf(ctx: Context, trigger_id: number, query: RevisionQuery): Promise<{ rows: RevisionRow[]; older?: RevisionRow }> {
  const { back, id } = placeOf(query.cursor)
  const size = sizeOf(query.limit)
  if (!back || id === null) {
    const found = await revisionsBefore(ctx, trigger_id, id, size + 1)
    const older = found[size]
    return { rows: found.slice(0, size), ...(older === undefined ? {} : { older }) }
  }
  const rows = (await revisionsAfter(ctx, trigger_id, id, size)).reverse()
  const oldest = rows.at(-1)
  const [older] = oldest === undefined ? [] : await revisionsBefore(ctx, trigger_id, oldest.id, 1)
  return { rows, ...(older === undefined ? {} : { older }) }
}

/**
 * A page of the history, each revision with what has changed since the one before; `count` is the number on the page. `after` leads to older
 * revisions, `before` to newer ones; all four are null when the page is empty.
 * @throws InvalidAttribute @throws InvalidPagination
 * @source docs/reference/business_rules.md §2.6
 */
export async function revisionPage(
  ctx: Context,
  trigger_id: number,
  query: RevisionQuery,
  address: Address,
): Promise<AnswerOf<typeof SomeRevisions>> {
  const { rows, older } = await rowsOf(ctx, trigger_id, query)
  const after_cursor = cursorOf('a', rows.at(-1))
  const before_cursor = cursorOf('b', rows[0])
  const limit = query.limit === undefined ? {} : { limit: String(sizeOf(query.limit)) }
  const linkToCursor = (cursor: string | null) =>
    cursor === null ? null : `${address.base_url}${address.path}.json?${new URLSearchParams({ cursor, ...limit }).toString()}`
  return {
    trigger_revisions: rows.map((row, index) => ({ ...presentRevision(ctx, row), diff: diffOf(rows[index + 1] ?? older, row) })),
    after_url: linkToCursor(after_cursor),
    before_url: linkToCursor(before_cursor),
    after_cursor,
    before_cursor,
    count: rows.length,
  }
}
