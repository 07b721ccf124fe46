import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { type Timestamp, wireTime } from '#lib/clock.ts'
import type { Condition } from '#rules/condition.ts'
import type { AttributeShape, AttributeValueShape } from './schema.ts'
import type { AttributeRow } from './store.ts'
import type { AttributeValueRow } from './value_store.ts'

/** An attribute as JSON. @source docs/reference/other.md §12.1 */
export function presentAttribute(ctx: Context, { id, name, created_at, updated_at }: AttributeRow): AnswerOf<AttributeShape> {
  const url = urlOf(ctx.caller.base_url, `routing/attributes/${id}`)
  return { url, id, name, created_at: wireTime(created_at), updated_at: wireTime(updated_at) }
}

/** What is shown of a skill everywhere. */
export interface NamedValue {
  readonly id: string
  readonly attribute_id: string
  readonly name: string
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
}

/** A skill as JSON without its conditions, as agents have it and tickets require it. @source docs/reference/other.md §12.2 */
export function presentNamedValue(ctx: Context, { id, attribute_id, name, created_at, updated_at }: NamedValue) {
  const url = urlOf(ctx.caller.base_url, `routing/attributes/${attribute_id}/values/${id}`)
  return { url, id, name, attribute_id, created_at: wireTime(created_at), updated_at: wireTime(updated_at) }
}

/** A skill as JSON. @source docs/reference/other.md §12.1 */
export function presentValue(ctx: Context, row: AttributeValueRow): AnswerOf<AttributeValueShape> {
  const side = (conditions: readonly Condition[]) => conditions.map(({ field, operator, value }) => ({ subject: field, operator, value }))
  return { ...presentNamedValue(ctx, row), conditions: { all: side(row.conditions.all), any: side(row.conditions.any) } }
}
