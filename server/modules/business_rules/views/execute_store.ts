/** Statements that read the tickets of views. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { type Page, type Paging, pageBy } from '#http/paging.ts'
import type { Conditions } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { LISTED, type ListedTicket } from '#modules/tickets/tickets/list.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'
import { VIEW_COLUMNS, type ViewMember } from './columns.ts'
import { conditionsToSql, contextFor, isShownSql, statusesOf, selectShownTickets } from './conditions_store.ts'
import { countEach } from './count_store.ts'
import type { Sorted, ViewOrder } from './order_store.ts'
import { BOUNDS, type Bounds, readWantedTickets } from './walk_store.ts'

/** A ticket of a view, with its channel as a number and what its columns can show. */
export type ViewTicket = ListedTicket & Pick<TicketRow, 'via_id' | ViewMember>

/** What a page of a view is read by. */
export interface ViewRead {
  readonly conditions: Conditions
  readonly types: RuleCatalogue
  readonly order: ViewOrder
}

/** A page of the ids of a view's tickets. First ids alone, in order: an index has all that default views need for it. */
async function pageOfIds(ctx: Context, { conditions, types, order }: ViewRead, paging: Paging, bounds: Bounds): Promise<Page<Sorted>> {
  const where = conditionsToSql(conditions, types, await contextFor(ctx))
  const read = {
    all: selectShownTickets(ctx, where),
    where: isShownSql(ctx, where),
    keys: order.keys,
    place: { statuses: statusesOf(conditions, types) },
  }
  return pageBy(
    paging,
    (wanted) => readWantedTickets(ctx, read, wanted, bounds),
    async () => (await countEach(ctx, [conditions], types))[0]?.value ?? 0,
  )
}

const COLUMNS = [...new Set([...LISTED, 'via_id', ...VIEW_COLUMNS] as const)]

/** A page of the tickets of a view. */
export async function pageOfTickets(ctx: Context, read: ViewRead, paging: Paging, bounds = BOUNDS): Promise<Page<ViewTicket>> {
  const page = await pageOfIds(ctx, read, paging, bounds)
  const ids = page.rows.map((row) => row.id)
  const statement = selectShownTickets(ctx, sql<boolean>`tickets.id = any(${ids}::bigint[])`)
    .select(COLUMNS)
    .$castTo<ViewTicket>()
  const found = new Map((ids.length === 0 ? [] : await ctx.db.all(statement)).map((row) => [row.id, row]))
  return { ...page, rows: ids.map((id) => found.get(id)).filter((row) => row !== undefined) }
}
