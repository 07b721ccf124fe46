/** Reading assets: lists and searches. @source docs/reference/employee_service.md §1.1 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { readList } from '#http/bulk_ids.ts'
import { type Page, type PagingQuery, readPaging } from '#http/paging.ts'
import { kindOfField, type Subject } from '#modules/custom_data/custom_object_permissions/filter.ts'
import { readFilter } from '#modules/custom_data/custom_object_records/search_filter.ts'
import { queryOf } from '#modules/custom_data/custom_object_records/words.ts'
import { type AssetFieldRow, assetFields } from '../asset_fields/store.ts'
import { ASSET_SORTING, type AssetRow, listAssets } from './store.ts'

const COLUMNS: readonly Subject[] = [
  ...(['name', 'external_id', 'asset_tag', 'serial_number', 'manufacturer', 'model', 'vendor', 'notes'] as const).map((name): Subject => ({
    name,
    title: name,
    kind: 'text',
  })),
  { name: 'id', title: 'ID', kind: 'record' },
  { name: 'asset_type', title: 'Asset type', kind: 'record', column: 'asset_type_id' },
  { name: 'status', title: 'Status', kind: 'record', column: 'status_id' },
  { name: 'location', title: 'Location', kind: 'record', column: 'location_id' },
  { name: 'user', title: 'User', kind: 'person', column: 'user_id' },
  { name: 'organization', title: 'Organization', kind: 'person', column: 'organization_id' },
  { name: 'purchase_cost', title: 'Purchase cost', kind: 'number' },
  { name: 'purchase_date', title: 'Purchase date', kind: 'day' },
  { name: 'warranty_expiration', title: 'Warranty expiration', kind: 'day' },
  { name: 'created_at', title: 'Created', kind: 'moment' },
  { name: 'updated_at', title: 'Updated', kind: 'moment' },
]
/** A reference by the name of its member in answers. */
const REFERENCES = COLUMNS.flatMap((subject) => (subject.column === undefined ? [] : [{ ...subject, name: subject.column }]))
/** The documented prefix of custom fields, and the name of the member that holds them. */
const PREFIXES = ['custom_object_fields.', 'custom_field_values.']

function subjectsOf(fields: readonly AssetFieldRow[]): Subject[] {
  const active = fields.filter((field) => field.active)
  const values = active.flatMap(({ key, title, type }) =>
    PREFIXES.map((prefix): Subject => ({ name: prefix + key, title, kind: kindOfField(type), key })),
  )
  return [...COLUMNS, ...REFERENCES, ...values]
}

/** A page of the assets, optionally only those with these ids or external ids. @throws Forbidden */
export async function pageOfAssets(
  ctx: Context,
  query: PagingQuery & { 'filter[ids]'?: string; 'filter[external_ids]'?: string },
): Promise<Page<AssetRow>> {
  requirePermission(ctx, 'asset.list')
  const [ids, external_ids] = [query['filter[ids]'], query['filter[external_ids]']].map((text) => (text ? readList(text) : undefined))
  return listAssets(ctx, { ids, external_ids }, readPaging(query, ASSET_SORTING, 'assets/index'))
}

/**
 * A page of search results. An empty query or a single asterisk finds everything; a query without any word finds nothing.
 * @throws BadRequest for an invalid filter @throws Forbidden
 */
export async function searchAssets(
  ctx: Context,
  query: PagingQuery & { query?: string },
  sent: Readonly<Record<string, unknown>> = {},
): Promise<Page<AssetRow>> {
  requirePermission(ctx, 'asset.list')
  const text = query.query?.trim() ?? ''
  const filter = readFilter(subjectsOf(await assetFields(ctx)), sent)
  const words = text === '' || text === '*' ? undefined : queryOf(text)
  return listAssets(ctx, { filter, words }, readPaging(query, ASSET_SORTING, 'assets/search'))
}
