import { isDeepStrictEqual } from 'node:util'
import type { Details } from '../../../errors.ts'
import type { Action } from '../../../rules/actions.ts'
import type { Conditions } from '../../../rules/condition.ts'

interface Checked {
  readonly active: boolean
  readonly conditions?: Conditions
  readonly actions?: readonly Action[]
}

/** True when conditions and actions do not change and the rule is not activated. They are then not checked: a rule can always be disabled. */
export function keepsRule(before: Checked, after: Checked): boolean {
  return (before.active || !after.active) && isDeepStrictEqual([before.conditions, before.actions], [after.conditions, after.actions])
}

/** What is wrong with a rule: a title that is blank, and `sentences` on the rest, as the details of RecordInvalid. */
export function ruleProblems(title: string, sentences: readonly string[]): Details {
  return {
    ...(title === '' ? { title: [{ description: 'Title: cannot be blank', error: 'BlankValue' }] } : {}),
    ...(sentences.length === 0 ? {} : { base: sentences.map((description) => ({ description })) }),
  }
}
