/** What differs between two passes of triggers over the same write. Pure. */
import type { Effect } from '#rules/bound_action.ts'
import type { Firing, PassResult } from '#rules/pass.ts'
import { changesOf, type TracedChange } from '#rules/trace.ts'

/** A trigger that fires in one of the passes only. `id` is 0 for a draft that is not saved. */
export interface OtherTrigger {
  readonly id: number
  readonly title: string
}

/** An effect that only one of the passes causes. */
export interface OtherEffect {
  readonly trigger_id: number
  readonly effect: Effect['kind']
}

/** What differs: `before` of a change is what happened, `after` what would have. */
export interface Difference {
  readonly changes: readonly TracedChange[]
  readonly fires_too: readonly OtherTrigger[]
  readonly fires_no_more: readonly OtherTrigger[]
  readonly effects_too: readonly OtherEffect[]
  readonly effects_no_more: readonly OtherEffect[]
}

/** What would differ from what happened. */
export function differenceOf(happened: PassResult, would: PassResult): Difference {
  return {
    changes: changesOf(happened.ticket, would.ticket),
    fires_too: firingsOnlyIn(would.firings, happened.firings),
    fires_no_more: firingsOnlyIn(happened.firings, would.firings),
    effects_too: effectsOnlyIn(would.firings, happened.firings),
    effects_no_more: effectsOnlyIn(happened.firings, would.firings),
  }
}

/** True if nothing differs. */
export const isSame = (difference: Difference) => Object.values(difference).every((list: readonly unknown[]) => list.length === 0)

function firingsOnlyIn(these: readonly Firing[], those: readonly Firing[]): OtherTrigger[] {
  const others = new Set(those.map(({ rule }) => rule.id))
  return these.filter(({ rule }) => !others.has(rule.id)).map(({ rule: { id, title } }) => ({ id, title }))
}

const effectsOf = (firings: readonly Firing[]) =>
  firings.flatMap(({ rule, effects }) =>
    effects.map((effect) => ({ trigger_id: rule.id, effect: effect.kind, key: `${rule.id} ${JSON.stringify(effect)}` })),
  )

function effectsOnlyIn(these: readonly Firing[], those: readonly Firing[]): OtherEffect[] {
  const others = new Set(effectsOf(those).map(({ key }) => key))
  return effectsOf(these)
    .filter(({ key }) => !others.has(key))
    .map(({ trigger_id, effect }) => ({ trigger_id, effect }))
}
