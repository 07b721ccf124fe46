// CUSTOM OBJECTS: types of records that an instance defines, with their key, titles and settings.
// Not here: their fields, records, permissions and attachments, each in a folder of its own next to this one.
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import { changeCustomObject, createCustomObject, removeCustomObject } from './change.ts'
import { MAX_OBJECTS } from './limits.ts'
import { presentCustomObject } from './present.ts'
import { CustomObject, CustomObjectBody, Limits } from './schema.ts'
import { type CustomObjectRow, customObjects, getCustomObject, listCustomObjects, OBJECT_SORTING } from './store.ts'

const OneObject = Type.Object({ custom_object: CustomObject })
const common = { scope: 'custom_objects', refusal: asErrorsList } as const
const named = { ...common, path: '/api/v2/custom_objects/:custom_object_key', text_params: ['custom_object_key'] } as const

const presentObjectBody = async (ctx: Context, row: CustomObjectRow) => ({
  custom_object: presentCustomObject(ctx, row, await dynamicTexts(ctx)),
})

/** @source docs/reference/custom_objects.md §1 */
export const customObjectRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/custom_objects',
    name: 'custom_objects/index',
    summary: 'List custom objects',
    query: listQuery({}),
    answer: Type.Object({ custom_objects: Type.Array(CustomObject) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'custom_object.list')
      const page = await listCustomObjects(ctx, readPaging(query, OBJECT_SORTING, 'custom_objects/index'))
      const shown = await dynamicTexts(ctx)
      return answerOk(
        listEnvelope(
          address,
          'custom_objects',
          page,
          page.rows.map((row) => presentCustomObject(ctx, row, shown)),
        ),
      )
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/custom_objects',
    name: 'custom_objects/create',
    summary: 'Create a custom object',
    body: CustomObjectBody,
    answer: OneObject,
    async handle(ctx, { body }) {
      const row = await createCustomObject(ctx, body.custom_object)
      return answerNewRecord(await presentObjectBody(ctx, row), urlOf(ctx.caller.base_url, `custom_objects/${row.key}`))
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/custom_objects/limits/object_limit',
    name: 'custom_objects/object_limit',
    summary: 'Show the number and the limit of custom objects',
    answer: Limits,
    async handle(ctx) {
      requirePermission(ctx, 'custom_object.manage')
      return answerOk({ count: (await customObjects(ctx)).length, limit: MAX_OBJECTS })
    },
  }),
  route({
    ...named,
    method: 'GET',
    name: 'custom_objects/show',
    summary: 'Show a custom object',
    answer: OneObject,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'custom_object.list')
      return answerOk(await presentObjectBody(ctx, await getCustomObject(ctx, params.custom_object_key)))
    },
  }),
  route({
    ...named,
    method: 'PATCH',
    name: 'custom_objects/update',
    summary: 'Update a custom object',
    body: CustomObjectBody,
    answer: OneObject,
    handle: async (ctx, { params, body }) =>
      answerOk(await presentObjectBody(ctx, await changeCustomObject(ctx, params.custom_object_key, body.custom_object))),
  }),
  route({
    ...named,
    method: 'DELETE',
    name: 'custom_objects/destroy',
    summary: 'Delete a custom object and its records',
    async handle(ctx, { params }) {
      await removeCustomObject(ctx, params.custom_object_key)
      return answerNoContent()
    },
  }),
]
