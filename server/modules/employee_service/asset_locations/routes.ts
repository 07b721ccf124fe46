// LOCATIONS OF ASSETS: where assets are.
// Not here: the assets (assets/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { changeAssetLocation, createAssetLocation, removeAssetLocation } from './change.ts'
import { AssetLocation, AssetLocationBody } from './schema.ts'
import { ASSET_LOCATION_SORTING, type AssetLocationRow, getAssetLocation, listAssetLocations } from './store.ts'

const OneLocation = Type.Object({ location: AssetLocation })
const path = '/api/v2/it_asset_management/locations'
const common = { scope: '', refusal: asErrorsList } as const
const single = { ...common, path: `${path}/:location_id`, text_params: ['location_id'] } as const

const place = (ctx: Context, id: string) => urlOf(ctx.caller.base_url, `it_asset_management/locations/${id}`)

function present(ctx: Context, row: AssetLocationRow): AnswerOf<typeof AssetLocation> {
  const { id, name, external_id, created_at, updated_at } = row
  return { url: place(ctx, id), id, name, external_id, created_at: wireTime(created_at), updated_at: wireTime(updated_at) }
}

/** @source docs/reference/employee_service.md §1.3 */
export const assetLocationRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path,
    name: 'asset_locations/index',
    summary: 'List asset locations',
    query: listQuery({}),
    answer: Type.Object({ locations: Type.Array(AssetLocation) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'asset.list')
      const page = await listAssetLocations(ctx, readPaging(query, ASSET_LOCATION_SORTING, 'asset_locations/index'))
      const shown = page.rows.map((row) => present(ctx, row))
      return answerOk(listEnvelope(address, 'locations', page, shown))
    },
  }),
  route({
    ...common,
    method: 'POST',
    path,
    name: 'asset_locations/create',
    summary: 'Create an asset location',
    body: AssetLocationBody,
    answer: OneLocation,
    async handle(ctx, { body }) {
      const row = await createAssetLocation(ctx, body.location)
      return answerNewRecord({ location: present(ctx, row) }, place(ctx, row.id))
    },
  }),
  route({
    ...single,
    method: 'GET',
    name: 'asset_locations/show',
    summary: 'Show an asset location',
    answer: OneLocation,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'asset.list')
      return answerOk({ location: present(ctx, await getAssetLocation(ctx, params.location_id)) })
    },
  }),
  route({
    ...single,
    method: 'PATCH',
    name: 'asset_locations/update',
    summary: 'Update an asset location',
    body: AssetLocationBody,
    answer: OneLocation,
    handle: async (ctx, { params, body }) =>
      answerOk({ location: present(ctx, await changeAssetLocation(ctx, params.location_id, body.location)) }),
  }),
  route({
    ...single,
    method: 'DELETE',
    name: 'asset_locations/destroy',
    summary: 'Delete an asset location',
    async handle(ctx, { params }) {
      await removeAssetLocation(ctx, params.location_id)
      return answerNoContent()
    },
  }),
]
