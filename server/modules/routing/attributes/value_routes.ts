/** Attribute values, the skills. */
import { requirePermission } from '#permissions/permissions.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { presentValue } from './present.ts'
import { AttributeValueBody, OneAttributeValue, SomeAttributeValues } from './schema.ts'
import { getAttribute } from './store.ts'
import { changeValue, createValue, removeValue } from './value_change.ts'
import { getValue, listValues } from './value_store.ts'

/** @source docs/reference/other.md §12.1 */
export const attributeValueRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/routing/attributes/:attribute_id/values',
    name: 'routing/attribute_values/index',
    summary: 'List the values of an attribute',
    scope: '',
    text_params: ['attribute_id'],
    answer: SomeAttributeValues,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'skill.list')
      await getAttribute(ctx, params.attribute_id)
      return answerOk({ attribute_values: (await listValues(ctx, params.attribute_id)).map((row) => presentValue(ctx, row)) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/routing/attributes/:attribute_id/values',
    name: 'routing/attribute_values/create',
    summary: 'Create an attribute value',
    scope: '',
    text_params: ['attribute_id'],
    body: AttributeValueBody,
    answer: OneAttributeValue,
    async handle(ctx, { params, body }) {
      const attribute_value = presentValue(ctx, await createValue(ctx, params.attribute_id, body.attribute_value))
      return answerNewRecord({ attribute_value }, attribute_value.url)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/routing/attributes/:attribute_id/values/:id',
    name: 'routing/attribute_values/show',
    summary: 'Show an attribute value',
    scope: '',
    text_params: ['attribute_id', 'id'],
    answer: OneAttributeValue,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'skill.list')
      return answerOk({ attribute_value: presentValue(ctx, await getValue(ctx, params.attribute_id, params.id)) })
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/routing/attributes/:attribute_id/values/:id',
    name: 'routing/attribute_values/update',
    summary: 'Change the name or the conditions of an attribute value',
    scope: '',
    text_params: ['attribute_id', 'id'],
    body: AttributeValueBody,
    answer: OneAttributeValue,
    handle: async (ctx, { params, body }) =>
      answerOk({ attribute_value: presentValue(ctx, await changeValue(ctx, params.attribute_id, params.id, body.attribute_value)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/routing/attributes/:attribute_id/values/:id',
    name: 'routing/attribute_values/destroy',
    summary: 'Delete an attribute value',
    scope: '',
    text_params: ['attribute_id', 'id'],
    async handle(ctx, { params }) {
      await removeValue(ctx, params.attribute_id, params.id)
      return answerNoContent()
    },
  }),
]
