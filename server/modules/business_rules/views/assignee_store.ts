/**
 * Tickets in the order of their assignees' names, without sorting all of them: the first tickets of each assignee are read in their order, as many
 * as the page can have of them. Few agents have many tickets, so this reads little however many tickets there are.
 */
import { type AliasedExpression, type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { type AnySelect, q } from '#db/builder.ts'
import { isBeyondSql, type Order, type Wanted } from '#http/paging.ts'
import { joinTables, type ViewOrder } from './order_store.ts'

/** The parts of the order that are the assignee's. */
const OF_ASSIGNEE = 2

/** Those who have tickets that are not closed; each is found by one step in the index tickets_in_views. */
const selectAssignees = ({ account: { id } }: Context): RawBuilder<{ id: number }> => sql`(
  with recursive found (id) as (
    (select t.assignee_id from tickets as t where t.account_id = ${id} and t.status <> 'closed' and t.deleted_at is null and t.archived_at is null
      and t.assignee_id is not null order by t.assignee_id limit 1)
    union all
    select (select t.assignee_id from tickets as t where t.account_id = ${id} and t.status <> 'closed' and t.deleted_at is null and t.archived_at is null
      and t.assignee_id > found.id order by t.assignee_id limit 1) from found where found.id is not null)
  select found.id from found where found.id is not null)`

/** What the tickets of assignees are read by. */
interface Read {
  readonly all: AnySelect<object>
  readonly order: ViewOrder
  readonly wanted: Wanted
}

/** The first tickets of each of these people, from the start of the page on. `theirs`: the tickets of one of them. */
function firstOf(
  ctx: Context,
  people: AliasedExpression<unknown, 'people'>,
  theirs: RawBuilder<boolean>,
  { all, order, wanted }: Read,
): AnySelect<{ id: number }> {
  const { from, most } = wanted
  const whose = wanted.order.slice(0, OF_ASSIGNEE)
  const rest = wanted.order.slice(OF_ASSIGNEE)
  const others = new Set([...order.joins].filter((name) => name !== 'assignee'))
  const some = joinTables(ctx, all, others)
    .select('tickets.id')
    .select(order.parts.slice(OF_ASSIGNEE).map(({ key, value }) => value.as(key)))
    .where(theirs)
  let query: AnySelect<object> = q.selectFrom(people)
  let first: AnySelect<object> = q.selectFrom(some.as('some')).selectAll()
  if (from !== null) {
    // the tickets of the assignee of the cursor are taken up behind it, those of the others from the first on
    const [name, id, ...further] = from
    const isTheirs = sql<boolean>`(people.grouped_0 = ${name}::text and people.grouped_1 = ${id}::bigint)`
    query = query.where(sql<boolean>`(${isTheirs} or ${isBeyondSql(renameColumns(whose), from.slice(0, OF_ASSIGNEE))})`)
    first = first.where(sql<boolean>`(not ${isTheirs} or ${isBeyondSql(rest, further)})`)
  }
  for (const { column, descending } of rest) first = first.orderBy(sql.ref(column), descending === true ? 'desc' : 'asc')
  const keys = whose.map(({ key }, index) => sql.ref(`people.grouped_${index}`).as(key))
  return query
    .innerJoinLateral(first.limit(most).as('first'), (join) => join.onTrue())
    .select(keys)
    .select(rest.map(({ key }) => sql.ref(`first.${key}`).as(key)))
    .$castTo<{ id: number }>()
}

const renameColumns = (whose: Order): Order => whose.map((column, index) => ({ ...column, column: `people.grouped_${index}` }))

/**
 * The first tickets of each assignee, and of none, from the start of the page on. `all` may hold no closed tickets. What it selects has the columns
 * of the order and still is to be sorted and cut.
 */
export function firstOfEach(ctx: Context, read: Read): AnySelect<{ id: number }> {
  const people = q
    .selectFrom(selectAssignees(ctx).as('assigned'))
    .leftJoin(
      q.selectFrom('users as u').select(['u.id', 'u.name']).where('u.account_id', '=', ctx.account.id).as('u'),
      'u.id',
      'assigned.id',
    )
    .select([sql.ref('assigned.id').as('id'), sql`coalesce(u.name, '')`.as('grouped_0'), sql`coalesce(u.id, 0)`.as('grouped_1')])
  const nobody = sql`(select ''::text as grouped_0, 0::bigint as grouped_1)`
  const some = firstOf(ctx, people.as('people'), sql<boolean>`tickets.assignee_id = people.id`, read)
  return some.unionAll(firstOf(ctx, nobody.as('people'), sql<boolean>`tickets.assignee_id is null`, read))
}
