/**
 * The SQL of the orders of views: for each column the expressions it is sorted by. None is ever NULL: no value counts as the lowest, so that it
 * comes first in an ascending order and last in a descending one, and a cursor can be compared with it. A ticket without SLA targets counts as
 * the last to breach one.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { type AnySelect, q } from '#db/builder.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { Order, OrderColumn } from '#http/paging.ts'
import { STATUSES } from '#rules/facts.ts'
import { PRIORITIES, TYPES } from '#rules/fields.ts'
import { COLUMN_TYPES, type TicketState } from '#modules/tickets/tickets/row.ts'
import { type Column, type ColumnName, findColumn, isMemberColumn, memberOfColumn, type ViewField } from './columns.ts'
import type { Output } from './output.ts'

/** The tables whose names tickets are sorted by. */
type Joined = 'requester' | 'submitter' | 'assignee' | 'group' | 'organization' | 'brand' | 'ticket_form'

/** One expression of an order. */
interface Part {
  readonly kind: OrderColumn['kind']
  readonly value: RawBuilder<unknown>
}

/** One of the few values of a column: the keys of the tickets that have it, the condition for them, and its name. */
export interface Rank {
  readonly keys: readonly number[]
  readonly holds: RawBuilder<boolean>
  readonly name: string
}

/** Moments that an index orders tickets by. */
export type WalkedMoment = 'created_at' | 'updated_at' | 'sla_next_breach_at'

/** What a column is sorted by, and the table that has to be joined for it. */
interface SortedBy {
  readonly parts: readonly Part[]
  readonly join?: Joined
  /** Its values, lowest first, if they are few. */
  readonly ranks?: readonly Rank[]
  readonly moment?: WalkedMoment
}

/** Before every moment a ticket can have, and a year that every reader of timestamps understands. */
const NO_MOMENT = '1000-01-01T00:00:00.000Z'

/** After every moment a target can be passed. */
export const NO_BREACH = '9999-12-31T00:00:00.000Z'

const number = (value: RawBuilder<unknown>): SortedBy => ({ parts: [{ kind: 'number', value }] })
const text = (value: RawBuilder<unknown>): SortedBy => ({ parts: [{ kind: 'text', value }] })
const moment = (value: RawBuilder<unknown>): SortedBy => ({ parts: [{ kind: 'moment', value }] })
const orNoMoment = (name: string) => moment(sql`coalesce(${sql.ref(`tickets.${name}`)}, ${NO_MOMENT}::timestamptz)`)
const makeIndexedSort = (name: 'created_at' | 'updated_at'): SortedBy => ({ ...moment(sql.ref(`tickets.${name}`)), moment: name })
function makeRankedSort(ranks: readonly string[], name: string): SortedBy {
  const column = sql.ref(`tickets.${name}`)
  return {
    ...number(sql`coalesce(array_position(${ranks}::text[], coalesce(${column}, '')), 0)`),
    ranks: ranks.map((rank, index) => ({
      keys: [index + 1],
      holds: rank === '' ? sql<boolean>`${column} is null` : sql<boolean>`${column} = ${rank}::text`,
      name: rank,
    })),
  }
}
/** By name; records of the same name stay apart by their id. */
const makeNameSort = (join: Joined): SortedBy => ({
  parts: [
    { kind: 'text', value: sql`coalesce(${sql.ref(`${join}.name`)}, '')` },
    { kind: 'number', value: sql`coalesce(${sql.ref(`${join}.id`)}, 0)` },
  ],
  join,
})

/** How tickets are sorted by a member, by the type of its column; undefined for lists and objects. */
function sortByMember(member: keyof TicketState): SortedBy | undefined {
  const column = sql.ref(`tickets.${member}`)
  switch (COLUMN_TYPES[member]) {
    case 'text':
      return text(sql`coalesce(${column}, '')`)
    case 'timestamptz':
      return orNoMoment(member)
    case 'boolean':
      return number(sql`coalesce(${column}, false)::integer`)
    case 'bigint':
    case 'integer':
    case 'smallint':
      return number(sql`coalesce(${column}, 0)`)
    default:
      return undefined
  }
}

