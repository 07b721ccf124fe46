import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { allOf } from '#lib/all_of.ts'
import { can } from '#permissions/permissions.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import { presentIncludedMembers, presentActions, presentConditions } from '../rules/present.ts'
import { isUsageIncluded } from '../rules/usage.ts'
import { ruleUsage } from '../rules/usage_store.ts'
import type { ObjectTrigger } from './schema.ts'
import type { ObjectTriggerRow } from './store.ts'

const NOTHING_INCLUDED: ReadonlySet<string> = new Set()

/** Where a trigger of the object with this key is found. */
export const objectTriggerUrl = (ctx: Context, objectKey: string, id: number): string =>
  urlOf(ctx.caller.base_url, `custom_objects/${objectKey}/triggers/${id}`)

/** Triggers of an object as JSON, with the requested includes. @source docs/reference/custom_objects.md §6 */
export async function presentObjectTriggers(
  ctx: Context,
  objectKey: string,
  rows: readonly ObjectTriggerRow[],
  include = NOTHING_INCLUDED,
): Promise<AnswerOf<typeof ObjectTrigger>[]> {
  const ids = isUsageIncluded(include) ? rows.map(({ id }) => id) : []
  const [shown, usage] = await allOf(
    () => dynamicTexts(ctx),
    () => ruleUsage(ctx, 'object_trigger', ids),
  )
  return rows.map((row) => ({
    url: objectTriggerUrl(ctx, objectKey, row.id),
    id: row.id,
    title: shown(row.title),
    active: row.active,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    default: false,
    actions: presentActions(row.actions),
    conditions: presentConditions(row.conditions),
    description: row.description,
    position: row.position,
    raw_title: row.title,
    ...presentIncludedMembers(include, can(ctx, 'trigger.manage'), usage.get(row.id)),
  }))
}
