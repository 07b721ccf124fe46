import { isDeepStrictEqual } from 'node:util'
import type { Details } from '#core/errors.ts'
import { checkConditions, isEmpty } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { keepsRule, ruleProblems } from '../rules/problems.ts'
import type { ViewField } from './columns.ts'
import { outputProblems } from './output.ts'
import type { ViewDraft } from './store.ts'

/** Of these fields a view needs a condition that always holds, so that it does not show all tickets there ever were. */
const SELECTING = ['status', 'custom_status_id', 'type', 'group_id', 'assignee_id', 'requester_id']
/** Hours since a status: the ticket still has it. */
const DURING = ['NEW', 'OPEN', 'PENDING', 'HOLD', 'SOLVED', 'CLOSED']
const MAX_BYTES = 65_536

/** What validating a view needs to know of its account. */
export interface Known {
  readonly types: RuleCatalogue
  readonly fields: ReadonlyMap<number, ViewField>
}

/** What keeps conditions from being understood. */
function readingProblems({ conditions }: ViewDraft, types: RuleCatalogue): readonly string[] {
  const problems = checkConditions(conditions, 'view', types)
  if (problems.length > 0) return problems
  return Buffer.byteLength(JSON.stringify(conditions)) > MAX_BYTES ? ['Invalid conditions. They are longer than 64 KB.'] : []
}

function conditionProblems(draft: ViewDraft, types: RuleCatalogue): readonly string[] {
  const problems = readingProblems(draft, types)
  return problems.length > 0 || draft.conditions.all.some(({ field }) => SELECTING.includes(field) || DURING.includes(field))
    ? problems
    : ['Invalid conditions. You must select at least one condition on status, type, group, assignee or requester under "all".']
}

/**
 * What keeps a view that is not saved from being shown: it may have any conditions that can be understood, or none.
 * @source docs/reference/business_rules.md §5.5
 */
export function checkPreview(draft: ViewDraft, { types, fields }: Known): Details {
  return ruleProblems(draft.title, [
    ...(isEmpty(draft.conditions) ? [] : readingProblems(draft, types)),
    ...outputProblems(draft.output, fields),
  ])
}

/**
 * What is wrong with a view as it would be saved. `before` is absent for a new one: what does not change is not checked again, so that a
 * view of a field that was deleted can be renamed.
 * @source docs/reference/business_rules.md §2.2, §5.5
 */
export function checkDraft(after: ViewDraft, { types, fields }: Known, before?: ViewDraft): Details {
  const keeps = before !== undefined && keepsRule(before, after)
  const shows = before !== undefined && isDeepStrictEqual(before.output, after.output)
  const sentences = [...(keeps ? [] : conditionProblems(after, types)), ...(shows ? [] : outputProblems(after.output, fields))]
  return ruleProblems(after.title, sentences)
}
