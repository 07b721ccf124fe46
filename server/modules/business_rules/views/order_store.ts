/**
 * The SQL of the orders of views: for each column the expressions it is sorted by. None is ever NULL: no value counts as the lowest, so that it
 * comes first in an ascending order and last in a descending one, and a cursor can be compared with it. A ticket without SLA targets counts as
 * the last to breach one.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { q } from '../../../db/builder.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Order, OrderColumn } from '../../../http/paging.ts'
import { PRIORITIES, STATUSES, TYPES } from '../../../rules/fields.ts'
import { type Column, type ColumnName, findColumn, type ViewField } from './columns.ts'
import type { Direction, Output } from './output.ts'

/** The tables whose names tickets are sorted by. */
type Joined = 'requester' | 'assignee' | 'group' | 'organization' | 'brand' | 'ticket_form'

/** One expression of an order. */
interface Part {
  readonly kind: OrderColumn['kind']
  readonly value: RawBuilder<unknown>
}

/** What a column is sorted by, and the table that has to be joined for it. */
interface SortedBy {
  readonly parts: readonly Part[]
  readonly join?: Joined
}

/** Before every moment a ticket can have, and a year that every reader of timestamps understands. */
const NO_MOMENT = '1000-01-01T00:00:00.000Z'

/** After every moment a target can be passed. */
const NO_BREACH = '9999-12-31T00:00:00.000Z'

const number = (value: RawBuilder<unknown>): SortedBy => ({ parts: [{ kind: 'number', value }] })
const text = (value: RawBuilder<unknown>): SortedBy => ({ parts: [{ kind: 'text', value }] })
const moment = (value: RawBuilder<unknown>): SortedBy => ({ parts: [{ kind: 'moment', value }] })
const orNoMoment = (name: string) => moment(sql`coalesce(${sql.ref(`tickets.${name}`)}, ${NO_MOMENT}::timestamptz)`)
const ranked = (ranks: readonly string[], name: string) =>
  number(sql`coalesce(array_position(${ranks}::text[], coalesce(${sql.ref(`tickets.${name}`)}, '')), 0)`)
/** By name; records of the same name stay apart by their id. */
const named = (join: Joined): SortedBy => ({
  parts: [
    { kind: 'text', value: sql`coalesce(${sql.ref(`${join}.name`)}, '')` },
    { kind: 'number', value: sql`coalesce(${sql.ref(`${join}.id`)}, 0)` },
  ],
  join,
})

const SORTED: Readonly<Partial<Record<ColumnName, SortedBy>>> = {
  nice_id: number(sql.ref('tickets.id')),
  subject: text(sql`coalesce(tickets.subject, '')`),
  requester: named('requester'),
  assignee: named('assignee'),
  group: named('group'),
  organization: named('organization'),
  brand: named('brand'),
  ticket_form: named('ticket_form'),
  status: ranked(STATUSES, 'status'),
  type: ranked(TYPES, 'type'),
  priority: ranked(PRIORITIES, 'priority'),
  created: moment(sql.ref('tickets.created_at')),
  updated: moment(sql.ref('tickets.updated_at')),
  updated_requester: moment(sql.ref('tickets.requester_updated_at')),
  updated_assignee: orNoMoment('assignee_updated_at'),
  assigned: orNoMoment('assigned_at'),
  solved: orNoMoment('solved_at'),
  due_date: orNoMoment('due_at'),
  sla_next_breach_at: moment(sql`coalesce(tickets.sla_next_breach_at, ${NO_BREACH}::timestamptz)`),
  updated_by_type: number(sql`(tickets.requester_updated_at >= tickets.updated_at)::integer`),
  satisfaction_score: text(sql`coalesce(tickets.satisfaction_rating ->> 'score', '')`),
  locale_id: { parts: [{ kind: 'text', value: sql`coalesce(${sql.ref('requester.locale')}, '')` }], join: 'requester' },
}

/** Digits that PostgreSQL always casts to a double without an error. */
const DIGITS = '^-?[0-9]{1,15}([.][0-9]{1,15})?$'

function byField({ id, type }: ViewField): SortedBy {
  const json = sql`(tickets.custom_fields -> ${sql.lit(String(id))})`
  const written = sql`coalesce(case when jsonb_typeof(${json}) in ('string', 'number') then ${json} #>> '{}' end, '')`
  if (type === 'checkbox') return number(sql`coalesce(${json} = 'true', false)::integer`)
  if (type !== 'integer' && type !== 'decimal') return text(written)
  const lowest = sql.lit(-Number.MAX_VALUE)
  return {
    parts: [
      {
        kind: 'real',
        value: sql`case when ${written} ~ ${DIGITS}::text then (${written})::double precision else ${lowest}::double precision end`,
      },
    ],
  }
}

const sortedBy = (column: Column) => (column.field === undefined ? SORTED[column.name as ColumnName] : byField(column.field))

/** An order of tickets: its columns for the paging, the expressions behind their names, and the tables to be joined. */
export interface ViewOrder {
  readonly order: Order
  readonly parts: readonly { readonly key: string; readonly value: RawBuilder<unknown> }[]
  readonly joins: ReadonlySet<Joined>
  /** The first columns of the order are the name and the id of the assignee. */
  readonly by_assignee: boolean
}

/**
 * The order of a view: by what it is grouped by, then by what it is sorted by, then by id. What the account has no column for any more is
 * left out. @source docs/reference/business_rules.md §5.5
 */
export function orderOf({ group_by, group_order, sort_by, sort_order }: Output, fields: ReadonlyMap<number, ViewField>): ViewOrder {
  const order: OrderColumn[] = []
  const parts: { key: string; value: RawBuilder<unknown> }[] = []
  const joins = new Set<Joined>()
  const add = (name: string | null, direction: Direction, prefix: string) => {
    const column = name === null ? undefined : findColumn(name, fields)
    const by = column === undefined ? undefined : sortedBy(column)
    if (by?.join !== undefined) joins.add(by.join)
    for (const [index, { kind, value }] of (by?.parts ?? []).entries()) {
      const key = `${prefix}_${index}`
      order.push({ key, column: key, kind, descending: direction === 'desc' })
      parts.push({ key, value })
    }
  }
  add(group_by, group_order, 'grouped')
  if (sort_by !== 'nice_id') add(sort_by, sort_order, 'sorted')
  order.push({ key: 'id', column: 'id', kind: 'number', descending: sort_order === 'desc' })
  return { order, parts, joins, by_assignee: (group_by ?? sort_by) === 'assignee' }
}

type Select = SelectQueryBuilder<Tables, 'tickets', object>

/** The tables that can be joined, each for one account. */
function tablesOf({ account: { id } }: Context) {
  const people = () => q.selectFrom('users as u').select(['u.id', 'u.name', 'u.locale']).where('u.account_id', '=', id)
  return {
    requester: () => people().as('requester'),
    assignee: () => people().as('assignee'),
    group: () => q.selectFrom('groups as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('group'),
    organization: () => q.selectFrom('organizations as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('organization'),
    brand: () => q.selectFrom('brands as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('brand'),
    ticket_form: () => q.selectFrom('ticket_forms as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('ticket_form'),
  } satisfies Record<Joined, () => unknown>
}

/** Joins the tables whose names an order needs. */
export function joined(ctx: Context, tickets: Select, joins: ReadonlySet<Joined>): Select {
  const tables = tablesOf(ctx)
  let query = tickets
  for (const name of joins)
    query = query.leftJoin(tables[name]() as never, `${name}.id` as never, `tickets.${name}_id` as never) as unknown as Select
  return query
}
