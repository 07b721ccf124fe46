// VIEWS: named lists of tickets, as records: list, search, create, change, remove. Their tickets: show_routes.ts.
// Not here: what conditions mean (rules/), lists of tickets that no view names (tickets/).
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import { CountAnswer, countEnvelope, readInclude, listEnvelope, urlOf, wholeList } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { ensureDefined } from '#lib/defined.ts'
import { IdsQuery, IncludeQuery } from '../rules/schema.ts'
import { changeView, changeViews, createView, removeView, removeViews } from './change.ts'
import { ViewDefinitions } from './definition_schema.ts'
import { viewDefinitions } from './definitions.ts'
import { presentViews } from './present.ts'
import { OneView, SearchQuery, ShowManyQuery, SomeViews, ViewBody, ViewsBody, ViewsQuery } from './schema.ts'
import { viewTicketRoutes } from './show_routes.ts'
import { countViews, findViews, firstViews, getView, listViews, VIEW_SORTING, type ViewFilter, type ViewRow } from './store.ts'

/** How many views the short list has at most. @source docs/reference/business_rules.md §5.5 */
const MAX_COMPACT = 32

async function presentViewBody(ctx: Context, row: ViewRow, include?: string) {
  const [view] = await presentViews(ctx, [row], readInclude(include))
  return { view: ensureDefined(view) }
}

interface ListInput {
  readonly query: PagingQuery & {
    readonly include?: string
    readonly access?: string
    readonly active?: boolean
    readonly group_id?: number | null
  }
  readonly address: Address
}

async function list(ctx: Context, { query, address }: ListInput, more: ViewFilter, action: string) {
  requirePermission(ctx, 'view.list')
  const filter = { access: query.access, active: query.active, group_id: query.group_id ?? undefined, ...more }
  const page = await listViews(ctx, filter, readPaging(query, VIEW_SORTING, action))
  return answerOk(listEnvelope(address, 'views', page, await presentViews(ctx, page.rows, readInclude(query.include))))
}

const answerWholeList = async (ctx: Context, rows: readonly ViewRow[], include?: string) =>
  answerOk(wholeList('views', await presentViews(ctx, rows, readInclude(include))))

const readingRoutes: AnyRoute[] = [
  route({
    method: 'GET',
    path: '/api/v2/views',
    name: 'rules/views/index',
    summary: 'List views',
    scope: 'ticket_views',
    query: ViewsQuery,
    answer: SomeViews,
    handle: (ctx, input) => list(ctx, input, {}, 'rules/views/index'),
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/active',
    name: 'rules/views/active',
    summary: 'List active views',
    scope: 'ticket_views',
    query: ViewsQuery,
    answer: SomeViews,
    handle: (ctx, input) => list(ctx, input, { active: true }, 'rules/views/active'),
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/compact',
    name: 'rules/views/compact',
    summary: 'List the first active views',
    scope: 'ticket_views',
    answer: SomeViews,
    async handle(ctx) {
      requirePermission(ctx, 'view.list')
      return answerWholeList(ctx, await firstViews(ctx, { active: true }, MAX_COMPACT))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/count',
    name: 'rules/views/count',
    summary: 'Count views',
    scope: 'ticket_views',
    answer: CountAnswer,
    async handle(ctx) {
      requirePermission(ctx, 'view.list')
      return answerOk(countEnvelope(await countViews(ctx), ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/definitions',
    name: 'rules/views/definitions',
    summary: 'List the conditions and columns of views',
    scope: 'ticket_views',
    answer: ViewDefinitions,
    handle: async (ctx) => answerOk({ definitions: await viewDefinitions(ctx) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/search',
    name: 'rules/views/search',
    summary: 'Search views by title',
    scope: 'ticket_views',
    query: SearchQuery,
    answer: SomeViews,
    async handle(ctx, input) {
      const query = input.query.query?.trim()
      if (query === undefined || query === '') throw new MissingParameter('query')
      return list(ctx, input, { query }, 'rules/views/search')
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/show_many',
    name: 'rules/views/show_many',
    summary: 'Show views by id',
    scope: 'ticket_views',
    query: ShowManyQuery,
    answer: SomeViews,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'view.list')
      return answerWholeList(
        ctx,
        await findViews(ctx, { ids: readIds(query.ids?.join(), 'rules/views/show_many'), active: query.active }),
        query.include,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/:id',
    name: 'rules/views/show',
    summary: 'Show a view',
    scope: 'ticket_views',
    query: IncludeQuery,
    answer: OneView,
    async handle(ctx, { params, query }) {
      requirePermission(ctx, 'view.list')
      return answerOk(await presentViewBody(ctx, await getView(ctx, params.id), query.include))
    },
  }),
]

const writingRoutes: AnyRoute[] = [
  route({
    method: 'POST',
    path: '/api/v2/views',
    name: 'rules/views/create',
    summary: 'Create a view',
    scope: 'ticket_views',
    body: ViewBody,
    answer: OneView,
    async handle(ctx, { body }) {
      const row = await createView(ctx, body.view)
      return answerNewRecord(await presentViewBody(ctx, row), urlOf(ctx.caller.base_url, `views/${row.id}`))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/views/update_many',
    name: 'rules/views/update_many',
    summary: 'Update the position or status of several views',
    scope: 'ticket_views',
    body: ViewsBody,
    answer: SomeViews,
    handle: async (ctx, { body }) => answerWholeList(ctx, await changeViews(ctx, body.views, 'rules/views/update_many')),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/views/destroy_many',
    name: 'rules/views/destroy_many',
    summary: 'Delete several views',
    scope: 'ticket_views',
    query: IdsQuery,
    async handle(ctx, { query }) {
      if (query.ids === undefined) throw new MissingParameter('ids')
      await removeViews(ctx, readIds(query.ids.join(), 'rules/views/destroy_many'))
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/views/:id',
    name: 'rules/views/update',
    summary: 'Update a view',
    scope: 'ticket_views',
    body: ViewBody,
    answer: OneView,
    handle: async (ctx, { params, body }) => answerOk(await presentViewBody(ctx, await changeView(ctx, params.id, body.view))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/views/:id',
    name: 'rules/views/destroy',
    summary: 'Delete a view',
    scope: 'ticket_views',
    async handle(ctx, { params }) {
      await removeView(ctx, params.id)
      return answerNoContent()
    },
  }),
]

/** @source docs/reference/business_rules.md §1, §2, §5.5; docs/reference/conventions.md §3 */
export const viewRoutes: AnyRoute[] = [...readingRoutes, ...writingRoutes, ...viewTicketRoutes]
