/**
 * Actions that set custom ticket fields, derived from the field's type. An empty value clears the field.
 * @source docs/reference/business_rules.md §4
 */
import { type Argument, date, days, id, integer, list, longText, number, optional } from './argument.ts'
import { dayAfter, option, options } from './custom.ts'
import { type ActionRow, sets } from './bound_action.ts'
import type { CustomField, CustomFieldType, CustomFieldTypes, CustomValue, RuleContext } from './facts.ts'

const idText: Argument<string> = { ...id(), read: (value) => id().read(value)?.toString() }

/** A date, or a number of days after the action runs (in UTC). */
const dayOrDays: Argument<string | number> = {
  type: 'date',
  expects: `${date.expects} or a number of days`,
  values: [],
  read: (value) => date.read(value) ?? days.read(value),
}

const byType: Record<CustomFieldType, (field: CustomField) => Argument<CustomValue>> = {
  text: () => longText,
  textarea: () => longText,
  regexp: () => longText,
  partialcreditcard: () => longText,
  checkbox: () => list(['true', 'false']),
  date: () => dayOrDays,
  integer: () => integer,
  decimal: () => number,
  tagger: (field) => option(field, []),
  multiselect: options,
  lookup: () => idText,
}

function stored(type: CustomFieldType, value: CustomValue, context: RuleContext): CustomValue {
  if (type === 'checkbox') return value === 'true'
  if (type === 'date' && typeof value === 'number') return dayAfter(context, value)
  return value
}

/** The action that sets `custom_fields_<id>`; undefined for other names and for fields that the account does not have. */
export function customAction(name: string, types: CustomFieldTypes): ActionRow | undefined {
  const fieldId = /^custom_fields_(\d+)$/.exec(name)?.[1]
  const field = fieldId === undefined ? undefined : types.get(fieldId)
  if (fieldId === undefined || field === undefined) return undefined
  return sets(name, optional(byType[field.type](field)), (value, ticket, context) => ({
    custom_fields: { ...ticket.custom_fields, [fieldId]: stored(field.type, value, context) },
  }))
}
