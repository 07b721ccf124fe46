/** Many users in one call: what is queued, and what the jobs do to each. @source conventions.md §6, §7, users_orgs.md §1.1 */
import { requirePermission } from '../../access/permissions.ts'
import { closeSessions } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import { MissingParameter, NotFound } from '../../errors.ts'
import { readIds, readWords, refuseTooMany } from '../../http/many.ts'
import { startBulkJob } from '../job_statuses/start.ts'
import { changeUser } from './change.ts'
import { createUser } from './create.ts'
import { createOrUpdateUser } from './create_or_update.ts'
import { findListed } from './list_store.ts'
import { removeUser } from './remove.ts'
import type { NamedUserInput, UserInput } from './schema.ts'
import { findUserByExternalId } from './store.ts'

type Wire = Record<string, unknown>

/** `?ids=1,2` or `?external_ids=a,b`. */
export interface ManyQuery {
  readonly ids?: string
  readonly external_ids?: string
}

/** One user of a bulk job: by id, or by external id. */
interface Item {
  readonly id?: number
  readonly external_id?: string
  readonly change: UserInput
}

const TOO_MANY = 'Maximum 100 users may be created per call'

/** Queues the creation of up to 100 users. @throws Forbidden @throws TooManyValues @throws TooManyJobs */
export function startUsersCreate(ctx: Context, users: readonly NamedUserInput[]): Promise<Wire> {
  requirePermission(ctx, 'user.create_many')
  refuseTooMany(users, TOO_MANY)
  return startBulkJob(ctx, { job_type: 'Bulk Create User', work: 'users/create', items: users.map(withoutId), doing: 'Creating User' })
}

/** Queues the creation or change of up to 100 users. @throws Forbidden @throws TooManyValues @throws TooManyJobs */
export function startUsersCreateOrUpdate(ctx: Context, users: readonly NamedUserInput[]): Promise<Wire> {
  requirePermission(ctx, 'user.create_many')
  refuseTooMany(users, TOO_MANY)
  return startBulkJob(ctx, {
    job_type: 'Bulk Create User',
    work: 'users/create_or_update',
    items: users.map(withoutId),
    doing: 'Creating User',
  })
}

/** Queues one change for many (`ids` or `external_ids`, and `user`), or a change for each (`users`). @throws Forbidden @throws MissingParameter @throws TooManyValues */
export function startUsersUpdate(
  ctx: Context,
  query: ManyQuery,
  body: { user?: UserInput; users?: readonly NamedUserInput[] },
): Promise<Wire> {
  requirePermission(ctx, 'user.create')
  const { user, users } = body
  if (user === undefined && users === undefined) throw new MissingParameter('user')
  const items = users?.map(batchItem) ?? namedBy(query, 'users/update_many').map((named) => ({ ...named, change: user ?? {} }))
  refuseTooMany(items)
  return startBulkJob(ctx, { job_type: 'Bulk Update User', work: 'users/update', items, doing: 'Updating user' })
}

/** Queues the deletion of many users. @throws Forbidden @throws MissingParameter @throws TooManyValues */
export function startUsersDelete(ctx: Context, query: ManyQuery): Promise<Wire> {
  requirePermission(ctx, 'user.delete')
  const items = namedBy(query, 'users/destroy_many').map((named) => ({ ...named, change: {} }))
  return startBulkJob(ctx, { job_type: 'Bulk Update User', work: 'users/delete', items, doing: 'Deleting user' })
}

/** Ends all sessions of many users. @throws Forbidden @throws MissingParameter @throws TooManyValues */
export async function logoutUsers(ctx: Context, query: ManyQuery): Promise<void> {
  requirePermission(ctx, 'user.manage_staff')
  const ids = readIds(query.ids, 'users/logout_many')
  if (ids.length === 0) throw new MissingParameter('ids')
  for (const user of await findListed(ctx, { ids })) await closeSessions(ctx, user.id)
}

function withoutId({ id: _id, ...user }: NamedUserInput): UserInput {
  return user
}

/** A user of a batch is named by his id, else by his external id, which is then not changed but for its case. */
function batchItem({ id, ...change }: NamedUserInput): Item {
  if (id !== undefined && id !== null) return { id, change }
  return change.external_id ? { external_id: change.external_id, change } : { change }
}

function namedBy(query: ManyQuery, action: string): { id?: number; external_id?: string }[] {
  const named = [
    ...readIds(query.ids, action).map((id) => ({ id })),
    ...readWords(query.external_ids).map((external_id) => ({ external_id })),
  ]
  if (named.length === 0) throw new MissingParameter('ids')
  refuseTooMany(named)
  return named
}

async function idOf(ctx: Context, { id, external_id }: Item): Promise<number> {
  const found = id ?? (external_id === undefined ? undefined : (await findUserByExternalId(ctx, external_id))?.id)
  if (found === undefined) throw new NotFound()
  return found
}

/** What the jobs do to one user. */
export const userWorks = {
  'users/create': async (ctx: Context, input: UserInput) => ({ id: (await createUser(ctx, input)).id, status: 'Created' }),
  'users/create_or_update': async (ctx: Context, input: UserInput) => {
    const { user, created } = await createOrUpdateUser(ctx, input)
    return { id: user.id, status: created ? 'Created' : 'Updated' }
  },
  'users/update': async (ctx: Context, item: Item) => {
    const { id } = await changeUser(ctx, await idOf(ctx, item), item.change)
    return { id, action: 'update', success: true, status: 'Updated' }
  },
  'users/delete': async (ctx: Context, item: Item) => {
    const { id } = await removeUser(ctx, await idOf(ctx, item))
    return { id, action: 'delete', success: true, status: 'Deleted' }
  },
}
