// TRIGGERS, the rules that run inside each write of a ticket, as records: list, create, change, move, remove.
// Not here: what conditions and actions mean (rules/), running them, the history of a trigger (revision_routes.ts).
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import { readInclude, listEnvelope, urlOf, wholeList } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { OneDefinitions } from '../rules/definition_schema.ts'
import { ruleDefinitions } from '../rules/definitions.ts'
import { IdsQuery, IncludeQuery } from '../rules/schema.ts'
import { periodOf } from '../rules/usage.ts'
import { changeTrigger, changeTriggers, createTrigger, removeTrigger, removeTriggers, reorderTriggers } from './change.ts'
import { readFilter } from '../rules/member_filter.ts'
import { presentOneTrigger, presentTriggers } from './present.ts'
import { ManyTriggers, OneTrigger, ReorderBody, SearchQuery, TriggerBody, TriggersBody, TriggersQuery } from './schema.ts'
import { TRIGGER_SORTING } from './sorting.ts'
import { getTrigger, listTriggers, TRIGGER_FILTERS, type TriggerFilter } from './store.ts'

interface ListInput {
  readonly query: PagingQuery & { readonly include?: string; readonly category_id?: number | null; readonly active?: boolean }
  readonly address: Address
}

async function list(ctx: Context, filter: TriggerFilter, { query, address }: ListInput, action: string) {
  requirePermission(ctx, 'rule.list')
  const page = await listTriggers(ctx, filter, readPaging(query, TRIGGER_SORTING, action), periodOf(query.sort_by))
  return answerOk(listEnvelope(address, 'triggers', page, await presentTriggers(ctx, page.rows, readInclude(query.include))))
}

const ofCategory = ({ query }: ListInput) => (typeof query.category_id === 'number' ? { category_id: query.category_id } : {})

/** @source docs/reference/business_rules.md §1, §2.4 */
export const triggerRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/triggers',
    name: 'rules/triggers/index',
    summary: 'List triggers',
    scope: 'triggers',
    query: TriggersQuery,
    answer: ManyTriggers,
    handle: (ctx, input) => list(ctx, { is_active: input.query.active, ...ofCategory(input) }, input, 'rules/triggers/index'),
  }),
  route({
    method: 'POST',
    path: '/api/v2/triggers',
    name: 'rules/triggers/create',
    summary: 'Create a trigger',
    scope: 'triggers',
    body: TriggerBody,
    answer: OneTrigger,
    async handle(ctx, { body }) {
      const row = await createTrigger(ctx, body.trigger)
      return answerNewRecord(await presentOneTrigger(ctx, row), urlOf(ctx.caller.base_url, `triggers/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/triggers/active',
    name: 'rules/triggers/active',
    summary: 'List active triggers',
    scope: 'triggers',
    query: TriggersQuery,
    answer: ManyTriggers,
    handle: (ctx, input) => list(ctx, { is_active: true, ...ofCategory(input) }, input, 'rules/triggers/active'),
  }),
  route({
    method: 'GET',
    path: '/api/v2/triggers/search',
    name: 'rules/triggers/search',
    summary: 'Search triggers by title and by other members',
    scope: 'triggers',
    query: SearchQuery,
    answer: ManyTriggers,
    handle(ctx, input) {
      requirePermission(ctx, 'rule.list')
      const { query = '', active, filter } = input.query
      const members = readFilter(filter, 'rules/triggers/search', TRIGGER_FILTERS)
      return list(
        ctx,
        { ...members, is_active: active, ...(query.trim() === '' ? {} : { query: query.trim() }) },
        input,
        'rules/triggers/search',
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/triggers/definitions',
    name: 'rules/triggers/definitions',
    summary: 'Show what conditions and actions of triggers can be made of',
    scope: 'triggers',
    answer: OneDefinitions,
    async handle(ctx) {
      requirePermission(ctx, 'rule.list')
      return answerOk({ definitions: await ruleDefinitions(ctx, 'trigger') })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/triggers/update_many',
    name: 'rules/triggers/update_many',
    summary: 'Update several triggers',
    scope: 'triggers',
    body: TriggersBody,
    answer: ManyTriggers,
    async handle(ctx, { body }) {
      const rows = await changeTriggers(ctx, body.triggers, 'rules/triggers/update_many')
      return answerOk(wholeList('triggers', await presentTriggers(ctx, rows)))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/triggers/reorder',
    name: 'rules/triggers/reorder',
    summary: 'Reorder the triggers of an account with one category',
    scope: 'triggers',
    body: ReorderBody,
    answer: ManyTriggers,
    async handle(ctx, { body }) {
      const rows = await reorderTriggers(ctx, body.trigger_ids)
      return answerOk(wholeList('triggers', await presentTriggers(ctx, rows)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/triggers/destroy_many',
    name: 'rules/triggers/destroy_many',
    summary: 'Delete several triggers',
    scope: 'triggers',
    query: IdsQuery,
    async handle(ctx, { query }) {
      if (query.ids === undefined) throw new MissingParameter('ids')
      await removeTriggers(ctx, readIds(query.ids.join(','), 'rules/triggers/destroy_many'))
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/triggers/:id',
    name: 'rules/triggers/show',
    summary: 'Show a trigger',
    scope: 'triggers',
    query: IncludeQuery,
    answer: OneTrigger,
    async handle(ctx, { params, query }) {
      requirePermission(ctx, 'rule.list')
      return answerOk(await presentOneTrigger(ctx, await getTrigger(ctx, params.id), readInclude(query.include)))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/triggers/:id',
    name: 'rules/triggers/update',
    summary: 'Update a trigger',
    scope: 'triggers',
    body: TriggerBody,
    answer: OneTrigger,
    handle: async (ctx, { params, body }) => answerOk(await presentOneTrigger(ctx, await changeTrigger(ctx, params.id, body.trigger))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/triggers/:id',
    name: 'rules/triggers/destroy',
    summary: 'Delete a trigger',
    scope: 'triggers',
    async handle(ctx, { params }) {
      await removeTrigger(ctx, params.id)
      return answerNoContent()
    },
  }),
]
