/** Every statement on duties and managers. */
import { sql } from 'kysely'
import { userScope } from '#permissions/people_scope.ts'
import type { Context, Duty, Role } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

/** A person's duties and manager in access governance. The times are null for a person without a stored row. */
export interface AccessPersonRow {
  readonly user_id: number
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly manager_id: number | null
  readonly duties: readonly Duty[]
  readonly created_at: string | null
  readonly updated_at: string | null
}

const save =
  defineStatement<unknown>(`insert into access_people (account_id, user_id, manager_id, duties, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
  on conflict (account_id, user_id) do update set manager_id = excluded.manager_id, duties = excluded.duties, updated_at = excluded.updated_at`)
const remove = defineStatement<unknown>('delete from access_people where account_id = $1 and user_id = $2')
const withDuty = defineStatement<{
  user_id: number
}>(`select p.user_id from access_people p join users u on u.account_id = p.account_id and u.id = p.user_id
  where p.account_id = $1 and u.account_id = $1 and $2 = any(p.duties) and u.active and not u.suspended and u.role <> 'end-user' order by p.user_id`)

const byId = { key: 'user_id', column: 'p.user_id', kind: 'number' } as const
const byName = { key: 'name', column: 'u.name', kind: 'text' } as const
const ORDERS = { id: [byId], name: [byName, byId] }

/** How the list of people may be sorted. */
export const ACCESS_PEOPLE_SORTING: Sorting = { fallback: ORDERS.name, cursor: ORDERS, offset: ORDERS }

/** A page of the people who have a duty or a manager, among those the caller may see. */
export function listAccessPeople(ctx: Context, duty: string | undefined, paging: Paging): Promise<Page<AccessPersonRow>> {
  const scope = userScope(ctx, 'u')
  let query = q
    .selectFrom('access_people as p')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 'p.account_id').onRef('u.id', '=', 'p.user_id'))
    .select(['p.user_id', 'u.name', 'u.email', 'u.role', 'p.manager_id', 'p.duties', 'p.created_at', 'p.updated_at'])
    .where('p.account_id', '=', ctx.account.id)
    .where('u.active', '=', true)
    .$castTo<AccessPersonRow>()
  if (scope !== null) query = query.where(scope)
  if (duty !== undefined) query = query.where((eb) => eb(eb.val(duty), '=', eb.fn.any('p.duties')))
  return readPage<AccessPersonRow>(ctx, query, paging)
}

/**
 * The person, with no duties if no row is stored; undefined when there is no such user, they are deleted, or the caller may not see them.
 */
export function findAccessPerson(ctx: Context, userId: number): Promise<AccessPersonRow | undefined> {
  const scope = userScope(ctx, 'u')
  const query = q
    .selectFrom('users as u')
    .leftJoin('access_people as p', (join) => join.onRef('p.account_id', '=', 'u.account_id').onRef('p.user_id', '=', 'u.id'))
    .select(['u.id as user_id', 'u.name', 'u.email', 'u.role', 'p.manager_id', 'p.created_at', 'p.updated_at'])
    .select(sql<readonly Duty[]>`coalesce(p.duties, '{}')`.as('duties'))
    .where('u.account_id', '=', ctx.account.id)
    .where('u.id', '=', userId)
    .where('u.active', '=', true)
    .$castTo<AccessPersonRow>()
  return ctx.db.first(scope === null ? query : query.where(scope))
}

/** Saves a person's duties and manager; deletes the row of a person with neither. */
export async function saveAccessPerson(tx: Context, person: Pick<AccessPersonRow, 'user_id' | 'manager_id' | 'duties'>): Promise<void> {
  const { user_id, manager_id, duties } = person
  const kept = manager_id !== null || duties.length > 0
  await tx.db.run(kept ? save(tx.account.id, user_id, manager_id, duties, tx.now) : remove(tx.account.id, user_id))
}

/** The ids of staff who have a duty and may sign in. */
export async function findUserIdsWithDuty(ctx: Context, duty: Duty): Promise<number[]> {
  return (await ctx.db.all(withDuty(ctx.account.id, duty))).map((row) => row.user_id)
}
