/**
 * Tickets in the order of the names of their requesters, groups or organizations: names are read in their order, and of each the first tickets, until
 * the page is full.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { type AnySelect, q } from '#db/builder.ts'
import { isBeyondSql, inOrder, type Wanted } from '#http/paging.ts'
import { joinTables, type OrderKey, orderBy, type Sorted } from './order_store.ts'

/** What tickets have an index by, and the table it refers to. */
const TABLES = { requester: 'users', group: 'groups', organization: 'organizations' } as const
type Named = keyof typeof TABLES

/** The columns of a name in an order: the name itself and the id. */
export const OF_NAME = 2

/** True for columns whose names can be read in their order. */
export const isNamed = (key: OrderKey | undefined): key is OrderKey & { readonly name: Named } =>
  key?.name !== undefined && key.name !== null && Object.hasOwn(TABLES, key.name)

/** Tickets that have no such record. */
export const lacksRecord = (name: Named) => sql<boolean>`${sql.ref(`tickets.${name}_id`)} is null`

/** The same with those whose record is gone: only organizations are removed, and their tickets change some time later. */
export const lacksLivingRecord = (ctx: Context, name: Named): RawBuilder<boolean> =>
  name !== 'organization'
    ? lacksRecord(name)
    : sql<boolean>`(${lacksRecord(name)} or not exists (select 1 from organizations as r
        where r.account_id = ${ctx.account.id} and r.id = tickets.organization_id))`

/** The first `reach` names from the start of the page on. */
const namesFrom = ({ account: { id } }: Context, name: Named, { order, from }: Wanted, reach: number) => {
  const columns = order.slice(0, OF_NAME).map((column, index) => ({ ...column, column: index === 0 ? 'r.name' : 'r.id' }))
  const sign = sql.raw(columns[0]?.descending === true ? '<=' : '>=')
  const behind = from === null ? sql`` : sql` and (r.name, r.id) ${sign} (${from[0]}::text, ${from[1]}::bigint)`
  const by = sql.join(columns.map(({ column, descending }) => sql`${sql.ref(column)} ${descending === true ? sql`desc` : sql`asc`}`))
  return sql<object>`select r.id, r.name from ${sql.table(TABLES[name])} as r
    where r.account_id = ${id}${behind} order by ${by} limit ${reach}`
}

/** The wanted tickets of the first `reach` names. `all`: the tickets that match. */
export function ofNames(
  ctx: Context,
  { all, keys: [key, ...keys] }: { all: AnySelect<object>; keys: readonly [OrderKey & { name: Named }, ...OrderKey[]] },
  wanted: Wanted,
  reach: number,
) {
  const { order, from, most } = wanted
  const whose = order.slice(0, OF_NAME)
  const rest = order.slice(OF_NAME)
  const { joins, parts } = orderBy(keys)
  const some = joinTables(ctx, all.where(sql<boolean>`${sql.ref(`tickets.${key.name}_id`)} = people.id`), joins)
    .select('tickets.id')
    .select(parts.map((part) => part.value.as(part.key)))
  let first: AnySelect<object> = q.selectFrom(some.as('some')).selectAll()
  if (from !== null)
    first = first.where(
      sql<boolean>`(not (people.name = ${from[0]}::text and people.id = ${from[1]}::bigint) or ${isBeyondSql(rest, from.slice(OF_NAME))})`,
    )
  const people = sql<object>`(${namesFrom(ctx, key.name, wanted, reach)})`.as('people')
  const columns = [
    ...whose.map((column, index) => sql.ref(index === 0 ? 'people.name' : 'people.id').as(column.key)),
    ...rest.map((column) => sql.ref(`first.${column.key}`).as(column.key)),
  ]
  const both = q
    .selectFrom(people)
    .innerJoinLateral(inOrder(first, { order: rest, from: null, most }).as('first'), (join) => join.onTrue())
    .select(columns)
    .$castTo<Sorted>()
  const names = ['people.name', 'people.id']
  const by = order.map((column, index) => ({ ...column, column: names[index] ?? `first.${column.key}` }))
  return inOrder(both, { order: by, from: null, most })
}
