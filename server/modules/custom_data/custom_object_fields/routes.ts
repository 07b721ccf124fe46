// CUSTOM OBJECT FIELDS: the fields of a custom object's records. Fields in general: custom_fields/.
// Not here: the values of a record (custom_object_records/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { Flag, Ids, listQuery, wrapInKey } from '#http/shape.ts'
import { MAX_FIELDS } from '../custom_objects/limits.ts'
import { Limits } from '../custom_objects/schema.ts'
import { getCustomObject } from '../custom_objects/store.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import { changeObjectField, createObjectField, removeObjectField, reorderObjectFields } from './change.ts'
import { presentObjectField } from './present.ts'
import { ObjectField, ObjectFieldBody } from './schema.ts'
import { listObjectFields, getNamedField, OBJECT_FIELD_SORTING, objectFields, type ObjectFieldRow } from './store.ts'

const OneField = Type.Object({ custom_object_field: ObjectField })
const common = { scope: 'custom_objects', refusal: asErrorsList, text_params: ['custom_object_key', 'field_key_or_id'] as const }
const list = '/api/v2/custom_objects/:custom_object_key/fields'
const single = '/api/v2/custom_objects/:custom_object_key/fields/:field_key_or_id'

const presentFieldBody = async (ctx: Context, objectKey: string, row: ObjectFieldRow) => ({
  custom_object_field: presentObjectField(ctx, objectKey, row, await dynamicTexts(ctx)),
})

async function listOwnFields(ctx: Context, objectKey: string): Promise<readonly ObjectFieldRow[]> {
  requirePermission(ctx, 'custom_object.list')
  return objectFields(ctx, (await getCustomObject(ctx, objectKey)).id)
}

/** @source docs/reference/custom_objects.md §2 */
export const customObjectFieldRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path: list,
    name: 'custom_object_fields/index',
    summary: 'List the fields of a custom object',
    query: listQuery({ include_standard_fields: Flag }),
    answer: Type.Object({ custom_object_fields: Type.Array(ObjectField) }),
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'custom_object.list')
      const object = await getCustomObject(ctx, params.custom_object_key)
      const paging = readPaging(query, OBJECT_FIELD_SORTING, 'custom_object_fields/index')
      const page = await listObjectFields(ctx, object.id, query.include_standard_fields === true, paging)
      const shown = await dynamicTexts(ctx)
      const records = page.rows.map((row) => presentObjectField(ctx, object.key, row, shown))
      return answerOk(listEnvelope(address, 'custom_object_fields', page, records))
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: list,
    name: 'custom_object_fields/create',
    summary: 'Create a field of a custom object',
    body: ObjectFieldBody,
    answer: OneField,
    async handle(ctx, { params, body }) {
      const row = await createObjectField(ctx, params.custom_object_key, body.custom_object_field)
      const place = urlOf(ctx.caller.base_url, `custom_objects/${params.custom_object_key}/fields/${row.id}`)
      return answerNewRecord(await presentFieldBody(ctx, params.custom_object_key, row), place)
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: single,
    name: 'custom_object_fields/show',
    summary: 'Show a field of a custom object',
    answer: OneField,
    async handle(ctx, { params }) {
      const fields = await listOwnFields(ctx, params.custom_object_key)
      return answerOk(await presentFieldBody(ctx, params.custom_object_key, getNamedField(fields, params.field_key_or_id)))
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: single,
    name: 'custom_object_fields/update',
    summary: 'Update a field of a custom object',
    body: ObjectFieldBody,
    answer: OneField,
    async handle(ctx, { params, body }) {
      const row = await changeObjectField(ctx, params.custom_object_key, params.field_key_or_id, body.custom_object_field)
      return answerOk(await presentFieldBody(ctx, params.custom_object_key, row))
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: single,
    name: 'custom_object_fields/destroy',
    summary: 'Delete a field of a custom object',
    async handle(ctx, { params }) {
      await removeObjectField(ctx, params.custom_object_key, params.field_key_or_id)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'PUT',
    path: `${list}/reorder`,
    name: 'custom_object_fields/reorder',
    summary: 'Reorder the fields of a custom object',
    body: wrapInKey('custom_object_field_ids', Ids),
    async handle(ctx, { params, body }) {
      await reorderObjectFields(ctx, params.custom_object_key, body.custom_object_field_ids)
      return answerOk('')
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/custom_objects/:custom_object_key/limits/field_limit',
    name: 'custom_object_fields/limit',
    summary: 'Show the number and the limit of fields of a custom object',
    answer: Limits,
    async handle(ctx, { params }) {
      const fields = await listOwnFields(ctx, params.custom_object_key)
      return answerOk({ count: fields.filter((field) => !field.system).length, limit: MAX_FIELDS })
    },
  }),
]
