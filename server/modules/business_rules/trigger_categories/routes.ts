// TRIGGER CATEGORIES: the order of triggers begins with that of their categories. List, create, change, remove.
// Not here: moving categories and triggers together (triggers/batch.ts).
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { readInclude, linkTo, listEnvelope } from '#http/envelope.ts'
import { type Page, type PagingQuery, isPaged, readPaging } from '#http/paging.ts'
import { type Address, answerNoContent, answerOk, route } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { changeCategory, createCategory, removeCategory } from './change.ts'
import { presentCategory } from './present.ts'
import { OneTriggerCategory, SomeTriggerCategories, TriggerCategoriesQuery, TriggerCategoryBody } from './schema.ts'
import { allCategories, CATEGORY_SORTING, type CategoryRow, countRules, getCategory, listCategories } from './store.ts'

const common = { scope: 'triggers', refusal: asErrorsList }
const NO_RULES = { active_count: 0, inactive_count: 0 }
const presentCategoryBody = (ctx: Context, row: CategoryRow) => ({ trigger_category: presentCategory(ctx, row) })
/** Numbered pages only where one is asked for. */
const sortingOf = (query: PagingQuery) => ({
  ...CATEGORY_SORTING,
  only_cursor: query.page === undefined && query.per_page === undefined,
})

/** The members of numbered pages beside those of cursors, in a list for which neither was asked: clients read either. */
async function bothStyles(ctx: Context, query: PagingQuery, address: Address, page: Page<CategoryRow>) {
  if (isPaged(query)) return {}
  const count = page.has_more ? (await allCategories(ctx)).length : page.rows.length
  return { next_page: page.has_more ? linkTo(address, { page: '2' }) : null, previous_page: null, count }
}

const update = (method: 'PATCH' | 'PUT', name: string) =>
  route({
    ...common,
    method,
    path: '/api/v2/trigger_categories/:id',
    name,
    summary: 'Update a trigger category',
    body: TriggerCategoryBody,
    answer: OneTriggerCategory,
    handle: async (ctx, { params, body }) =>
      answerOk(presentCategoryBody(ctx, await changeCategory(ctx, params.id, body.trigger_category))),
  })

/** @source docs/reference/business_rules.md §2.5 */
export const triggerCategoryRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/trigger_categories',
    name: 'trigger_categories/index',
    summary: 'List trigger categories',
    query: TriggerCategoriesQuery,
    answer: SomeTriggerCategories,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'rule.list')
      const page = await listCategories(ctx, readPaging(query, sortingOf(query), 'trigger_categories/index'))
      const isCounted = readInclude(query.include).has('rule_counts')
      const ids = page.rows.map((row) => row.id)
      const counts = isCounted ? await countRules(ctx, ids) : undefined
      const shown = page.rows.map((row) => presentCategory(ctx, row, counts && (counts.get(row.id) ?? NO_RULES)))
      return answerOk(listEnvelope(address, 'trigger_categories', page, shown, await bothStyles(ctx, query, address, page)))
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/trigger_categories',
    name: 'trigger_categories/create',
    summary: 'Create a trigger category',
    body: TriggerCategoryBody,
    answer: OneTriggerCategory,
    handle: async (ctx, { body }) => answerOk(presentCategoryBody(ctx, await createCategory(ctx, body.trigger_category))),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/trigger_categories/:id',
    name: 'trigger_categories/show',
    summary: 'Show a trigger category',
    answer: OneTriggerCategory,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'rule.list')
      return answerOk(presentCategoryBody(ctx, await getCategory(ctx, params.id)))
    },
  }),
  update('PATCH', 'trigger_categories/update'),
  // clients in wide use send PUT where the public API documents PATCH
  update('PUT', 'trigger_categories/put'),
  route({
    ...common,
    method: 'DELETE',
    path: '/api/v2/trigger_categories/:id',
    name: 'trigger_categories/destroy',
    summary: 'Delete a trigger category that has no triggers',
    async handle(ctx, { params }) {
      await removeCategory(ctx, params.id)
      return answerNoContent()
    },
  }),
]
