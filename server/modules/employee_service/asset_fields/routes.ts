// FIELDS OF ASSETS: the custom fields of a type, which the types below it inherit, beside the standard ones.
// Not here: fields in general (custom_data/custom_fields/), their values (assets/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { orNotFound } from '#core/errors.ts'
import { type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { type AssetTypeRow, assetTypes, typeWithId } from '../asset_types/store.ts'
import { changeAssetField, createAssetField, removeAssetField } from './change.ts'
import { customFieldNamed, fieldsOfType, standardFieldNamed } from './find.ts'
import { presentAssetField, presentStandardField } from './present.ts'
import { AssetField, AssetFieldBody } from './schema.ts'
import { STANDARD_FIELDS } from './standard.ts'
import { type AssetFieldRow, assetFields } from './store.ts'

const OneField = Type.Object({ field: AssetField })
const path = '/api/v2/it_asset_management/asset_types/:asset_type_id/fields'
const common = { scope: '', refusal: asErrorsList, path, text_params: ['asset_type_id'] } as const
const single = { ...common, path: `${path}/:asset_type_field_id`, text_params: ['asset_type_id', 'asset_type_field_id'] } as const

/** The type in the path with the custom fields of its assets. @throws NotFound */
async function fieldsAt(ctx: Context, typeId: string): Promise<{ type: AssetTypeRow; fields: AssetFieldRow[] }> {
  requirePermission(ctx, 'asset.list')
  const types = await assetTypes(ctx)
  const type = typeWithId(types, typeId)
  return { type, fields: fieldsOfType(types, await assetFields(ctx), type.id) }
}

async function presentFieldBody(ctx: Context, typeId: string, row: AssetFieldRow) {
  return { field: presentAssetField(ctx, typeWithId(await assetTypes(ctx), typeId), row) }
}

/** @source docs/reference/employee_service.md §1.5 */
export const assetFieldRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    name: 'asset_fields/index',
    summary: 'List the fields of an asset type',
    answer: Type.Object({ fields: Type.Array(AssetField) }),
    async handle(ctx, { params }) {
      const { type, fields } = await fieldsAt(ctx, params.asset_type_id)
      const standard = STANDARD_FIELDS.map((field) => presentStandardField(ctx, type, field))
      return answerOk({ fields: [...standard, ...fields.map((row) => presentAssetField(ctx, type, row))] })
    },
  }),
  route({
    ...common,
    method: 'POST',
    name: 'asset_fields/create',
    summary: 'Create a field of an asset type',
    body: AssetFieldBody,
    answer: OneField,
    async handle(ctx, { params, body }) {
      const answer = await presentFieldBody(ctx, params.asset_type_id, await createAssetField(ctx, params.asset_type_id, body.field))
      return answerNewRecord(answer, answer.field.url)
    },
  }),
  route({
    ...single,
    method: 'GET',
    name: 'asset_fields/show',
    summary: 'Show a field of an asset type',
    answer: OneField,
    async handle(ctx, { params }) {
      const { type, fields } = await fieldsAt(ctx, params.asset_type_id)
      const standard = standardFieldNamed(params.asset_type_field_id)
      if (standard !== undefined) return answerOk({ field: presentStandardField(ctx, type, standard) })
      return answerOk({ field: presentAssetField(ctx, type, orNotFound(customFieldNamed(fields, params.asset_type_field_id))) })
    },
  }),
  route({
    ...single,
    method: 'PATCH',
    name: 'asset_fields/update',
    summary: 'Update a field of an asset type',
    body: AssetFieldBody,
    answer: OneField,
    async handle(ctx, { params, body }) {
      const row = await changeAssetField(ctx, params.asset_type_id, params.asset_type_field_id, body.field)
      return answerOk(await presentFieldBody(ctx, params.asset_type_id, row))
    },
  }),
  route({
    ...single,
    method: 'DELETE',
    name: 'asset_fields/destroy',
    summary: 'Delete a field of an asset type',
    async handle(ctx, { params }) {
      await removeAssetField(ctx, params.asset_type_id, params.asset_type_field_id)
      return answerNoContent()
    },
  }),
]
