/** The tickets of a view as the table that `execute` and `preview` answer. */
import type { Context } from '#core/context.ts'
import { readInclude, listEnvelope, urlOf } from '#http/envelope.ts'
import type { Address } from '#http/route.ts'
import { ticketSiblings } from '#modules/tickets/tickets/sideload.ts'
import { presentColumn } from './columns.ts'
import type { Shown, ShownPage, ShowQuery } from './execute.ts'
import { look, type Records } from './lookups.ts'
import { presentGroups, presentRow } from './rows.ts'

/** Records as the public service adds them unasked to the rows that refer to them. */
function presentShort(ctx: Context, records: Records): Record<string, unknown[]> {
  const presentRecords = (kind: keyof Records) =>
    records[kind].map(({ id, name }) => ({ id, name, url: urlOf(ctx.caller.base_url, `${kind}/${id}`) }))
  const kinds = (['users', 'groups', 'organizations'] as const).filter((kind) => records[kind].length > 0)
  // the groups of the table are those of its rows
  return Object.fromEntries(kinds.filter((kind) => kind !== 'groups').map((kind) => [kind, presentRecords(kind)]))
}

/** The table: rows, columns, groups, and the records that rows refer to. @source docs/reference/business_rules.md §5.5 */
export async function presentTable(
  ctx: Context,
  shown: Shown,
  { page, columns, group }: ShownPage,
  request: { query: ShowQuery; address: Address },
) {
  const { include, exclude } = request.query
  const wanted = readInclude(include)
  const without = readInclude(exclude)
  const { base_url } = ctx.caller
  const { looked, records } = await look(ctx, page.rows, group === undefined ? columns : [...columns, group], wanted.has('last_comment'))
  const siblings = await ticketSiblings(ctx, include, page.rows)
  const parts = { columns, group, looked, base_url }
  const beside = {
    columns: columns.map((column) => presentColumn(column, base_url)),
    groups: presentGroups(page.rows, group, looked),
    view: shown.id === null ? {} : { id: shown.id, url: urlOf(base_url, `views/${shown.id}`) },
    ...Object.fromEntries(
      Object.entries({ ...presentShort(ctx, records), ...siblings }).filter(([name]) => name !== 'groups' && !without.has(name)),
    ),
  }
  return listEnvelope(
    request.address,
    'rows',
    page,
    page.rows.map((ticket) => presentRow(ticket, parts)),
    beside,
  )
}
