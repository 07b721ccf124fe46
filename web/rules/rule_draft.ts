// The values of the form of a rule, and what is sent for them. Pure.
// Does not belong here: drawing them (RuleForm.tsx), validation; the server does that.

import type { RuleInput, RuleKind } from '../api/rules.ts'
import type { Rule, RuleAction, RuleCondition, RuleConditions } from '../api/types.ts'
import { type ActionEntry, type ConditionEntry, emptyAction, emptyCondition, withKeys, withoutKeys } from './entries.ts'

export interface RuleDraft {
  title: string
  description: string
  /** The id of the category of a trigger; '' for none. */
  category_id: string
  active: boolean
  all: readonly ConditionEntry[]
  any: readonly ConditionEntry[]
  actions: readonly ActionEntry[]
}

/** The form of a rule, or of a new one: with one empty condition and action. */
export function draftOf(rule: Rule | undefined): RuleDraft {
  if (rule === undefined)
    return { title: '', description: '', category_id: '', active: true, all: [emptyCondition()], any: [], actions: [emptyAction()] }
  const { raw_title: title, description, category_id = '', active, conditions, actions } = rule
  return {
    ...{ title, description: description ?? '', category_id, active },
    ...{ all: withKeys(conditions.all), any: withKeys(conditions.any), actions: withKeys(actions) },
  }
}

/** The form of a copy of a rule. It is not active yet. */
export function copyOf(rule: Rule): RuleDraft {
  return { ...draftOf(rule), title: `Copy of ${rule.raw_title}`, active: false }
}

/** The conditions of a form, as they are sent. */
export function conditionsOf({ all, any }: Pick<RuleDraft, 'all' | 'any'>): RuleConditions {
  return { all: withoutKeys(all) as RuleCondition[], any: withoutKeys(any) as RuleCondition[] }
}

/** What is saved of a form. */
export function inputOf(kind: RuleKind, draft: RuleDraft): RuleInput {
  const { title, description, category_id, active, actions } = draft
  const ofTrigger = { description, ...(category_id === '' ? {} : { category_id: Number(category_id) }) }
  return {
    ...(kind === 'triggers' ? ofTrigger : {}),
    ...{ title, active, conditions: conditionsOf(draft), actions: withoutKeys(actions) as RuleAction[] },
  }
}
