// ASSETS: the devices, licences and other things that an IT desk looks after.
// Not here: their types, fields, statuses and locations, each in a folder of its own next to this one.
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { orNotFound } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import type { Page } from '#http/paging.ts'
import { type Address, type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startAssetsJob } from './bulk.ts'
import { changeAsset, createAsset, removeAsset } from './change.ts'
import { pageOfAssets, searchAssets } from './find.ts'
import { presentAsset, readCatalogue } from './present.ts'
import { Asset, AssetBody, AssetFilterBody, AssetJobBody, AssetSearchQuery, AssetsQuery } from './schema.ts'
import { type AssetRow, findAsset } from './store.ts'

const OneAsset = Type.Object({ asset: Asset })
const Many = Type.Object({ assets: Type.Array(Asset) })
const path = '/api/v2/it_asset_management/assets'
const common = { scope: '', refusal: asErrorsList } as const
const single = { ...common, path: `${path}/:asset_id`, text_params: ['asset_id'] } as const

const presentAssetBody = async (ctx: Context, row: AssetRow) => ({ asset: presentAsset(ctx, await readCatalogue(ctx), row) })

async function page(ctx: Context, address: Address, found: Page<AssetRow>) {
  const catalogue = await readCatalogue(ctx)
  const shown = found.rows.map((row) => presentAsset(ctx, catalogue, row))
  return answerOk(listEnvelope(address, 'assets', found, shown))
}

/** @source docs/reference/employee_service.md §1.1, §1.6 */
export const assetRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path,
    name: 'assets/index',
    summary: 'List assets',
    query: AssetsQuery,
    answer: Many,
    handle: async (ctx, { query, address }) => page(ctx, address, await pageOfAssets(ctx, query)),
  }),
  route({
    ...common,
    method: 'POST',
    path,
    name: 'assets/create',
    summary: 'Create an asset',
    body: AssetBody,
    answer: OneAsset,
    async handle(ctx, { body }) {
      const answer = await presentAssetBody(ctx, await createAsset(ctx, body.asset))
      return answerNewRecord(answer, answer.asset.url)
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: `${path}/jobs`,
    name: 'assets/jobs',
    summary: 'Create, update or delete up to 100 assets',
    body: AssetJobBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => ({ status: 201, body: await startAssetsJob(ctx, body.job) }),
  }),
  route({
    ...common,
    method: 'GET',
    path: `${path}/search`,
    name: 'assets/search',
    summary: 'Search assets',
    query: AssetSearchQuery,
    answer: Many,
    handle: async (ctx, { query, address }) => page(ctx, address, await searchAssets(ctx, query)),
  }),
  route({
    ...common,
    method: 'POST',
    path: `${path}/search`,
    name: 'assets/filtered_search',
    summary: 'Search assets by a filter',
    access: 'read',
    query: AssetSearchQuery,
    body: AssetFilterBody,
    answer: Many,
    handle: async (ctx, { query, body, address }) => page(ctx, address, await searchAssets(ctx, query, body.filter)),
  }),
  route({
    ...single,
    method: 'GET',
    name: 'assets/show',
    summary: 'Show an asset',
    answer: OneAsset,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'asset.list')
      return answerOk(await presentAssetBody(ctx, orNotFound(await findAsset(ctx, params.asset_id))))
    },
  }),
  route({
    ...single,
    method: 'PATCH',
    name: 'assets/update',
    summary: 'Update an asset',
    body: AssetBody,
    answer: OneAsset,
    handle: async (ctx, { params, body }) => answerOk(await presentAssetBody(ctx, await changeAsset(ctx, params.asset_id, body.asset))),
  }),
  route({
    ...single,
    method: 'DELETE',
    name: 'assets/destroy',
    summary: 'Delete an asset',
    async handle(ctx, { params }) {
      await removeAsset(ctx, params.asset_id)
      return answerNoContent()
    },
  }),
]
