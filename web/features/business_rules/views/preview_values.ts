// What the cells of a preview show: names for ids and words of the API, moments as such. Pure.

import type { ViewDefinitions, ViewPreview } from '../queries/views.ts'
import type { FieldOptions } from '#features/ticket_fields/public.ts'
import { formatStoredDate } from '#kit/dates.ts'
import { formatCount, formatNumber } from '#kit/numbers.ts'

/** The content of a cell. */
export type CellValue = { readonly at: string } | { readonly text: string }

type Names = ReadonlyMap<string, string>

/** Where rows have the value of a column, if not under its name. */
const MEMBERS: Readonly<Record<string, string>> = {
  requester: 'requester_id',
  submitter: 'submitter_id',
  assignee: 'assignee_id',
  group: 'group_id',
  organization: 'organization_id',
  ticket_form: 'ticket_form_id',
  brand: 'brand_id',
}
const PEOPLE = ['requester', 'submitter', 'assignee']
const MOMENTS = ['created', 'updated', 'updated_requester', 'updated_assignee', 'assigned', 'solved', 'due_date', 'sla_next_breach_at']
const NONE: CellValue = { text: '–' }

/** Names by id, or titles by value. */
export interface PreviewNames {
  readonly people: Names
  readonly organizations: Names
  /** By the member of rows, which is the field of a condition as well. */
  readonly titles: ReadonlyMap<string, Names>
  /** The columns whose values are days. */
  readonly days: ReadonlySet<string>
}

const namesOf = (records: readonly { readonly id: number; readonly name: string }[] = []): Names =>
  new Map(records.map(({ id, name }) => [String(id), name]))

/** Types of custom fields whose values have names. */
const WITH_OPTIONS = ['tagger', 'multiselect']

/** The ids of the custom fields whose values may have names that only the field knows. */
export function fieldsWithOptions({ columns, group_by }: Pick<ViewPreview, 'columns' | 'group_by'>): number[] {
  const ids = columns.filter(({ type = '' }) => WITH_OPTIONS.includes(type)).map(({ id }) => Number(id))
  return group_by !== null && /^\d+$/.test(group_by) ? [...new Set([...ids, Number(group_by)])] : ids
}

/** The names that the table, the definitions and the fields know. */
export function previewNames(
  { users, organizations, columns }: ViewPreview,
  { conditions_all }: ViewDefinitions,
  fields: readonly FieldOptions[] = [],
): PreviewNames {
  const options = fields.map(({ id, custom_field_options = [] }): [string, Names] => [
    String(id),
    new Map(custom_field_options.map(({ value, name }) => [value, name])),
  ])
  const titles = conditions_all.map(({ subject, values = [] }): [string, Names] => [
    subject,
    new Map(values.map(({ value, title }) => [value, title])),
  ])
  const days = new Set(columns.filter(({ type }) => type === 'date').map(({ id }) => String(id)))
  return { people: namesOf(users), organizations: namesOf(organizations), titles: new Map([...titles, ...options]), days }
}

/** Writes a value of a column. */
function cellValue(column: string, value: unknown, names: PreviewNames): CellValue {
  if (value === null || value === undefined || value === '') return NONE
  if (MOMENTS.includes(column) && typeof value === 'string') return { at: value }
  if (names.days.has(column) && typeof value === 'string') return { text: formatStoredDate(value) }
  if (typeof value === 'boolean') return { text: value ? 'Yes' : 'No' }
  const known = PEOPLE.includes(column)
    ? names.people
    : column === 'organization'
      ? names.organizations
      : names.titles.get(MEMBERS[column] ?? column)
  const texts = (Array.isArray(value) ? value : [value]).map((one) => known?.get(String(one)) ?? String(one))
  return texts.length === 0 ? NONE : { text: texts.join(', ') }
}

/** The cell of a column in a row. */
export function cellOf(column: string, row: Readonly<Record<string, unknown>>, names: PreviewNames): CellValue {
  return cellValue(column, row[MEMBERS[column] ?? column], names)
}

/** Rows that belong together, under a title if they are grouped. */
export interface RowGroup {
  readonly key: string
  readonly title: CellValue | undefined
  readonly rows: ViewPreview['rows']
}

/** The rows in their groups; one group without a title if they are not grouped. */
export function groupRows({ rows, groups, group_by }: ViewPreview, names: PreviewNames): RowGroup[] {
  if (group_by === null) return [{ key: '', title: undefined, rows }]
  return groups.map(({ id, name }) => ({
    key: String(id),
    title: titleOf(group_by, { id, name }, names),
    rows: rows.filter((row) => row['group'] === id),
  }))
}

function titleOf(column: string, { id, name }: Pick<ViewPreview['groups'][number], 'id' | 'name'>, names: PreviewNames): CellValue {
  if (id === null || id === '') return { text: '(nothing)' }
  return name !== null && name !== String(id) ? { text: name } : cellValue(column, id, names)
}

/** How many tickets there are, in a sentence. `shown`: those in the table. */
export function countSentence(count: number, shown: number): string {
  if (count === 0) return 'No ticket matches now.'
  if (count === 1) return 'One ticket matches now.'
  const all = count >= MAX_COUNTED ? `${formatNumber(MAX_COUNTED)} tickets or more` : formatCount(count, 'ticket')
  return `${all} match now.${count > shown ? ` The first ${shown} are shown.` : ''}`
}

/** The API stops counting here. */
const MAX_COUNTED = 100_000
