import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { presentProfile } from '#modules/custom_data/custom_fields/values.ts'
import { fieldsOfType } from '../asset_fields/find.ts'
import { type AssetFieldRow, assetFields } from '../asset_fields/store.ts'
import { type AssetTypeRow, assetTypes } from '../asset_types/store.ts'
import type { Asset } from './schema.ts'
import type { AssetRow } from './store.ts'

/** The types and fields that assets are shown with. */
export interface Catalogue {
  readonly types: readonly AssetTypeRow[]
  readonly fields: readonly AssetFieldRow[]
}

/** Reads them, from the cache of the process. */
export async function readCatalogue(ctx: Context): Promise<Catalogue> {
  return { types: await assetTypes(ctx), fields: await assetFields(ctx) }
}

/** An asset as JSON, with every active custom field of its type. @source docs/reference/employee_service.md §1.1 */
export function presentAsset(ctx: Context, { types, fields }: Catalogue, row: AssetRow): AnswerOf<typeof Asset> {
  return {
    url: urlOf(ctx.caller.base_url, `it_asset_management/assets/${row.id}`),
    id: row.id,
    name: row.name,
    asset_type_id: row.asset_type_id,
    status_id: row.status_id,
    location_id: row.location_id,
    user_id: row.user_id,
    organization_id: row.organization_id,
    external_id: row.external_id,
    asset_tag: row.asset_tag,
    serial_number: row.serial_number,
    manufacturer: row.manufacturer,
    model: row.model,
    vendor: row.vendor,
    notes: row.notes,
    purchase_cost: row.purchase_cost,
    purchase_date: row.purchase_date,
    warranty_expiration: row.warranty_expiration,
    custom_field_values: presentProfile(fieldsOfType(types, fields, row.asset_type_id), row.custom_field_values),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
