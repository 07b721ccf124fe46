import { isDeepStrictEqual } from 'node:util'
import type { Details } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import type { Action } from '#rules/actions.ts'
import type { Conditions } from '#rules/condition.ts'

interface Checked {
  readonly active: boolean
  readonly conditions?: Conditions
  readonly actions?: readonly Action[]
}

/** True when conditions and actions do not change and the rule is not activated. They are then not checked: a rule can always be disabled. */
export function keepsRule(before: Checked, after: Checked): boolean {
  return (before.active || !after.active) && isDeepStrictEqual([before.conditions, before.actions], [after.conditions, after.actions])
}

/** At most so many bytes have the conditions and actions of a trigger. @source docs/reference/business_rules.md §2.2 */
const MAX_BYTES = 65_536

/** A sentence on a trigger that is too long; [] for others. */
export function tooLong({ conditions, actions }: { readonly conditions: Conditions; readonly actions: readonly Action[] }): string[] {
  const bytes = Buffer.byteLength(JSON.stringify({ conditions, actions }))
  return bytes > MAX_BYTES ? ['Invalid trigger. Its conditions and actions are longer than 64 KB.'] : []
}

/** What is wrong with a rule: a title that is blank, and `sentences` on the rest, as the details of RecordInvalid. */
export function ruleProblems(title: string, sentences: readonly string[]): Details {
  return {
    ...(title === '' ? { title: [makeBlankProblem('Title')] } : {}),
    ...(sentences.length === 0 ? {} : { base: sentences.map((description) => ({ description })) }),
  }
}
