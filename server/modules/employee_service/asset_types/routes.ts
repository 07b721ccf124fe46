// TYPES OF ASSETS: what kinds of IT assets there are, in a tree. A type hands its fields down to the types below it.
// Not here: the fields (asset_fields/), the assets (assets/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { urlOf } from '#http/envelope.ts'
import { type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeAssetType, createAssetType, removeAssetType } from './change.ts'
import { presentAssetType } from './present.ts'
import { AssetType, AssetTypeBody } from './schema.ts'
import { type AssetTypeRow, assetTypes, typeWithId } from './store.ts'

const OneType = Type.Object({ asset_type: AssetType })
const path = '/api/v2/it_asset_management/asset_types'
const common = { scope: '', refusal: asErrorsList } as const
const single = { ...common, path: `${path}/:asset_type_id`, text_params: ['asset_type_id'] } as const

const presentTypeBody = (ctx: Context, row: AssetTypeRow) => ({ asset_type: presentAssetType(ctx, row) })

/** @source docs/reference/employee_service.md §1.2 */
export const assetTypeRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path,
    name: 'asset_types/index',
    summary: 'List asset types',
    answer: Type.Object({ asset_types: Type.Array(AssetType) }),
    async handle(ctx) {
      requirePermission(ctx, 'asset.list')
      return answerOk({ asset_types: (await assetTypes(ctx)).map((row) => presentAssetType(ctx, row)) })
    },
  }),
  route({
    ...common,
    method: 'POST',
    path,
    name: 'asset_types/create',
    summary: 'Create an asset type',
    body: AssetTypeBody,
    answer: OneType,
    async handle(ctx, { body }) {
      const row = await createAssetType(ctx, body.asset_type)
      return answerNewRecord(presentTypeBody(ctx, row), urlOf(ctx.caller.base_url, `it_asset_management/asset_types/${row.id}`))
    },
  }),
  route({
    ...single,
    method: 'GET',
    name: 'asset_types/show',
    summary: 'Show an asset type',
    answer: OneType,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'asset.list')
      return answerOk(presentTypeBody(ctx, typeWithId(await assetTypes(ctx), params.asset_type_id)))
    },
  }),
  route({
    ...single,
    method: 'PATCH',
    name: 'asset_types/update',
    summary: 'Update an asset type',
    body: AssetTypeBody,
    answer: OneType,
    handle: async (ctx, { params, body }) =>
      answerOk(presentTypeBody(ctx, await changeAssetType(ctx, params.asset_type_id, body.asset_type))),
  }),
  route({
    ...single,
    method: 'DELETE',
    name: 'asset_types/destroy',
    summary: 'Delete an asset type',
    async handle(ctx, { params }) {
      await removeAssetType(ctx, params.asset_type_id)
      return answerNoContent()
    },
  }),
]
