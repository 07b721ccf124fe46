import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'

/** The same as `isFor` of restriction.ts, over the columns `group_ids` and `owner_id`. */
export function isForSql(ctx: Context): RawBuilder<boolean> {
  const { id, group_ids } = ctx.actor
  return sql<boolean>`(case when owner_id is not null then owner_id = ${id}::bigint else group_ids is null or group_ids && ${group_ids}::bigint[] end)`
}
