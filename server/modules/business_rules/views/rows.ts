/** The tickets of a view as a table. Pure: what it needs is loaded before. */
import type { AnswerOf } from '#http/route.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import { fromKeys, isKeyOf } from '#lib/objects.ts'
import { ticketFieldValue } from '#modules/custom_data/custom_fields/types.ts'
import { isMoment } from '#modules/tickets/tickets/row.ts'
import { type Column, COLUMN_NAMES, type ColumnName, type MemberColumn, memberOfColumn } from './columns.ts'
import type { ViewTicket } from './execute_store.ts'
import type { ViewTable } from './schema.ts'

type Members = Readonly<Record<string, unknown>>
type RowTicket = Members & Pick<ViewTicket, 'id'>
type One = string | number | boolean | null
/** The value of a column: an id, a word, a moment, the value of a custom field. */
type Value = One | readonly string[]
type Shows = (ticket: ViewTicket) => Readonly<Record<string, Value>>

/** Who updated a ticket last: its requester, or an agent. */
const updatedByType = ({ requester_updated_at, updated_at }: ViewTicket) => (requester_updated_at >= updated_at ? 'End user' : 'Agent')

/**
 * What columns add to a row under the names the public service uses, of those that do not add their member alone: a due date stands there
 * twice. @source docs/reference/business_rules.md §5.5
 */
const OWN: { readonly [Name in Exclude<ColumnName, MemberColumn> | 'due_date']: Shows } = {
  nice_id: ({ id }) => ({ nice_id: id, ticket_id: id }),
  updated_by_type: (ticket) => ({ updated_by_type: updatedByType(ticket) }),
  due_date: ({ due_at }) => ({ due_date: wireTimeOrNull(due_at), due_at: wireTimeOrNull(due_at) }),
  satisfaction_score: (ticket) => ({ satisfaction_score: scoreOf(ticket) }),
  locale_id: () => ({}),
  score: () => ({ score: 0 }),
  attributes_match: () => ({ attributes_match: null }),
}

/** A member as rows have it: a moment under the name of its column, all else under its own, people and groups by their ids. */
function showMember(name: MemberColumn): Shows {
  const member = memberOfColumn(name)
  return isMoment(member) ? (ticket) => ({ [name]: wireTimeOrNull(ticket[member]) }) : (ticket) => ({ [member]: ticket[member] })
}

const SHOWN = fromKeys(COLUMN_NAMES, (name): Shows => (isKeyOf(OWN, name) ? OWN[name] : showMember(name)))

function scoreOf({ satisfaction_rating }: ViewTicket): string | null {
  return satisfaction_rating?.score ?? null
}

/** What tickets refer to by id and rows show otherwise. */
export interface Looked {
  /** The id of the language of a user. */
  readonly localeId: (userId: number) => number | null
  /** The name of what a ticket is grouped by; null without one. */
  readonly name: (column: string, id: One) => string | null
  readonly lastComment: (ticketId: number) => Members | null | undefined
}

/** The value of a column for a ticket. */
function valueOf({ name, field }: Column, ticket: ViewTicket, looked: Looked): Value {
  if (field !== undefined) return ticketFieldValue(ticket.custom_fields[field.id])
  if (name === 'locale_id') return looked.localeId(ticket.requester_id)
  return Object.values(SHOWN[name](ticket))[0] ?? null
}

/** The value of a column for a ticket; several as one text. */
export function singleValueOf(column: Column, ticket: ViewTicket, looked: Looked): One {
  const value = valueOf(column, ticket, looked)
  return typeof value === 'object' && value !== null ? value.join(' ') : value
}

/** One row of the table, with a member for each column. `group` is the column the view is grouped by. */
export function presentRow(ticket: ViewTicket, { columns, group, looked, base_url }: TableParts): Members & { ticket: RowTicket } {
  const fields = columns.flatMap(({ field }) =>
    field === undefined ? [] : [{ id: field.id, value: ticketFieldValue(ticket.custom_fields[field.id]) }],
  )
  const given = fields.filter(({ value }) => value !== null)
  const plain = columns.filter((column) => column.field === undefined)
  return {
    ...(group === undefined ? {} : { group: valueOf(group, ticket, looked) }),
    ...Object.assign({}, ...plain.map((column) => SHOWN[column.name](ticket))),
    ...(plain.some(({ name }) => name === 'locale_id') ? { locale_id: looked.localeId(ticket.requester_id) } : {}),
    ...Object.fromEntries(fields.map(({ id, value }) => [id, value])),
    custom_fields: given,
    fields: given,
    ticket: presentRowTicket(ticket, base_url, looked),
  }
}

/** What the rows of a table have in common. */
export interface TableParts {
  readonly columns: readonly Column[]
  readonly group: Column | undefined
  readonly looked: Looked
  readonly base_url: string
}

function presentRowTicket(ticket: ViewTicket, base_url: string, looked: Looked): RowTicket {
  const { id, subject, description, status, type, priority, via_id } = ticket
  const last_comment = looked.lastComment(id)
  return {
    id,
    subject,
    description,
    status,
    type,
    priority,
    url: `${base_url}/api/v2/tickets/${id}.json`,
    via_id,
    ...(last_comment === undefined ? {} : { last_comment }),
  }
}

type Groups = AnswerOf<typeof ViewTable>['groups']

/** The groups that the rows belong to, in their order, with the names of records. */
export function presentGroups(tickets: readonly ViewTicket[], group: Column | undefined, looked: Looked): Groups {
  if (group === undefined) return []
  const ids = [...new Set(tickets.map((ticket) => singleValueOf(group, ticket, looked)))]
  return ids.map((id, order) => ({ id, name: looked.name(group.name, id), order }))
}
