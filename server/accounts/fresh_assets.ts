/**
 * The asset statuses and types of a fresh instance: data, and the statement that inserts them. The names of the types are documented, those of
 * the statuses are our own.
 * @source docs/reference/employee_service.md §1.2, §1.4
 */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { makeUlid } from '#lib/ulid.ts'

const STATUSES = ['Available', 'In use', 'In repair', 'Lost', 'Retired']
/** The first is above the others. */
const TYPES = ['Hardware', 'Desktop', 'Laptop', 'Mobile']

const insertAssets = defineStatement<unknown>(`with made as (
    insert into asset_statuses (account_id, id, name, created_at, updated_at)
    select $1, s.id, s.name, $6, $6 from unnest($2::text[], $3::text[]) with ordinality as s (id, name, place) order by s.place)
  insert into asset_types
    (account_id, id, name, parent_id, hierarchy_depth, is_standard, created_by_user_id, updated_by_user_id, created_at, updated_at)
  select $1, t.id, t.name, case when t.place > 1 then ($4::text[])[1] end, case when t.place > 1 then 2 else 1 end, true, -1, -1, $6, $6
  from unnest($4::text[], $5::text[]) with ordinality as t (id, name, place) order by t.place`)

/** Inserts them. */
export async function insertFreshAssets(tx: Db, accountId: number, now: Date): Promise<void> {
  const ids = (names: readonly string[]) => names.map(() => makeUlid(now))
  await tx.run(insertAssets(accountId, ids(STATUSES), STATUSES, ids(TYPES), TYPES, now))
}
