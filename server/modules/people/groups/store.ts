/** Every statement on groups. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { GroupsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

export type GroupRow = Omit<Selectable<GroupsTable>, 'account_id'>

/** Filters of a list of groups. `user_id`: only groups this user is a member of. */
export interface GroupFilter {
  readonly user_id?: number
  readonly with_deleted?: boolean
}

const COLUMNS = ['id', 'name', 'description', 'is_public', 'default', 'deleted', 'created_at', 'updated_at'] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** How lists of groups may be sorted. @source docs/reference/conventions.md §3.3 */
export const GROUP_SORTING: Sorting = {
  fallback: [{ key: 'name', column: 'name', kind: 'text' }, byId],
  cursor: { id: [byId], name: [{ key: 'name', column: 'name', kind: 'text' }, byId] },
}

const insert = defineStatement<GroupRow>(
  `insert into groups (account_id, name, description, is_public, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS.map((name) => `"${name}"`).join(', ')}`,
)
const findName = defineStatement<{ id: number }>(
  'select id from groups where account_id = $1 and lower(name) = lower($2) and not deleted and id <> $3 limit 1',
)
// agents whose default group is deleted get the oldest of their other memberships as the default
const removeAllMembers = defineStatement<unknown>(`with heirs as (
    select distinct on (m.user_id) m.user_id, m.id, m.group_id from group_memberships m
    where m.account_id = $1 and m.group_id <> $2 and m.user_id in (select u.id from users u where u.account_id = $1 and u.default_group_id = $2) order by m.user_id, m.id),
  marked as (update group_memberships m set "default" = true, updated_at = $3 from heirs h where m.account_id = $1 and m.id = h.id),
  gone as (delete from group_memberships g where g.account_id = $1 and g.group_id = $2)
  update users set default_group_id = (select h.group_id from heirs h where h.user_id = users.id), updated_at = $3 where users.account_id = $1 and users.default_group_id = $2`)

function select(ctx: Context, filter: GroupFilter) {
  let query = q.selectFrom('groups').select(COLUMNS).where('account_id', '=', ctx.account.id)
  if (filter.with_deleted !== true) query = query.where('deleted', '=', false)
  const { user_id } = filter
  if (user_id !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('group_memberships as m')
          .select('m.id')
          .where('m.account_id', '=', ctx.account.id)
          .whereRef('m.group_id', '=', 'groups.id')
          .where('m.user_id', '=', user_id),
      ),
    )
  return query
}

/** A page of groups. */
export function listGroups(ctx: Context, filter: GroupFilter, paging: Paging): Promise<Page<GroupRow>> {
  return readPage<GroupRow>(ctx, select(ctx, filter), paging)
}

/** How many groups a list holds. */
export function countGroups(ctx: Context, filter: GroupFilter): Promise<number> {
  return countRows(ctx, select(ctx, filter))
}

/** The groups with these ids, deleted ones too; unknown ids are left out. */
export async function findGroups(ctx: Context, ids: readonly number[]): Promise<GroupRow[]> {
  return ids.length === 0 ? [] : ctx.db.all(select(ctx, { with_deleted: true }).where('id', 'in', ids).orderBy('id'))
}

/** The group, deleted or not: deleted ones stay findable by id. @throws NotFound */
export async function getGroup(ctx: Context, id: number): Promise<GroupRow> {
  return orNotFound(await ctx.db.first(select(ctx, { with_deleted: true }).where('id', '=', id)))
}

/** True when another group that is not deleted has this name, ignoring case. */
export async function isGroupNameTaken(ctx: Context, name: string, exceptId: number): Promise<boolean> {
  return (await ctx.db.first(findName(ctx.account.id, name, exceptId))) !== undefined
}

/** Writes a new group. */
export async function insertGroup(ctx: Context, group: { name: string; description: string; is_public: boolean }): Promise<GroupRow> {
  return ctx.db.one(insert(ctx.account.id, group.name, group.description, group.is_public, ctx.now))
}

/** Writes changed members of a group. */
export async function updateGroup(
  ctx: Context,
  id: number,
  change: Partial<Pick<GroupRow, 'name' | 'description' | 'deleted'>>,
): Promise<GroupRow> {
  const statement = q
    .updateTable('groups')
    .set({ ...change, updated_at: ctx.now })
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', id)
    .returning(COLUMNS)
  return ctx.db.one(statement.$castTo<GroupRow>())
}

/** Ends all memberships of a group; agents who had it as their default get another of their groups as the default, or none. */
export async function removeMembers(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(removeAllMembers(ctx.account.id, id, ctx.now))
}
