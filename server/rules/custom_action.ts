/**
 * Actions that set custom ticket fields, derived from the field's type. An empty value clears the field.
 * @source docs/reference/business_rules.md §4
 */
import { type Argument, date, days, integer, list, longText, number, allowEmpty, recordId } from './argument.ts'
import { dayAfter, option, options } from './custom.ts'
import { type ActionRow, causes, type Effect, sets } from './bound_action.ts'
import type { CustomField, CustomFieldType, CustomValue, RuleCatalogue, RuleContext } from './facts.ts'

/** A date, or a number of days after the day of the account on which the action runs; also after the word that says which. */
const dayOrDays: Argument<string | number> = {
  type: 'date',
  expects: `${date.expects} or a number of days`,
  values: [],
  read: (value) => {
    if (!Array.isArray(value)) return date.read(value) ?? days.read(value)
    const [word, said]: readonly unknown[] = value
    if (value.length !== 2) return undefined
    return word === 'specific_date' ? date.read(said) : word === 'days_from_now' ? days.read(said) : undefined
  },
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
  lookup: () => recordId,
}

function toStoredValue(type: CustomFieldType, value: CustomValue, context: RuleContext): CustomValue {
  if (type === 'checkbox') return value === 'true'
  if (type === 'date' && typeof value === 'number') return dayAfter(context, value)
  return value
}

/** An action that sets a field of the ticket or record itself; an empty value clears it. */
export function setsField(name: string, key: string, field: CustomField): ActionRow {
  return sets(name, allowEmpty(byType[field.type](field)), (value, { custom_fields }, context) => ({
    custom_fields: { ...custom_fields, [key]: toStoredValue(field.type, value, context) },
  }))
}

/** An action whose effect sets a field to a value; an empty one clears it. */
function fieldAction(name: string, field: CustomField, effect: (value: CustomValue) => Effect): ActionRow {
  return causes(name, allowEmpty(byType[field.type](field)), (value, _ticket, context) => effect(toStoredValue(field.type, value, context)))
}

/** The action that sets a field of a ticket's requester or organization; undefined for other names and fields that do not exist. */
function profileAction(name: string, catalogue: RuleCatalogue): ActionRow | undefined {
  const [, whose, key = ''] = /^(requester|organization)\.custom_fields\.(.+)$/.exec(name) ?? []
  const types = whose === 'requester' ? catalogue.user : catalogue.organization
  const field = whose === undefined ? undefined : types.get(key)
  if (field === undefined) return undefined
  return fieldAction(name, field, (value) => ({
    kind: 'set_profile_field',
    whose: whose === 'requester' ? 'requester' : 'organization',
    key,
    ...(field.stored_as && { stored_as: field.stored_as }),
    value,
  }))
}

/**
 * The action that sets `custom_fields_<id>`, `requester.custom_fields.<key>` or `organization.custom_fields.<key>`; undefined for other names
 * and for fields that the account does not have.
 */
export function customAction(name: string, catalogue: RuleCatalogue): ActionRow | undefined {
  const fieldId = /^custom_fields_(\d+)$/.exec(name)?.[1]
  const field = fieldId === undefined ? undefined : catalogue.ticket.get(fieldId)
  if (fieldId === undefined || field === undefined) return profileAction(name, catalogue)
  return setsField(name, fieldId, field)
}
