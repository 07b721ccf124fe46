/** An asset as it would be saved, and what is wrong with it. Pure. @source docs/reference/employee_service.md §1.1 */
import type { Details, Problem } from '#core/errors.ts'
import { exactNumber } from '#http/exact_json.ts'
import { INVALID, isBlank, readValue } from '#modules/custom_data/custom_fields/types.ts'
import { type ProfileValues, readProfile } from '#modules/custom_data/custom_fields/values.ts'
import type { AssetFieldRow } from '../asset_fields/store.ts'
import type { AssetInput } from './schema.ts'
import type { AssetDraft, AssetRow } from './store.ts'

/** Size of the custom values of one asset, as JSON. */
const MAX_VALUES_BYTES = 32 * 1024
const TEXTS = ['asset_tag', 'serial_number', 'manufacturer', 'model', 'vendor', 'notes'] as const
const DAYS = ['purchase_date', 'warranty_expiration'] as const

const problem = (title: string, what: string, error: string): Problem[] => [{ description: `${title}: ${what}`, error }]
const readTyped = (type: 'date' | 'decimal', value: unknown) =>
  readValue(value, { type, tag: null, regexp_for_validation: null, relationship_target_type: null, options: [] })

const NEW = { name: '', location_id: null, user_id: null, organization_id: null, external_id: null, custom_field_values: {} }

/** Applies an input to an asset; null = a new one. `fields` are the custom fields of its type. The caller checks what it refers to. */
export function draftAsset(
  fields: readonly AssetFieldRow[],
  before: AssetRow | null,
  input: AssetInput,
): { draft: AssetDraft; problems: Details } {
  const old = before ?? { ...NEW, asset_type_id: '', status_id: '' }
  const sent = input.custom_field_values ?? {}
  const { values, problems } = readProfile(fields, old.custom_field_values, sent, [])
  const paid = readPaid(before, input)
  const draft: AssetDraft = {
    name: (input.name ?? old.name).trim(),
    asset_type_id: before?.asset_type_id ?? input.asset_type_id ?? '',
    status_id: input.status_id ?? old.status_id,
    location_id: input.location_id === undefined ? old.location_id : input.location_id || null,
    user_id: input.user_id === undefined ? old.user_id : input.user_id,
    organization_id: input.organization_id === undefined ? old.organization_id : input.organization_id,
    external_id: input.external_id === undefined ? old.external_id : input.external_id || null,
    ...textsOf(before, input),
    ...paid.draft,
    custom_field_values: values,
  }
  const inFields = (details: Details): Details =>
    Object.fromEntries(Object.entries(details).map(([key, list]) => [`custom_field_values.${key}`, list]))
  const missing = missingValues(fields, before, sent, values)
  return { draft, problems: { ...inFields({ ...missing, ...problems }), ...paid.problems, ...checkAsset(draft) } }
}

function textsOf(before: AssetRow | null, input: AssetInput): Pick<AssetDraft, (typeof TEXTS)[number]> {
  const text = (name: (typeof TEXTS)[number]) => (input[name] === undefined ? (before?.[name] ?? null) : input[name]?.trim() || null)
  return {
    asset_tag: text('asset_tag'),
    serial_number: text('serial_number'),
    manufacturer: text('manufacturer'),
    model: text('model'),
    vendor: text('vendor'),
    notes: text('notes'),
  }
}

/** What was paid for it and when, and how long it is under warranty. */
function readPaid(before: AssetRow | null, input: AssetInput) {
  const problems: Details = {}
  const day = (name: (typeof DAYS)[number], title: string): string | null => {
    if (input[name] === undefined) return before?.[name] ?? null
    const read = readTyped('date', input[name])
    if (read === null || typeof read === 'string') return read
    problems[name] = problem(title, 'is not a date', 'InvalidValue')
    return null
  }
  const cost = (): number | null => {
    if (input.purchase_cost === undefined) return before?.purchase_cost ?? null
    const read = readTyped('decimal', input.purchase_cost)
    const number = read === null ? null : read === INVALID ? NaN : (exactNumber(String(read)) ?? NaN)
    if (number === null || (Number.isFinite(number) && number >= 0)) return number
    problems.purchase_cost = problem('Purchase cost', 'is not an amount', 'InvalidValue')
    return null
  }
  const draft = {
    purchase_cost: cost(),
    purchase_date: day('purchase_date', 'Purchase date'),
    warranty_expiration: day('warranty_expiration', 'Warranty expiration'),
  }
  return { draft, problems }
}

/** Required fields must be set in a new asset and cannot be emptied. Assets older than the requirement can still be changed. */
function missingValues(fields: readonly AssetFieldRow[], before: AssetRow | null, sent: ProfileValues, values: ProfileValues): Details {
  const wanted = fields.filter((field) => field.active && field.required && (before === null || Object.hasOwn(sent, field.key)))
  const blank = wanted.filter((field) => isBlank(values[field.key]))
  return Object.fromEntries(blank.map((field) => [field.key, problem(field.title, 'cannot be blank', 'BlankValue')]))
}

function checkAsset({ name, custom_field_values }: AssetDraft): Details {
  if (name === '') return { name: problem('Name', 'cannot be blank', 'BlankValue') }
  return Buffer.byteLength(JSON.stringify(custom_field_values)) > MAX_VALUES_BYTES
    ? { base: [{ description: `An asset may hold at most ${MAX_VALUES_BYTES} bytes of values`, error: 'TooLong' }] }
    : {}
}
