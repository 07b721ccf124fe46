/**
 * THE COLUMNS OF VIEWS, as data: their titles, and whether a view can be sorted and grouped by them. Pure.
 * Not here: how they are sorted in SQL (order_store.ts), and their values in rows (rows.ts).
 */
import { oneOf, text, flag } from '#http/answer_shape.ts'
import Type from 'typebox'
import type { AnswerOf } from '#http/route.ts'
import { isKeyOf, keysOf } from '#lib/objects.ts'

interface Definition {
  readonly title: string
  readonly sortable?: false
  readonly groupable?: false
  /** As answers have them, where that is recorded to be otherwise. */
  readonly shown?: { readonly filterable?: boolean; readonly sortable?: false }
}

/** @source docs/reference/business_rules.md §5.5 */
const COLUMNS = {
  subject: { title: 'Subject', groupable: false, shown: { sortable: false } },
  description: { title: 'Description', sortable: false, groupable: false },
  requester: { title: 'Requester' },
  submitter: { title: 'Submitter', sortable: false, shown: { filterable: false } },
  assignee: { title: 'Assignee' },
  group: { title: 'Group' },
  organization: { title: 'Organization' },
  nice_id: { title: 'ID', groupable: false, shown: { filterable: true } },
  status: { title: 'Status category' },
  custom_status_id: { title: 'Ticket status', sortable: false, groupable: false },
  type: { title: 'Type' },
  priority: { title: 'Priority' },
  created: { title: 'Requested', shown: { filterable: false } },
  updated: { title: 'Updated' },
  updated_requester: { title: 'Requester updated' },
  updated_assignee: { title: 'Assignee updated' },
  updated_by_type: { title: 'Latest updater type' },
  assigned: { title: 'Assigned' },
  solved: { title: 'Solved', shown: { filterable: false } },
  due_date: { title: 'Due date' },
  sla_next_breach_at: { title: 'Next SLA breach', groupable: false },
  satisfaction_score: { title: 'Satisfaction' },
  ticket_form: { title: 'Ticket form' },
  brand: { title: 'Brand' },
  locale_id: { title: 'Requester language' },
  score: { title: 'Score', sortable: false, groupable: false },
  attributes_match: { title: 'Skill match', sortable: false, groupable: false },
} as const satisfies Readonly<Record<string, Definition>>

/** The name of a column that every account has. */
export type ColumnName = keyof typeof COLUMNS
export const COLUMN_NAMES: readonly ColumnName[] = keysOf(COLUMNS)

/** Other names by which clients call columns: those of the ticket's members. */
const ALIASES = {
  id: 'nice_id',
  ticket_id: 'nice_id',
  created_at: 'created',
  updated_at: 'updated',
  due_at: 'due_date',
  assigned_at: 'assigned',
  solved_at: 'solved',
  assignee_id: 'assignee',
  requester_id: 'requester',
  submitter_id: 'submitter',
  group_id: 'group',
  organization_id: 'organization',
  brand_id: 'brand',
  ticket_form_id: 'ticket_form',
  custom_status: 'custom_status_id',
  locale: 'locale_id',
} as const satisfies Readonly<Record<string, ColumnName>>

/** A ticket field, as far as views need to know it. */
export interface ViewField {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly system?: boolean
}

interface Described {
  readonly title: string
  readonly sortable: boolean
  readonly groupable: boolean
  readonly shown?: Definition['shown']
}
/** A column that every account has. */
interface CommonColumn extends Described {
  readonly name: ColumnName
  readonly field?: undefined
}
/** The column of a custom field. */
interface FieldColumn extends Described {
  readonly name: string
  readonly field: ViewField
}
/** A column of a view. `name` is what is stored; `field` is set for a custom field, whose name is its id. */
export type Column = CommonColumn | FieldColumn

/** Types of custom fields that tickets have no single value of. */
const UNSORTED = ['multiselect', 'partialcreditcard']

function commonColumn(name: ColumnName): CommonColumn {
  const definition: Definition = COLUMNS[name]
  const { title, sortable = true, groupable = true, shown } = definition
  return { name, title, sortable, groupable, ...(shown && { shown }) }
}

function fieldColumn(field: ViewField): FieldColumn {
  const sortable = !UNSORTED.includes(field.type)
  return { name: String(field.id), title: field.title, sortable, groupable: sortable, field }
}

/** Finds a column by its name or the id of a custom field; undefined if the account does not have it. */
export function findColumn(name: string, fields: ReadonlyMap<number, ViewField>): Column | undefined {
  const known = isKeyOf(ALIASES, name) ? ALIASES[name] : name
  if (isKeyOf(COLUMNS, known)) return commonColumn(known)
  const field = /^\d{1,15}$/.test(known) ? fields.get(Number(known)) : undefined
  return field === undefined || field.system ? undefined : fieldColumn(field)
}

/** All columns an account has. */
export function allColumns(fields: readonly ViewField[]): Column[] {
  return [...COLUMN_NAMES.map(commonColumn), ...fields.filter((field) => !field.system).map(fieldColumn)]
}

/** A column as answers have it. Custom fields have the type and the address of their field. */
export const WireColumn = Type.Object({
  id: Type.Unsafe<string | number>({ type: ['string', 'integer'] }),
  title: text,
  filterable: flag,
  sortable: flag,
  type: Type.Optional(text),
  url: Type.Optional(text),
})
/** The column a view is sorted or grouped by, as answers have it. */
export const WireOrder = Type.Object({ ...WireColumn.properties, order: oneOf(['asc', 'desc']) })

/** A column as JSON. @source docs/reference/business_rules.md §1, §5.5 */
export function presentColumn({ name, title, sortable, groupable, shown, field }: Column, base_url: string): AnswerOf<typeof WireColumn> {
  const plain = { id: name, title, filterable: groupable, sortable, ...shown }
  return field === undefined
    ? plain
    : { ...plain, id: field.id, type: field.type, url: `${base_url}/api/v2/ticket_fields/${field.id}.json` }
}
