// STATUSES OF ASSETS: where an asset is in its life. Read only.
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { text, textOrNull } from '#http/answer_shape.ts'
import { urlOf } from '#http/envelope.ts'
import { type AnswerOf, type AnyRoute, answerOk, route } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { type AssetStatusRow, getAssetStatus, readAssetStatuses } from './store.ts'

const AssetStatus = Type.Object({ url: text, id: text, name: text, external_id: textOrNull, created_at: text, updated_at: text })
const path = '/api/v2/it_asset_management/statuses'
const common = { scope: '', refusal: asErrorsList } as const

function present(ctx: Context, row: AssetStatusRow): AnswerOf<typeof AssetStatus> {
  const { id, name, external_id, created_at, updated_at } = row
  const url = urlOf(ctx.caller.base_url, `it_asset_management/statuses/${id}`)
  return { url, id, name, external_id, created_at: wireTime(created_at), updated_at: wireTime(updated_at) }
}

/** @source docs/reference/employee_service.md §1.4 */
export const assetStatusRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path,
    name: 'asset_statuses/index',
    summary: 'List asset statuses',
    answer: Type.Object({ statuses: Type.Array(AssetStatus) }),
    async handle(ctx) {
      requirePermission(ctx, 'asset.list')
      return answerOk({ statuses: (await readAssetStatuses(ctx)).map((row) => present(ctx, row)) })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${path}/:status_id`,
    text_params: ['status_id'],
    name: 'asset_statuses/show',
    summary: 'Show an asset status',
    answer: Type.Object({ status: AssetStatus }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'asset.list')
      return answerOk({ status: present(ctx, await getAssetStatus(ctx, params.status_id)) })
    },
  }),
]
