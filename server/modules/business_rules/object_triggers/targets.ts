/** The records that lookups in object triggers refer to. */
import type { Context } from '#core/context.ts'
import type { RecordType } from '#rules/facts.ts'
import { keyInRecord } from '#rules/record.ts'
import { INVALID } from '#modules/custom_data/custom_fields/types.ts'
import { findTargets } from '#modules/custom_data/lookups/lookup_store.ts'
import type { TriggerMembers } from '../rules/trigger_members.ts'

/** A value of a lookup field in a trigger; `place` begins the sentence about it. */
interface Lookup {
  readonly trigger: TriggerMembers
  readonly place: string
  readonly type: string | null
  readonly value: string
}

function lookupsIn(trigger: TriggerMembers, record: RecordType): Lookup[] {
  const { conditions, actions } = trigger
  const lookup = (place: string, field: string, value: unknown): Lookup[] => {
    const known = record.fields.get(keyInRecord(field, record) ?? '')
    if (known?.type !== 'lookup' || typeof value !== 'string' || value === '') return []
    return [{ trigger, place: `${place}${field}`, type: known.target ?? null, value }]
  }
  return [
    ...[...conditions.all, ...conditions.any].flatMap(({ field, value }) => lookup('condition on ', field, value)),
    ...actions.flatMap(({ field, value }) => lookup('action ', field, value)),
  ]
}

/** Sentences on lookups of records that do not exist, for each trigger that has some. One query for each type of record. */
export async function describeMissingTargets(
  ctx: Context,
  record: RecordType,
  triggers: readonly TriggerMembers[],
): Promise<ReadonlyMap<TriggerMembers, readonly string[]>> {
  const lookups = triggers.flatMap((trigger) => lookupsIn(trigger, record))
  if (lookups.length === 0) return new Map()
  // as values that are there already: callers who may manage triggers may name any record
  const found = await findTargets(
    ctx,
    lookups.map(({ type, value }) => ({ type, value, held: value })),
  )
  const missing = lookups.filter((_one, index) => found[index] === INVALID)
  const byTrigger = Map.groupBy(missing, ({ trigger }) => trigger)
  return new Map(
    [...byTrigger].map(([trigger, list]) => [trigger, list.map(({ place, value }) => `Invalid ${place}: there is no record ${value}.`)]),
  )
}
