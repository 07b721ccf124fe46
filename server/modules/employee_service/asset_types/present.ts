import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { AssetType } from './schema.ts'
import type { AssetTypeRow } from './store.ts'

/** A type as JSON. @source docs/reference/employee_service.md §1.2 */
export function presentAssetType(ctx: Context, row: AssetTypeRow): AnswerOf<typeof AssetType> {
  return {
    url: urlOf(ctx.caller.base_url, `it_asset_management/asset_types/${row.id}`),
    id: row.id,
    name: row.name,
    description: row.description,
    external_id: row.external_id,
    parent_id: row.parent_id,
    hierarchy_depth: row.hierarchy_depth,
    is_standard: row.is_standard,
    field_keys: row.field_keys,
    created_by_user_id: row.created_by_user_id,
    updated_by_user_id: row.updated_by_user_id,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
