/** Runs the triggers of a custom object over a write of one of its records. @source docs/reference/custom_objects.md §6 */
import { accountZone } from '#accounts/zone.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '#core/context.ts'
import { type Follow, runRules } from '#rules/pass.ts'
import type { TicketFacts } from '#rules/facts.ts'
import { recordFacts, recordValues } from '#rules/record.ts'
import { INVALID, isBlank } from '../custom_fields/types.ts'
import { type ProfileValues, readProfile } from '../custom_fields/values.ts'
import type { ObjectFieldRow } from '../custom_object_fields/store.ts'
import { LARGEST_RECORD_BYTES } from '../custom_objects/limits.ts'
import { withTargets } from '../lookups/lookup_store.ts'
import { ownFields, type RecordDraft } from './draft.ts'
import { type RecordRun, updateOf } from './record_run.ts'
import type { ActiveObjectTriggers, ObjectEffect } from './trigger_store.ts'

/** A record after the triggers, and what they cause beside it. */
export interface TriggeredRecord {
  readonly draft: RecordDraft
  readonly effects: readonly ObjectEffect[]
  /** What is kept for the trace; null if no trigger was looked at. */
  readonly run: RecordRun | null
}

/** The fields and the active triggers of an object. */
interface Ruled {
  readonly fields: readonly ObjectFieldRow[]
  readonly triggers: ActiveObjectTriggers
}

const membersOf = ({ name, external_id, custom_object_fields }: RecordDraft) => ({ name, external_id, custom_object_fields })

/**
 * The record after the triggers of its object. A write that changes nothing runs none. `before` is null for a new record. What a trigger sets to
 * a record that is gone stays as it was.
 */
export async function runTriggers(tx: Context, ruled: Ruled, before: RecordDraft | null, draft: RecordDraft): Promise<TriggeredRecord> {
  const triggered = applyTriggers(tx, ruled, before, draft)
  const old = draft.custom_object_fields
  const values = triggered.draft.custom_object_fields
  const set = Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== old[key]))
  const found = await withTargets(tx, ownFields(ruled.fields), { before: set, sent: set })
  const gone = Object.keys(set).filter((key) => found[key] === INVALID)
  if (gone.length === 0) return triggered
  tx.log.warn(
    { account_id: tx.account.id, fields: gone },
    'an object trigger sets a lookup to a record that is gone, and it stays as it was',
  )
  const restored = Object.fromEntries(gone.flatMap((key) => (key in old ? [[key, old[key]]] : [])))
  const others = Object.fromEntries(Object.entries(values).filter(([key]) => !gone.includes(key)))
  const run = triggered.run && { ...triggered.run, kept: { ...triggered.run.kept, restored: gone } }
  return { ...triggered, run, draft: { ...triggered.draft, custom_object_fields: { ...others, ...restored } } }
}

function applyTriggers(ctx: Context, { fields, triggers }: Ruled, before: RecordDraft | null, draft: RecordDraft): TriggeredRecord {
  const isUnchanged = before !== null && isDeepStrictEqual(membersOf(before), membersOf(draft))
  if (triggers.rules.length === 0 || isUnchanged) return { draft, effects: [], run: null }
  const { id, role } = ctx.actor
  const update = updateOf(before === null ? null : recordFacts(before), id, role)
  const time_zone = accountZone(ctx)
  const context = { now: ctx.now, time_zone, current_user_id: id, update }
  const { ticket, firings } = runRules(triggers, recordFacts(draft), context, followIn(fields))
  const run = {
    kept: {
      set_id: triggers.set_id,
      before: before && membersOf(before),
      after: membersOf(draft),
      updater_role: role,
      time_zone,
      skipped: triggers.broken,
      restored: [],
    },
    fired: firings.map(({ rule }) => rule.id),
  }
  if (firings.length === 0) return { draft, effects: [], run }
  const effects = firings.flatMap(({ rule, effects: caused }) => caused.map((effect) => ({ trigger_id: rule.id, effect })))
  return { draft: { ...draft, custom_object_fields: recordValues(ticket) }, effects, run }
}

/** What a trigger sets has the form that writes give it. A value that a write would refuse is not set: the field keeps its own. */
export function followIn(fields: readonly ObjectFieldRow[]): Follow {
  const own = ownFields(fields)
  const required = new Set(own.filter((field) => field.required).map((field) => field.key))
  return (before, after) => {
    const old: ProfileValues = recordValues(before)
    const wanted: ProfileValues = recordValues(after)
    const sent = Object.fromEntries(Object.entries(wanted).filter(([key, value]) => value !== old[key]))
    const kept = Object.fromEntries(Object.entries(sent).filter(([key, value]) => !(required.has(key) && isBlank(value))))
    const { values } = readProfile(own, old, kept, [])
    if (Buffer.byteLength(JSON.stringify(values)) > LARGEST_RECORD_BYTES) return before
    return { ...before, ...recordFacts({ ...standardOf(before), custom_object_fields: values }) }
  }
}

function standardOf({ custom_fields }: TicketFacts) {
  const external_id = custom_fields['standard::external_id']
  return { name: String(custom_fields['standard::name'] ?? ''), external_id: typeof external_id === 'string' ? external_id : null }
}
