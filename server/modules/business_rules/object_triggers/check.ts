/** What is wrong with object triggers as they would be saved. @source docs/reference/custom_objects.md §6.1 */
import type { Details } from '#core/errors.ts'
import { checkActions } from '#rules/actions.ts'
import { checkConditions, type Condition } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { ruleProblems, tooLong } from '../rules/problems.ts'
import { describeMissingReferences, referencesOf } from '../rules/references.ts'
import type { TriggerMembers } from '../rules/trigger_members.ts'
import type { Counts } from './store.ts'

/** Of one object. */
const MAX_TRIGGERS = 500
const MAX_ACTIVE = 100
/** Of one trigger. */
const MAX_CONDITIONS = 50
const MAX_ACTIONS = 25
/** Of one condition. */
const MAX_VALUES = 50

/** What validating triggers of an object needs: its fields, and which of the referenced records exist. */
export interface Known {
  readonly catalogue: RuleCatalogue
  readonly existing: ReadonlySet<string>
  /** Sentences on records that its lookups refer to and that do not exist. */
  readonly missing: readonly string[]
}

const hasTooManyValues = ({ value }: Condition) =>
  (Array.isArray(value) ? value.length : String(value ?? '').split(/\s+/).length) > MAX_VALUES

function tooMany({ conditions, actions }: TriggerMembers, catalogue: RuleCatalogue): string[] {
  const all = [...conditions.all, ...conditions.any]
  const multiselects = [...(catalogue.record?.fields ?? [])].filter(([, { type }]) => type === 'multiselect').map(([key]) => `.${key}`)
  const crowded = all.filter((one) => multiselects.some((end) => one.field.endsWith(end)) && hasTooManyValues(one))
  return [
    ...(all.length > MAX_CONDITIONS ? [`Invalid conditions. A trigger can have at most ${MAX_CONDITIONS} conditions.`] : []),
    ...(actions.length > MAX_ACTIONS ? [`Invalid actions. A trigger can have at most ${MAX_ACTIONS} actions.`] : []),
    ...crowded.map(({ field }) => `Invalid condition on ${field}: at most ${MAX_VALUES} values can be given.`),
  ]
}

/** What is wrong with a trigger as it would be saved. */
export function checkDraft(draft: TriggerMembers, { catalogue, existing, missing }: Known): Details {
  return ruleProblems(draft.title, [
    ...checkConditions(draft.conditions, 'trigger', catalogue),
    ...checkActions(draft.actions, 'trigger', catalogue),
    ...describeMissingReferences(referencesOf(draft), existing),
    ...missing,
    ...tooMany(draft, catalogue),
    ...tooLong(draft),
  ])
}

/** What is wrong if an object had so many more triggers, and active ones, than it has. */
export function beyondLimits({ all, active }: Counts, added: { readonly all: number; readonly active: number }): Details {
  const refuse = (most: string) => ({ base: [{ description: `Invalid trigger. An object can have at most ${most}.` }] })
  if (added.all > 0 && all + added.all > MAX_TRIGGERS) return refuse(`${MAX_TRIGGERS} triggers`)
  return added.active > 0 && active + added.active > MAX_ACTIVE ? refuse(`${MAX_ACTIVE} active triggers`) : {}
}
