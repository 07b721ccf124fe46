/** The values of people and organizations. Pure. @source docs/reference/business_rules.md §7 */
import type { FieldOption } from '#modules/custom_data/custom_fields/options.ts'
import { localeByCode } from '#lib/locales.ts'
import type { OrganizationRow } from '#modules/people/organizations/store.ts'
import type { UserRow } from '#modules/people/users/store.ts'
import { Option, textOf } from './value.ts'

/** A custom field of people or organizations, with where its values are stored. */
export interface HolderField {
  readonly key: string
  readonly stored_as: string
  readonly options: readonly Pick<FieldOption, 'name' | 'value'>[]
}

/** The custom fields of people and of organizations. */
export interface HolderFields {
  readonly users: readonly HolderField[]
  readonly organizations: readonly HolderField[]
}

const ROLES = { 'end-user': 'End user', agent: 'Agent', admin: 'Administrator' } as const

/** The value of a custom field as a text: booleans as 1 and 0, several values with a space between. */
export function fieldText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.map(fieldText).join(' ')
  return textOf(value)
}

/** The values of custom fields by their keys: of options with their titles. */
export function fieldValues(fields: readonly HolderField[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ key, stored_as, options }) => {
      const value = fieldText(values[stored_as])
      const option = options.find((one) => one.value === value)
      return [key, option === undefined ? value : new Option(value, option.name)]
    }),
  )
}

/** The values of an organization; undefined without one. */
export function organizationValues(row: OrganizationRow | undefined, fields: HolderFields): Record<string, unknown> | undefined {
  if (row === undefined) return undefined
  const { id, name, external_id, details, notes, tags } = row
  const custom_fields = fieldValues(fields.organizations, row.organization_fields)
  return { id, name, external_id, details, notes, tags: tags.join(' '), custom_fields }
}

/** The values of a person; undefined without one. */
export function personValues(
  row: UserRow | undefined,
  organization: OrganizationRow | undefined,
  fields: HolderFields,
): Record<string, unknown> | undefined {
  if (row === undefined) return undefined
  const [first = '', ...others] = row.name.split(/\s+/)
  const { id, name, email, phone, external_id, details, notes, signature, time_zone } = row
  return {
    id,
    name,
    email,
    phone,
    external_id,
    details,
    notes,
    signature,
    time_zone,
    first_name: first,
    last_name: others.join(' '),
    language: localeByCode(row.locale)?.native_name ?? row.locale,
    locale: row.locale,
    role: ROLES[row.role],
    extended_role: ROLES[row.role],
    tags: row.tags.join(' '),
    organization: organizationValues(organization, fields),
    custom_fields: fieldValues(fields.users, row.user_fields),
  }
}
