/** Reads the activity: a page as JSON, or the table as CSV. */
import type { Static } from 'typebox'
import type { Context } from '#core/context.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type Address, type AnswerOf, answerOk, type Result } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { csvHeaders, csvText } from '#lib/csv.ts'
import { ACTIVITY_COLUMNS, activityCells, presentActivity, presentTotals } from './present.ts'
import { ACTION, readActivityFilter, readGrouping, wantsCsv, withSort } from './query.ts'
import { requireActivityReader } from './rights.ts'
import type { ActivityAnswer, ActivityQuery } from './schema.ts'
import { ACTIVITY_SORTING, daysOf, listActivity, namesOf, topActivity, trendsOf } from './store.ts'

type Query = Static<typeof ActivityQuery>

/** The most rows of a CSV export. A cut export has the header `x-deskhand-truncated`. */
const MAX_LINES = 10_000

/**
 * Sums of calls by credential, client, user, user agent, address or endpoint.
 * @throws Forbidden
 * @throws InvalidAttribute
 * @source docs/reference/access_governance.md §12.2
 */
export async function readActivity(ctx: Context, query: Query, address: Address): Promise<Result<AnswerOf<typeof ActivityAnswer>>> {
  requireActivityReader(ctx)
  const grouping = readGrouping(query.by)
  const filter = readActivityFilter(query)
  const paging = readPaging(withSort(query), ACTIVITY_SORTING, ACTION)
  if (wantsCsv(query.format, ACTION)) {
    const rows = await topActivity(ctx, grouping, filter, paging.order, MAX_LINES + 1)
    const kept = rows.slice(0, MAX_LINES)
    const names = await namesOf(ctx, kept)
    const body = csvText(
      ACTIVITY_COLUMNS,
      kept.map((row) => activityCells(grouping, row, names)),
    )
    const cut: Record<string, string> = rows.length > MAX_LINES ? { 'x-deskhand-truncated': String(MAX_LINES) } : {}
    return { status: 200, body, headers: { ...csvHeaders(`activity_by_${grouping}_${filter.from}_${filter.to}.csv`), ...cut } }
  }
  const [page, days] = await allOf(
    () => listActivity(ctx, grouping, filter, paging),
    () => daysOf(ctx, grouping, filter),
  )
  const [names, trends] = await allOf(
    () => namesOf(ctx, page.rows),
    () =>
      trendsOf(
        ctx,
        grouping,
        filter,
        page.rows.map((row) => row.key),
      ),
  )
  const lines = page.rows.map((row) => presentActivity(grouping, row, names, trends.get(row.key) ?? []))
  return answerOk(
    listEnvelope(address, 'activity', page, lines, { by: grouping, from: filter.from, to: filter.to, totals: presentTotals(days) }),
  )
}
