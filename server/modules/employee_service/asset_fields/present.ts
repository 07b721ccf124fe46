import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { presentKeyedField, presentTarget, presentTypeMembers } from '#modules/custom_data/custom_fields/keyed_field.ts'
import type { AssetTypeRow } from '../asset_types/store.ts'
import type { AssetField } from './schema.ts'
import type { StandardField } from './standard.ts'
import type { AssetFieldRow } from './store.ts'

type Shown = AnswerOf<typeof AssetField>

const placeOf = (ctx: Context, type: AssetTypeRow, id: number) =>
  urlOf(ctx.caller.base_url, `it_asset_management/asset_types/${type.id}/fields/${id}`)

/** A custom field as JSON, as a field of the type in the path, which may have inherited it. @source docs/reference/employee_service.md §1.5 */
export function presentAssetField(ctx: Context, type: AssetTypeRow, row: AssetFieldRow): Shown {
  return {
    ...presentKeyedField(placeOf(ctx, type, row.id), { ...row, system: false }),
    readonly: false,
    required: row.required,
    ...presentTypeMembers(row),
  }
}

/** A standard field as JSON. It is as old as its type. */
export function presentStandardField(ctx: Context, type: AssetTypeRow, field: StandardField): Shown {
  const { created_at } = type
  const own = { description: '', position: field.id, active: true, system: true, regexp_for_validation: null }
  return {
    ...presentKeyedField(placeOf(ctx, type, field.id), { ...field, ...own, created_at, updated_at: created_at }),
    readonly: false,
    required: field.required,
    ...(field.type === 'lookup' ? presentTarget(field.relationship_target_type ?? null, null) : {}),
  }
}
