/**
 * Reverse lookup of lookup fields on records of custom objects, and the conditions of their filters.
 * @source docs/reference/custom_objects.md §5
 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { orNotFound } from '#core/errors.ts'
import type { Page, PagingQuery } from '#http/paging.ts'
import type { AnswerOf } from '#http/route.ts'
import { targetObject } from '#modules/custom_data/custom_fields/targets.ts'
import { subjectsOf } from '#modules/custom_data/custom_object_permissions/filter.ts'
import { presentDefinition } from '#modules/custom_data/custom_object_permissions/present.ts'
import { recordsReferringTo } from '#modules/custom_data/custom_object_records/find.ts'
import { presentRecord } from '#modules/custom_data/custom_object_records/present.ts'
import type { CustomObjectRecord } from '#modules/custom_data/custom_object_records/schema.ts'
import { objectFields } from '#modules/custom_data/custom_object_fields/store.ts'
import { getCustomObject } from '#modules/custom_data/custom_objects/store.ts'
import { type Lookup, requireTarget } from './read.ts'
import type { FilterDefinition } from './schema.ts'

/** The conditions of a filter on records of this object. @throws NotFound */
export async function objectDefinitions(ctx: Context, objectKey: string): Promise<AnswerOf<typeof FilterDefinition>[]> {
  const object = await getCustomObject(ctx, objectKey)
  return subjectsOf(await objectFields(ctx, object.id)).map((subject) => presentDefinition(ctx, object.key, subject))
}

/** A page of the records of a custom object that refer to the target. @throws Forbidden @throws NotFound */
export async function readRecordSources(
  ctx: Context,
  { target_type, target_id, field_id, source_type }: Lookup,
  query: PagingQuery,
): Promise<{ page: Page<unknown>; records: AnswerOf<typeof CustomObjectRecord>[] }> {
  requirePermission(ctx, 'custom_object.list')
  const object = targetObject(source_type) ?? ''
  const fields = await objectFields(ctx, (await getCustomObject(ctx, object)).id)
  const field = orNotFound(
    fields.find((one) => one.id === field_id && one.active && one.type === 'lookup' && one.relationship_target_type === target_type),
  )
  await requireTarget(ctx, target_type, target_id)
  const { kind, found } = await recordsReferringTo(ctx, object, { key: field.key, id: target_id }, query)
  return { page: found, records: found.rows.map((row) => presentRecord(ctx, kind, row)) }
}
