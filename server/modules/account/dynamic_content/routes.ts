import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope, wholeList } from '#http/envelope.ts'
import { readList } from '#http/bulk_ids.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { changeItem, createItem, removeItem } from './change.ts'
import { itemUrl, presentItem } from './present.ts'
import { IdentifiersQuery, ItemBody, OneItem, SomeItems } from './schema.ts'
import { BY_ID, findItems, getItem, listItems, withVariants } from './store.ts'

const PATH = '/api/v2/dynamic_content/items'
/** An item is identified by its key, its placeholder or its id. */
const KEY = /^(?:\{\{)?(?:dc\.)?(.*?)(?:\}\})?$/

/** @source docs/reference/account.md §3 */
export const dynamicContentRoutes = [
  route({
    method: 'GET',
    path: PATH,
    name: 'dynamic_content/items/index',
    summary: 'List dynamic content items',
    scope: 'dynamic_content',
    query: listQuery({}),
    answer: SomeItems,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'dynamic_content.list')
      const page = await listItems(ctx, readPaging(query, BY_ID, 'dynamic_content/items/index'))
      const whole = await withVariants(ctx, page.rows)
      return answerOk(
        listEnvelope(
          address,
          'items',
          page,
          whole.map((one) => presentItem(ctx, one)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    name: 'dynamic_content/items/create',
    summary: 'Create an item of dynamic content with its variants',
    scope: 'dynamic_content',
    body: ItemBody,
    answer: OneItem,
    async handle(ctx, { body }) {
      const whole = await createItem(ctx, body.item)
      return answerNewRecord({ item: presentItem(ctx, whole) }, itemUrl(ctx, whole.item))
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/show_many`,
    name: 'dynamic_content/items/show_many',
    summary: 'Show items of dynamic content by their placeholders',
    scope: 'dynamic_content',
    query: IdentifiersQuery,
    answer: SomeItems,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'dynamic_content.list')
      const words = readList(query.identifiers).map((word) => word.replace(KEY, '$1').toLowerCase())
      const ids = words.filter((word) => /^\d{1,15}$/.test(word)).map(Number)
      const whole = await withVariants(ctx, await findItems(ctx, words, ids))
      return answerOk(
        wholeList(
          'items',
          whole.map((one) => presentItem(ctx, one)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id`,
    name: 'dynamic_content/items/show',
    summary: 'Show an item of dynamic content',
    scope: 'dynamic_content',
    answer: OneItem,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'dynamic_content.list')
      return answerOk({ item: presentItem(ctx, await getItem(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/:id`,
    name: 'dynamic_content/items/update',
    summary: 'Rename an item of dynamic content',
    scope: 'dynamic_content',
    body: ItemBody,
    answer: OneItem,
    handle: async (ctx, { params, body }) => answerOk({ item: presentItem(ctx, await changeItem(ctx, params.id, body.item)) }),
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/:id`,
    name: 'dynamic_content/items/destroy',
    summary: 'Delete an item of dynamic content',
    scope: 'dynamic_content',
    async handle(ctx, { params }) {
      await removeItem(ctx, params.id)
      return answerNoContent()
    },
  }),
]
