/**
 * THE COLUMNS OF VIEWS, as data: their titles, the member of the ticket that each shows, and whether a view can be sorted and grouped by them.
 * Names, titles and order are those of the public service, which differ from those of members; members with `view` in ticket_members.ts come
 * after them, under their own names. Pure. Not here: what is sorted otherwise than its member is (order_store.ts) or shown otherwise (rows.ts).
 */
import { oneOf, text, flag } from '#http/answer_shape.ts'
import Type from 'typebox'
import type { AnswerOf } from '#http/route.ts'
import { ensureDefined } from '#lib/defined.ts'
import { fromKeys, isKeyOf, keysOf } from '#lib/objects.ts'
import { type TicketState, VIEW_MEMBERS } from '#modules/tickets/tickets/row.ts'

interface Definition {
  readonly title: string
  /** The member whose value it shows. What columns without one show is in rows.ts. */
  readonly member?: keyof TicketState
  readonly sortable?: false
  readonly groupable?: false
  /** As answers have them, where that is recorded to be otherwise. */
  readonly shown?: { readonly filterable?: boolean; readonly sortable?: false }
}

/** @source docs/reference/business_rules.md §5.5 */
const RECORDED = {
  subject: { title: 'Subject', member: 'subject', groupable: false, shown: { sortable: false } },
  description: { title: 'Description', member: 'description', sortable: false, groupable: false },
  requester: { title: 'Requester', member: 'requester_id' },
  submitter: { title: 'Submitter', member: 'submitter_id', sortable: false, shown: { filterable: false } },
  assignee: { title: 'Assignee', member: 'assignee_id' },
  group: { title: 'Group', member: 'group_id' },
  organization: { title: 'Organization', member: 'organization_id' },
  nice_id: { title: 'ID', groupable: false, shown: { filterable: true } },
  status: { title: 'Status category', member: 'status' },
  custom_status_id: { title: 'Ticket status', member: 'custom_status_id', sortable: false, groupable: false },
  type: { title: 'Type', member: 'type' },
  priority: { title: 'Priority', member: 'priority' },
  created: { title: 'Requested', member: 'created_at', shown: { filterable: false } },
  updated: { title: 'Updated', member: 'updated_at' },
  updated_requester: { title: 'Requester updated', member: 'requester_updated_at' },
  updated_assignee: { title: 'Assignee updated', member: 'assignee_updated_at' },
  updated_by_type: { title: 'Latest updater type' },
  assigned: { title: 'Assigned', member: 'assigned_at' },
  solved: { title: 'Solved', member: 'solved_at', shown: { filterable: false } },
  due_date: { title: 'Due date', member: 'due_at' },
  sla_next_breach_at: { title: 'Next SLA breach', member: 'sla_next_breach_at', groupable: false },
  satisfaction_score: { title: 'Satisfaction' },
  ticket_form: { title: 'Ticket form', member: 'ticket_form_id' },
  brand: { title: 'Brand', member: 'brand_id' },
  locale_id: { title: 'Requester language' },
  score: { title: 'Score', sortable: false, groupable: false },
  attributes_match: { title: 'Skill match', sortable: false, groupable: false },
} as const satisfies Readonly<Record<string, Definition>>

type MemberName = keyof typeof VIEW_MEMBERS
const views: Readonly<Record<string, { readonly title: string }>> = VIEW_MEMBERS
/** The columns of members under their own names. */
const ofMembers = fromKeys(keysOf(VIEW_MEMBERS), (member: MemberName) => ({ ...ensureDefined(views[member]), member }))
const COLUMNS = { ...RECORDED, ...ofMembers }

/** The name of a column that every account has. */
export type ColumnName = keyof typeof COLUMNS
export const COLUMN_NAMES: readonly ColumnName[] = keysOf(COLUMNS)
/** The columns that show a member of the ticket. */
export type MemberColumn = {
  [Name in ColumnName]: (typeof COLUMNS)[Name] extends { readonly member: keyof TicketState } ? Name : never
}[ColumnName]
/** The members that columns show. */
export type ViewMember = (typeof COLUMNS)[MemberColumn]['member']

/** True for a column that shows a member. */
export function isMemberColumn(name: ColumnName): name is MemberColumn {
  return 'member' in COLUMNS[name]
}

/** The member that a column shows. */
export function memberOfColumn(name: MemberColumn): ViewMember {
  return COLUMNS[name].member
}

/** The members that views read to show them. */
export const VIEW_COLUMNS = COLUMN_NAMES.filter(isMemberColumn).map(memberOfColumn)

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
