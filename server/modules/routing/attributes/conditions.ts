/** The conditions under which a new ticket requires a skill: what is wrong with them, and which fields they may name. Pure. */
import { checkConditions, type Conditions } from '#rules/condition.ts'
import { customNames } from '#rules/custom.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { fieldRow, fixedFields } from '#rules/fields.ts'
import type { FieldRow } from '#rules/row.ts'
import type { ConditionLists } from './schema.ts'

/** The kind of rule whose fields skills may name: they are checked when a ticket is created, as triggers are. */
const USE = 'trigger'

export const NO_CONDITIONS: Conditions = { all: [], any: [] }

/** Conditions as rules read them; those of `before` when none were sent. */
export function conditionsOf(given: ConditionLists | undefined, before: Conditions): Conditions {
  if (given === undefined) return before
  const side = (list: ConditionLists['all']) =>
    (list ?? []).map(({ subject, field = subject ?? '', operator = '', value = null }) => ({ field, operator, value }))
  return { all: side(given.all), any: side(given.any) }
}

/** Whether conditions of skills and queues may name a field: those of new tickets that need no schedules. */
const isUsable = (row: FieldRow | undefined): row is FieldRow => row?.uses.includes(USE) === true && !row.needs.includes('schedules')

/** What is wrong with the conditions of a skill, in sentences. A skill may have none: then it is given by people and rules only. */
export function checkSkillConditions(conditions: Conditions, catalogue: RuleCatalogue): readonly string[] {
  const named = [...conditions.all, ...conditions.any]
  if (named.length === 0) return []
  const unusable = named.filter(({ field }) => {
    const row = fieldRow(field, catalogue)
    return row !== undefined && !isUsable(row)
  })
  if (unusable.length > 0)
    return unusable.map(({ field }) => `Invalid condition on ${field}: the field cannot be used in this kind of rule.`)
  return checkConditions(conditions, USE, catalogue)
}

/** The fields that conditions of skills and queues may name. @source docs/reference/other.md §12.1 */
export function skillFields(catalogue: RuleCatalogue): readonly { readonly subject: string; readonly row: FieldRow }[] {
  return [...fixedFields, ...customNames(catalogue)].flatMap((subject) => {
    const row = fieldRow(subject, catalogue)
    return isUsable(row) ? [{ subject, row }] : []
  })
}
