/**
 * Bulk operations on users: what is queued, and what the jobs do for each.
 * @source docs/reference/conventions.md §6, §7; docs/reference/people.md §1.1
 */
import { requirePermission } from '#permissions/permissions.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { closeSessions } from '#auth/sessions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter, orNotFound } from '#core/errors.ts'
import { readIds, readList, refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { changeUser } from './change.ts'
import { createUser } from './create.ts'
import { createOrUpdateUser } from './create_or_update.ts'
import { findListed } from './list_store.ts'
import { draftPassword, type NewPassword } from './passwords.ts'
import { removeUser } from './remove.ts'
import type { NamedUserInput, UserInput } from './schema.ts'
import { findUserByExternalId } from './store.ts'
import { auditSessionsEnded } from './signed_out.ts'

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

/** A user that a job creates. The password is hashed before it is queued, because job payloads can be read. */
interface NewItem {
  readonly user: UserInput
  readonly password: NewPassword
}

const TOO_MANY = 'Maximum 100 users may be created per call'

/** Queues the creation of up to 100 users. @throws Forbidden @throws MissingScope @throws TooManyValues @throws TooManyJobs */
export async function startUsersCreate(ctx: Context, users: readonly NamedUserInput[]): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'user.create_many')
  refuseTooMany(users, TOO_MANY)
  return startBulkJob(ctx, {
    job_type: 'Bulk Create User',
    work: 'users/create',
    items: await newItems(ctx, users),
    doing: 'Creating User',
  })
}

/** Queues the creation or change of up to 100 users. @throws Forbidden @throws MissingScope @throws TooManyValues @throws TooManyJobs */
export async function startUsersCreateOrUpdate(ctx: Context, users: readonly NamedUserInput[]): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'user.create_many')
  refuseTooMany(users, TOO_MANY)
  return startBulkJob(ctx, {
    job_type: 'Bulk Create User',
    work: 'users/create_or_update',
    items: await newItems(ctx, users),
    doing: 'Creating User',
  })
}

/** Queues one change for many (`ids` or `external_ids`, and `user`), or a change for each (`users`). @throws Forbidden @throws MissingScope @throws MissingParameter @throws TooManyValues */
export async function startUsersUpdate(
  ctx: Context,
  query: ManyQuery,
  body: { user?: UserInput; users?: readonly NamedUserInput[] },
): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'user.create')
  const { user, users } = body
  if (user === undefined && users === undefined) throw new MissingParameter('user')
  const items =
    users?.map(batchItem) ?? namedBy(query, 'users/update_many').map((named) => ({ ...named, change: withoutPassword(user ?? {}) }))
  refuseTooMany(items)
  for (const { change } of items) requireScopesFor(ctx, change)
  return startBulkJob(ctx, { job_type: 'Bulk Update User', work: 'users/update', items, doing: 'Updating user' })
}

/** Queues the deletion of many users. @throws Forbidden @throws MissingParameter @throws TooManyValues */
export function startUsersDelete(ctx: Context, query: ManyQuery): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'user.delete')
  const items = namedBy(query, 'users/destroy_many').map((named) => ({ ...named, change: {} }))
  return startBulkJob(ctx, { job_type: 'Bulk Update User', work: 'users/delete', items, doing: 'Deleting user' })
}

/** Ends all sessions of many users. @throws Forbidden @throws MissingParameter @throws TooManyValues */
export async function logoutUsers(ctx: Context, query: ManyQuery): Promise<void> {
  requirePermission(ctx, 'user.manage_staff')
  const ids = readIds(query.ids, 'users/logout_many')
  if (ids.length === 0) throw new MissingParameter('ids')
  await inTransaction(ctx, async (tx) => {
    for (const user of await findListed(tx, { ids })) {
      await closeSessions(tx, user.id)
      await auditSessionsEnded(tx, user)
    }
  })
}

async function newItems(ctx: Context, users: readonly NamedUserInput[]): Promise<NewItem[]> {
  for (const user of users) requireScopesFor(ctx, user)
  const items: NewItem[] = []
  for (const { id: _id, ...user } of users) items.push({ user: withoutPassword(user), password: await draftPassword(ctx, user) })
  return items
}

/** Creating staff needs every scope: staff can do more than a token with limited scopes. @throws MissingScope */
function requireScopesFor(ctx: Context, { role }: UserInput): void {
  if (role && role !== 'end-user') requireEveryScope(ctx.auth)
}

function withoutPassword({ password: _password, ...user }: UserInput): UserInput {
  return user
}

/** A user of a batch is found by id, otherwise by external id; in that case only the case of the external id can change. */
function batchItem({ id, ...user }: NamedUserInput): Item {
  const change = withoutPassword(user)
  if (id !== undefined && id !== null) return { id, change }
  return change.external_id ? { external_id: change.external_id, change } : { change }
}

function namedBy(query: ManyQuery, action: string): { id?: number; external_id?: string }[] {
  const named = [
    ...readIds(query.ids, action).map((id) => ({ id })),
    ...readList(query.external_ids).map((external_id) => ({ external_id })),
  ]
  if (named.length === 0) throw new MissingParameter('ids')
  refuseTooMany(named)
  return named
}

async function idOf(ctx: Context, { id, external_id }: Item): Promise<number> {
  return orNotFound(id ?? (external_id === undefined ? undefined : (await findUserByExternalId(ctx, external_id))?.id))
}

/** Further members that name a user in a job's results, if they were sent. @source docs/reference/conventions.md §7 */
function knownBy({ email, external_id }: UserInput): Pick<UserInput, 'email' | 'external_id'> {
  return { ...(email ? { email } : {}), ...(external_id ? { external_id } : {}) }
}

/** What the jobs do for each user. */
export const userHandlers = {
  'users/create': async (ctx: Context, { user, password }: NewItem) => ({
    id: (await createUser(ctx, user, password)).id,
    status: 'Created',
    ...knownBy(user),
  }),
  'users/create_or_update': async (ctx: Context, item: NewItem) => {
    const { user, created } = await createOrUpdateUser(ctx, item.user, item.password)
    return { id: user.id, status: created ? 'Created' : 'Updated', ...knownBy(item.user) }
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
