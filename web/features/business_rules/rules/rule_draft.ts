// The values of the form of a rule, and what is sent for them. Pure.
// Does not belong here: drawing them (RuleForm.tsx), validation; the server does that.

import type { ActingKind, Rule, RuleInput, SentConditions } from '../queries/rule_records.ts'
import type { MacroFile } from '../queries/macros.ts'
import { isList } from '#lib/objects.ts'
import { type AudienceDraft, audienceOf, restrictionOf } from './audience.ts'
import { type ActionEntry, type ConditionEntry, emptyAction, emptyCondition, textOf } from './entries.ts'
import { ruleKinds } from './kinds.ts'
import { withKeys, withoutKeys } from '#lib/keyed.ts'

/** A file in a form; it has been uploaded. */
export type DraftFile = Pick<MacroFile, 'id' | 'filename' | 'size'>

export interface RuleDraft extends AudienceDraft {
  title: string
  description: string
  /** The id of the category of a trigger; '' for none. */
  category_id: string
  active: boolean
  all: readonly ConditionEntry[]
  any: readonly ConditionEntry[]
  actions: readonly ActionEntry[]
  files: readonly DraftFile[]
}

/** The form of a rule, or of a new one: with one empty condition and action. */
export function draftOf(rule: Rule | undefined, files: readonly MacroFile[] = []): RuleDraft {
  if (rule === undefined)
    return {
      title: '',
      description: '',
      category_id: '',
      active: true,
      ...audienceOf(null),
      all: [emptyCondition()],
      any: [],
      actions: [emptyAction()],
      files: [],
    }
  const { raw_title: title, description, category_id = '', active, conditions, actions, restriction = null } = rule
  return {
    title,
    description: description ?? '',
    category_id,
    active,
    ...audienceOf(restriction),
    all: withKeys(conditions?.all ?? []),
    any: withKeys(conditions?.any ?? []),
    actions: withKeys(actions),
    files: files.map(({ id, filename, size }) => ({ id, filename, size })),
  }
}

/** The form of a copy of a rule. It is not active yet; one for a single person becomes that of the person who saves it. */
export function copyOf(rule: Rule): RuleDraft {
  return { ...draftOf(rule), title: `Copy of ${rule.raw_title}`, active: false, owner_id: null }
}

/** The conditions of a form, as they are sent. */
export function conditionsOf({ all, any }: Pick<RuleDraft, 'all' | 'any'>): SentConditions {
  return { all: withoutKeys(all).map(makeSentCondition), any: withoutKeys(any).map(makeSentCondition) }
}

/** The value of a condition is a text or a list of texts. */
const makeSentCondition = ({ field, operator, value }: Omit<ConditionEntry, 'key'>) => ({
  field,
  operator,
  value: isList(value) ? value.map(textOf) : typeof value === 'number' ? String(value) : value,
})

/** What is saved of a form. */
export function inputOf(kind: ActingKind, draft: RuleDraft): RuleInput {
  const { title, description, category_id, active, actions, files } = draft
  const { hasDescription, hasConditions } = ruleKinds[kind]
  return {
    title,
    active,
    actions: withoutKeys(actions),
    ...(hasDescription ? { description: description === '' ? null : description } : {}),
    ...(hasConditions ? { conditions: conditionsOf(draft) } : {}),
    ...(kind === 'triggers' && category_id !== '' ? { category_id: Number(category_id) } : {}),
    ...(kind === 'macros' ? { restriction: restrictionOf(draft), attachments: files.map(({ id }) => id) } : {}),
  }
}
