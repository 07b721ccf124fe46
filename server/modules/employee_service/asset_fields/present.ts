import type { Context } from '../../../context.ts'
import { urlOf } from '../../../http/envelope.ts'
import type { AnswerOf } from '../../../http/route.ts'
import { wireTime } from '../../../lib/clock.ts'
import { presentTarget, presentTypeMembers } from '../../custom_data/custom_fields/keyed_field.ts'
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
    url: placeOf(ctx, type, row.id),
    id: row.id,
    type: row.type,
    key: row.key,
    title: row.title,
    description: row.description,
    raw_title: row.title,
    raw_description: row.description,
    position: row.position,
    active: row.active,
    system: false,
    readonly: false,
    required: row.required,
    regexp_for_validation: row.regexp_for_validation,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    ...presentTypeMembers(row),
  }
}

/** A standard field as JSON. It is as old as its type. */
export function presentStandardField(ctx: Context, type: AssetTypeRow, field: StandardField): Shown {
  return {
    url: placeOf(ctx, type, field.id),
    id: field.id,
    type: field.type,
    key: field.key,
    title: field.title,
    description: '',
    raw_title: field.title,
    raw_description: '',
    position: field.id,
    active: true,
    system: true,
    readonly: false,
    required: field.required,
    regexp_for_validation: null,
    created_at: wireTime(type.created_at),
    updated_at: wireTime(type.created_at),
    ...(field.type === 'lookup' ? presentTarget(field.relationship_target_type ?? null, null) : {}),
  }
}
