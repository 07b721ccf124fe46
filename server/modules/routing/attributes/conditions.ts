/** The conditions under which a new ticket requires a skill: what is wrong with them, and which fields they may name. Pure. */
import { checkConditions, type Conditions } from '../../../rules/condition.ts'
import type { CustomFieldTypes } from '../../../rules/facts.ts'
import { fieldRow, fixedFields } from '../../../rules/fields.ts'
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

/** What is wrong with the conditions of a skill, in sentences. A skill may have none: then it is given by people and rules only. */
export function checkSkillConditions(conditions: Conditions, types: CustomFieldTypes): readonly string[] {
  return conditions.all.length + conditions.any.length === 0 ? [] : checkConditions(conditions, USE, types)
}

/** The fields that conditions of skills may name, with their titles. @source docs/reference/other.md §12.1 */
export function skillFields(
  types: CustomFieldTypes,
  titles: ReadonlyMap<string, string>,
): readonly { readonly subject: string; readonly title: string }[] {
  const known = fixedFields.filter((name) => fieldRow(name, types)?.uses.includes(USE) === true)
  return [
    ...known.map((name) => ({ subject: name, title: fieldRow(name, types)?.title ?? name })),
    ...[...types.keys()].map((id) => ({ subject: `custom_fields_${id}`, title: titles.get(id) ?? `custom_fields_${id}` })),
  ]
}