/** The columns that are sorted otherwise than the member is that they show. */
const SORTED: Readonly<Partial<Record<ColumnName, SortedBy>>> = {
  nice_id: number(sql.ref('tickets.id')),
  requester: makeNameSort('requester'),
  submitter: makeNameSort('submitter'),
  assignee: makeNameSort('assignee'),
  group: makeNameSort('group'),
  organization: makeNameSort('organization'),
  brand: makeNameSort('brand'),
  ticket_form: makeNameSort('ticket_form'),
  status: makeRankedSort(STATUSES, 'status'),
  type: makeRankedSort(TYPES, 'type'),
  priority: makeRankedSort(PRIORITIES, 'priority'),
  created: makeIndexedSort('created_at'),
  updated: makeIndexedSort('updated_at'),
  updated_requester: moment(sql.ref('tickets.requester_updated_at')),
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
  if (type === 'checkbox') {
    const isChecked = sql<boolean>`coalesce(${json} = 'true', false)`
    const ranks = [0, 1].map((key) => ({ keys: [key], holds: sql<boolean>`${isChecked} = ${key === 1}`, name: String(key) }))
    return { ...number(sql`${isChecked}::integer`), ranks }
  }
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

function sortedBy(column: Column): SortedBy | undefined {
  if (column.field !== undefined) return byField(column.field)
  const { name, sortable } = column
  return SORTED[name] ?? (sortable && isMemberColumn(name) ? sortByMember(memberOfColumn(name)) : undefined)
}

/** A column that tickets are sorted by: the columns of the paging it is made of. */
export interface OrderKey extends SortedBy {
  readonly name: ColumnName | null
  readonly columns: Order
}

/** A ticket's id and the keys it is sorted by. */
export type Sorted = Readonly<Record<string, string | number>> & { readonly id: number }

/** An order of tickets: its columns for the paging, the expressions behind their names, and the tables to be joined. */
export interface ViewOrder {
  readonly order: Order
  /** The same by columns of the view; the last is the id. */
  readonly keys: readonly OrderKey[]
  readonly parts: readonly { readonly key: string; readonly value: RawBuilder<unknown> }[]
  readonly joins: ReadonlySet<Joined>
}

/**
 * The order of a view: by what it is grouped by, then by what it is sorted by, then by id. What the account has no column for any more is
 * left out. @source docs/reference/business_rules.md §5.5
 */
export function orderOf({ group_by, group_order, sort_by, sort_order }: Output<string>, fields: ReadonlyMap<number, ViewField>): ViewOrder {
  const keyOf = (name: string | null, direction: string, prefix: string): OrderKey[] => {
    const column = name === null ? undefined : findColumn(name, fields)
    const by = column === undefined ? undefined : sortedBy(column)
    if (column === undefined || by === undefined) return []
    const columns = by.parts.map(({ kind }, index) => {
      const key = `${prefix}_${index}`
      return { key, column: key, kind, descending: direction === 'desc' }
    })
    return [{ ...by, name: column.field === undefined ? column.name : null, columns }]
  }
  const keys: OrderKey[] = [
    ...keyOf(group_by, group_order, 'grouped'),
    ...(sort_by === 'nice_id' ? [] : keyOf(sort_by, sort_order, 'sorted')),
    { name: 'nice_id', columns: [{ key: 'id', column: 'id', kind: 'number', descending: sort_order === 'desc' }], parts: [] },
  ]
  return orderBy(keys)
}

/** The order by some columns. */
export function orderBy(keys: readonly OrderKey[]): ViewOrder {
  return {
    order: keys.flatMap(({ columns }) => columns),
    keys,
    parts: keys.flatMap(({ columns, parts }) => parts.map(({ value }, index) => ({ key: ensureDefined(columns[index]).key, value }))),
    joins: new Set(keys.flatMap(({ join }) => (join === undefined ? [] : [join]))),
  }
}

/** The tables that can be joined, each for one account. */
function tablesOf({ account: { id } }: Context) {
  const people = () => q.selectFrom('users as u').select(['u.id', 'u.name', 'u.locale']).where('u.account_id', '=', id)
  return {
    requester: () => people().as('requester'),
    submitter: () => people().as('submitter'),
    assignee: () => people().as('assignee'),
    group: () => q.selectFrom('groups as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('group'),
    organization: () => q.selectFrom('organizations as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('organization'),
    brand: () => q.selectFrom('brands as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('brand'),
    ticket_form: () => q.selectFrom('ticket_forms as r').select(['r.id', 'r.name']).where('r.account_id', '=', id).as('ticket_form'),
  } satisfies Record<Joined, () => unknown>
}

/** Joins the tables whose names an order needs. */
export function joinTables(ctx: Context, tickets: AnySelect<object>, joins: ReadonlySet<Joined>): AnySelect<object> {
  const tables = tablesOf(ctx)
  let query = tickets
  for (const name of joins) query = query.leftJoin(tables[name](), `${name}.id`, `tickets.${name}_id`)
  return query
}
