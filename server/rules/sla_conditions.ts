/**
 * Conditions of the filters of SLA policies: their fields have other names and typed values than those of other rules. What they mean is
 * in the table of condition fields (fields.ts), to which the names are mapped here; only fields that it does not have are rows of their own.
 * Filters are evaluated in memory only. @source docs/reference/business_rules.md §6.1
 */
import { toDate } from '../lib/clock.ts'
import { type Argument, list } from './argument.ts'
import type { Condition, Conditions } from './condition.ts'
import type { CustomFieldTypes, RuleContext, TicketFacts } from './facts.ts'
import { CHANNELS, fieldRow, TYPES } from './fields.ts'
import { code, type Kind } from './kinds.ts'
import type { FieldRow } from './row.ts'

/** A ticket as the filters of policies see it. */
export interface SlaFacts extends TicketFacts {
  /** See {@link REQUESTER_ROLES}. */
  readonly requester_role: number
  /** The channel of the write that is evaluated. */
  readonly current_via_id: number
}

/** The roles of requesters by their numbers in filters. @source docs/reference/business_rules.md §6.1 */
export const REQUESTER_ROLES = { 'end-user': 0, admin: 2, agent: 4 } as const

type Holds = (ticket: SlaFacts, context: RuleContext) => boolean

/** An operator of a field of a filter. */
interface SlaOperator {
  readonly argument: Argument<unknown>
  bind(value: unknown): { readonly holds: Holds } | undefined
}

/** A field of a filter. */
export interface SlaField {
  readonly title: string
  readonly operators: ReadonlyMap<string, SlaOperator>
}

/** Fields under the name that all rules have for them. */
const SHARED = [
  ...['brand_id', 'ticket_form_id', 'group_id', 'assignee_id', 'requester_id', 'organization_id', 'current_tags'],
  ...['via_id', 'recipient', 'ticket_is_public', 'type'],
]
const PROFILE_FIELD = /^(?:requester|organization)\.custom_fields\./

const TYPE_NUMBERS = list(TYPES.map((_type, number) => String(number)))

/** The type of a ticket by its number: 0 is none. */
function typeById(): SlaField {
  const { operators } = fieldRow('type', new Map()) as SlaField
  const renamed = [...operators].map(([name, { bind }]): [string, SlaOperator] => [
    name,
    {
      argument: TYPE_NUMBERS,
      bind: (value) => {
        const number = TYPE_NUMBERS.read(value)
        return number === undefined ? undefined : bind(TYPES[Number(number)])
      },
    },
  ])
  return { title: 'Type', operators: new Map(renamed) }
}

/** A field that only filters have. */
function own<V>(title: string, kind: Kind<V>, read: (ticket: SlaFacts) => V): SlaField {
  const bound = Object.entries(kind).map(([name, { argument, bind }]): [string, SlaOperator] => [
    name,
    {
      argument,
      bind: (value) => {
        const meaning = bind(value)
        return meaning === undefined ? undefined : { holds: (ticket, context) => meaning.test(read(ticket), ticket, context) }
      },
    },
  ])
  return { title, operators: new Map(bound) }
}

const moment: Argument<number> = {
  type: 'date',
  expects: 'must be a moment such as 2026-01-31T12:00:00Z',
  values: [],
  read: (value) => {
    const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/.test(value) ? toDate(value).getTime() : Number.NaN
    return Number.isNaN(at) ? undefined : at
  },
}

const COMPARED: Readonly<Record<string, (at: number, limit: number) => boolean>> = {
  less_than: (at, limit) => at < limit,
  less_than_equal: (at, limit) => at <= limit,
  greater_than: (at, limit) => at > limit,
  greater_than_equal: (at, limit) => at >= limit,
}

function createdAt(): SlaField {
  const operators = Object.entries(COMPARED).map(([name, test]): [string, SlaOperator] => [
    name,
    {
      argument: moment,
      bind: (value) => {
        const limit = moment.read(value)
        return limit === undefined ? undefined : { holds: (ticket) => test(Date.parse(ticket.created_at), limit) }
      },
    },
  ])
  return { title: 'Created at', operators: new Map(operators) }
}

const OWN: ReadonlyMap<string, SlaField> = new Map([
  ['ticket_type_id', typeById()],
  ['current_via_id', own('Update via', code(CHANNELS), (ticket) => ticket.current_via_id)],
  ['requester_role', own('Role', code(Object.values(REQUESTER_ROLES)), (ticket) => ticket.requester_role)],
  ['exact_created_at', createdAt()],
])

/** The names of all fields of filters that every account has. */
export const slaFields: readonly string[] = [...SHARED.filter((name) => name !== 'type'), ...OWN.keys()]

/** `includes` for a field that has one value: it is one of those given. */
function oneOfSeveral(is: SlaOperator, wanted: boolean): SlaOperator {
  return {
    argument: is.argument,
    bind: (value) => {
      const bound = (Array.isArray(value) ? value : [value]).map((one) => is.bind(one))
      if (bound.length === 0 || bound.includes(undefined)) return undefined
      return { holds: (ticket, context) => bound.some((one) => one?.holds(ticket, context)) === wanted }
    },
  }
}

/** `ticket_fields_<id>`: a custom field of tickets. Filters compare the value of a dropdown with a list, too. */
function ticketField(name: string, types: CustomFieldTypes): SlaField | undefined {
  const row = ofFilters(fieldRow(name, types))
  const is = row?.operators.get('is')
  if (row === undefined || is === undefined || row.operators.has('includes')) return row
  const several = { includes: oneOfSeveral(is, true), not_includes: oneOfSeveral(is, false) }
  return { title: row.title, operators: new Map<string, SlaOperator>([...row.operators, ...Object.entries(several)]) }
}

/** A row of the common table without the operators that only other rules have. */
function ofFilters(row: FieldRow | undefined): SlaField | undefined {
  return row && { title: row.title, operators: new Map([...row.operators].filter(([, { uses }]) => uses.includes('sla'))) }
}

/** The field of this name; undefined when filters have none. */
export function slaField(name: string, types: CustomFieldTypes): SlaField | undefined {
  if (OWN.has(name)) return OWN.get(name)
  if (/^ticket_fields_\d+$/.test(name)) return ticketField(name, types)
  return SHARED.includes(name) || PROFILE_FIELD.test(name) ? ofFilters(fieldRow(name, types)) : undefined
}

/** What a condition means, or a sentence that says what is wrong with it. */
function resolve(condition: Condition, types: CustomFieldTypes): Holds | string {
  const field = slaField(condition.field, types)
  if (field === undefined) return `Invalid condition: there is no field "${condition.field}" in filters of policies.`
  const found = field.operators.get(condition.operator)
  if (found === undefined)
    return `Invalid condition on ${condition.field}: operator "${condition.operator}" must be one of ${[...field.operators.keys()].join(', ')}.`
  return found.bind(condition.value)?.holds ?? `Invalid condition on ${condition.field}: value ${found.argument.expects}.`
}

/** What is wrong with a filter that is about to be saved, in sentences; [] when nothing is. It may be empty. */
export function checkFilter({ all, any }: Conditions, types: CustomFieldTypes): readonly string[] {
  return [...all, ...any].map((condition) => resolve(condition, types)).filter((found) => typeof found === 'string')
}
