/** The first tickets in an order, as indexes have them: their ids, whether or not they match. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { isBeyondSql, type Wanted } from '#http/paging.ts'
import type { WalkedMoment } from './order_store.ts'

/** What is known of the tickets that are looked for: the statuses they may have, and their priority ('' is none). */
export interface Place {
  readonly statuses: readonly string[]
  readonly priority?: string
}

/** One column of the order, as it is read from the table `t`. */
const buildOrder = ({ order, from }: Wanted, columns: readonly string[]) => {
  const named = order.map((column, index) => ({ ...column, column: `t.${columns[index]}` }))
  return {
    behind: from === null ? sql`` : sql` and ${isBeyondSql(named, from)}`,
    by: sql.join(named.map(({ column, descending }) => sql`${sql.ref(column)} ${descending === true ? sql`desc` : sql`asc`}`)),
  }
}

/** Selects the keys of the first `reach` tickets in an order by id, or by a moment and the id. Each of its parts reads an index alone. */
export function firstPlaces(
  ctx: Context,
  { statuses, priority, moment }: Place & { readonly moment: WalkedMoment | null },
  wanted: Wanted,
  reach: number,
): RawBuilder<unknown> {
  const { id: account } = ctx.account
  const { behind, by } = buildOrder(wanted, moment === null ? ['id'] : [moment, 'id'])
  if (moment !== null) {
    const [first, last] = wanted.order
    return sql`select ${sql.ref(`t.${moment}`)} as ${sql.ref(first?.key ?? '')}, t.id as ${sql.ref(last?.key ?? '')} from tickets as t
      where t.account_id = ${account} and t.deleted_at is null and ${sql.ref(`t.${moment}`)} is not null${behind} order by ${by} limit ${reach}`
  }
  if (statuses.includes('closed'))
    return sql`select t.id from tickets as t where t.account_id = ${account}${behind} order by ${by} limit ${reach}`
  // the index has no order by id within several statuses, or within those without a priority
  const direction = wanted.order[0]?.descending === true ? sql`desc` : sql`asc`
  const [holds, first] =
    priority === undefined
      ? [sql``, sql``]
      : [priority === '' ? sql` and t.priority is null` : sql` and t.priority = ${priority}::text`, sql`t.priority ${direction}, `]
  const parts = statuses.map(
    (status) => sql`(select t.id from tickets as t where t.account_id = ${account} and t.status = ${status}::text and t.status <> 'closed'
      and t.deleted_at is null${holds}${behind} order by ${first}${by} limit ${reach})`,
  )
  return sql`select t.id from (${sql.join(parts, sql` union all `)}) as t order by ${by} limit ${reach}`
}
