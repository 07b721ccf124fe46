/** The acts that show the tickets of a view, saved or not. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { InvalidPagination, refuseInvalid } from '#core/errors.ts'
import { type Page, type Paging, type PagingQuery, readPaging } from '#http/paging.ts'
import { isOneOf } from '#lib/objects.ts'
import type { Conditions } from '#rules/condition.ts'
import { ticketSetup, type TicketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { checkPreview } from './check.ts'
import { type Column, findColumn } from './columns.ts'
import { blankDraft, draftOf } from './draft.ts'
import { columnsOf, DIRECTIONS, type Output } from './output.ts'
import { orderOf } from './order_store.ts'
import { pageOfTickets, type ViewTicket } from './execute_store.ts'
import type { ViewInput } from './schema.ts'
import { getView } from './store.ts'

/** A view to be shown: one that is saved, or the draft of one. */
export interface Shown {
  readonly id: number | null
  readonly conditions: Conditions
  readonly output: Output<string>
}

/** The query of calls that show tickets: it may sort and group them otherwise. */
export type ShowQuery = PagingQuery & {
  readonly group_by?: string
  readonly group_order?: string
  readonly include?: string
  readonly exclude?: string
}

/** A page of the tickets of a view, with the columns it shows. */
export interface ShownPage {
  readonly page: Page<ViewTicket>
  readonly columns: readonly Column[]
  readonly group: Column | undefined
}

/** The column and the direction a request sorts by. */
interface Sorted {
  readonly sort_by: string
  readonly sort_order: string
}

/**
 * How a request sorts otherwise than the view: by `sort` with cursor paging, by `sort_by` and `sort_order` with both. Unknown names in `sort_by` are
 * ignored, as in other lists. @throws InvalidPagination for an unknown name in `sort`
 */
function sortedBy(query: ShowQuery, output: Output<string>, { fieldsById }: TicketSetup): Partial<Sorted> {
  const findSortColumn = (name: string | undefined) => {
    const column = name === undefined ? undefined : findColumn(name, fieldsById)
    return column?.sortable === true ? column.name : undefined
  }
  if (query.sort) {
    const sort_by = findSortColumn(query.sort.replace(/^-/, ''))
    if (sort_by === undefined) throw new InvalidPagination('Sort is not allowed', `tickets of a view cannot be sorted by ${query.sort}`)
    return { sort_by, sort_order: query.sort.startsWith('-') ? 'desc' : 'asc' }
  }
  const sort_by = findSortColumn(query.sort_by)
  const direction = query.sort_order?.toLowerCase()
  const sort_order = isOneOf(DIRECTIONS, direction) ? direction : sort_by === undefined ? output.sort_order : 'asc'
  return { ...(sort_by === undefined ? {} : { sort_by }), sort_order }
}

/** The output with the order a request wants. `flat`: tickets that are sorted otherwise are not grouped. */
function reorderOutput(output: Output<string>, query: ShowQuery, setup: TicketSetup, flat: boolean): Output<string> {
  const sorted = sortedBy(query, output, setup)
  const group = query.group_by === undefined ? undefined : findColumn(query.group_by, setup.fieldsById)
  const isFlat = query.sort ? true : flat && sorted.sort_by !== undefined
  const group_by = group?.groupable === true ? group.name : isFlat ? null : output.group_by
  const direction = query.group_order?.toLowerCase()
  return { ...output, ...sorted, group_by, group_order: isOneOf(DIRECTIONS, direction) ? direction : output.group_order }
}

/** Reads which part of the view a request wants, in the order that has been chosen. */
function pagingOf(query: ShowQuery, order: ReturnType<typeof orderOf>['order'], action: string): Paging {
  const { sort: _sort, sort_by: _by, sort_order: _order, ...paging } = query
  return readPaging(paging, { fallback: order }, action)
}

/** A saved view. @throws Forbidden @throws NotFound also for another's personal view */
export async function getShownView(ctx: Context, id: number): Promise<Shown> {
  requirePermission(ctx, 'view.list')
  return getView(ctx, id)
}

/** A view that is not saved. @throws Forbidden @throws RecordInvalid when its conditions or its output cannot be understood */
export async function draftView(ctx: Context, input: ViewInput): Promise<Shown> {
  requirePermission(ctx, 'view.list')
  const types = await ruleCatalogue(ctx)
  const { fieldsById: fields } = await ticketSetup(ctx)
  const { title: _title, ...untitled } = input
  const draft = draftOf({ ...blankDraft(0), title: 'Preview' }, untitled, { fields, restriction: undefined })
  refuseInvalid(checkPreview(draft, { types, fields }))
  return { id: null, conditions: draft.conditions, output: draft.output }
}

/** A page of the tickets of a view. @source docs/reference/business_rules.md §5.5 */
export async function showTickets(
  ctx: Context,
  { conditions, output }: Shown,
  query: ShowQuery,
  { action, flat = false }: { readonly action: string; readonly flat?: boolean },
): Promise<ShownPage> {
  const setup = await ticketSetup(ctx)
  const shown = reorderOutput(output, query, setup, flat)
  const order = orderOf(shown, setup.fieldsById)
  const types = await ruleCatalogue(ctx)
  const page = await pageOfTickets(ctx, { conditions, types, order }, pagingOf(query, order.order, action))
  const group = shown.group_by === null ? undefined : findColumn(shown.group_by, setup.fieldsById)
  return { page, columns: columnsOf(shown, setup.fieldsById), group }
}
