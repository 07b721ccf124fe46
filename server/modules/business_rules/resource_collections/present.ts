import { wireTime } from '#lib/clock.ts'
import type { AnswerOf } from '#http/route.ts'
import type { CollectionRow, Resource } from './store.ts'
import type { Collection } from './schema.ts'

/** A collection as JSON, with its members as recorded. @source docs/reference/other.md §8 */
export function presentCollection(row: CollectionRow, isLiving: (resource: Resource) => boolean): AnswerOf<typeof Collection> {
  return {
    id: row.id,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    resources: row.resources.map((one) => ({
      identifier: one.identifier,
      resource_id: one.resource_id,
      type: one.type,
      deleted: !isLiving(one),
    })),
  }
}
