import type { Details } from '#core/errors.ts'
import { checkActions } from '#rules/actions.ts'
import { checkConditions } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { ruleProblems, tooLong } from '../rules/problems.ts'
import { describeMissingReferences, referencesOf } from '../rules/references.ts'
import type { TriggerDraft } from './store.ts'

/** At most so many triggers of an account are active. @source docs/reference/business_rules.md §2.2 */
const MAX_ACTIVE = 7000

/** What validating triggers needs: the custom fields, and which of the referenced records exist. */
export interface Known {
  readonly catalogue: RuleCatalogue
  readonly existing: ReadonlySet<string>
}

/** What is wrong with a trigger as it would be saved. @source docs/reference/business_rules.md §2.2 */
export function checkDraft(draft: TriggerDraft, { catalogue, existing }: Known): Details {
  const unknown = [...checkConditions(draft.conditions, 'trigger', catalogue), ...checkActions(draft.actions, 'trigger', catalogue)]
  return ruleProblems(draft.title, [...unknown, ...describeMissingReferences(referencesOf(draft), existing), ...tooLong(draft)])
}

/** What is wrong if so many more triggers were active than are. */
export function tooManyActive(active: number, added: number): Details {
  const isTooMany = added > 0 && active + added > MAX_ACTIVE
  return isTooMany ? { base: [{ description: `Invalid trigger. At most ${MAX_ACTIVE} triggers can be active.` }] } : {}
}
