import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { orNotFound } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { itemUrl, presentVariant } from './present.ts'
import { OneVariant, SomeVariants, VariantBody, VariantsBody } from './schema.ts'
import { BY_ID, getItem, listVariants } from './store.ts'
import { type ChangedVariants, changeVariants, createVariants, removeVariant } from './variants.ts'

const PATH = '/api/v2/dynamic_content/items/:item_id/variants'

const presentWrittenVariants = (ctx: Context, { whole, written: rows }: ChangedVariants) =>
  rows.map((row) => presentVariant(ctx, row, whole.variants))
const writtenOne = (ctx: Context, { whole, written: [row] }: ChangedVariants) => presentVariant(ctx, ensureDefined(row), whole.variants)

/** @source docs/reference/account.md §3 */
export const dynamicContentVariantRoutes = [
  route({
    method: 'GET',
    path: PATH,
    name: 'dynamic_content/variants/index',
    summary: 'List the variants of an item',
    scope: 'dynamic_content',
    query: listQuery({}),
    answer: SomeVariants,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'dynamic_content.list')
      const { variants } = await getItem(ctx, params.item_id)
      const page = await listVariants(ctx, params.item_id, readPaging(query, BY_ID, 'dynamic_content/variants/index'))
      return answerOk(
        listEnvelope(
          address,
          'variants',
          page,
          page.rows.map((row) => presentVariant(ctx, row, variants)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    name: 'dynamic_content/variants/create',
    summary: 'Add a variant to an item',
    scope: 'dynamic_content',
    body: VariantBody,
    answer: OneVariant,
    async handle(ctx, { params, body }) {
      const variant = writtenOne(ctx, await createVariants(ctx, params.item_id, [body.variant]))
      return answerNewRecord({ variant }, variant.url)
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/create_many`,
    name: 'dynamic_content/variants/create_many',
    summary: 'Add variants to an item',
    scope: 'dynamic_content',
    body: VariantsBody,
    answer: SomeVariants,
    async handle(ctx, { params, body }) {
      const variants = presentWrittenVariants(ctx, await createVariants(ctx, params.item_id, body.variants))
      return answerNewRecord({ variants }, itemUrl(ctx, { id: params.item_id }))
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/update_many`,
    name: 'dynamic_content/variants/update_many',
    summary: 'Change variants of an item',
    scope: 'dynamic_content',
    body: VariantsBody,
    answer: SomeVariants,
    handle: async (ctx, { params, body }) =>
      answerOk({ variants: presentWrittenVariants(ctx, await changeVariants(ctx, params.item_id, body.variants)) }),
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id`,
    name: 'dynamic_content/variants/show',
    summary: 'Show a variant of an item',
    scope: 'dynamic_content',
    answer: OneVariant,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'dynamic_content.list')
      const { variants } = await getItem(ctx, params.item_id)
      const row = orNotFound(variants.find((one) => one.id === params.id))
      return answerOk({ variant: presentVariant(ctx, row, variants) })
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/:id`,
    name: 'dynamic_content/variants/update',
    summary: 'Change a variant of an item',
    scope: 'dynamic_content',
    body: VariantBody,
    answer: OneVariant,
    async handle(ctx, { params, body }) {
      const variant = writtenOne(ctx, await changeVariants(ctx, params.item_id, [{ ...body.variant, id: params.id }]))
      return answerOk({ variant })
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/:id`,
    name: 'dynamic_content/variants/destroy',
    summary: 'Delete a variant of an item',
    scope: 'dynamic_content',
    async handle(ctx, { params }) {
      await removeVariant(ctx, params.item_id, params.id)
      return answerNoContent()
    },
  }),
]
