/** Every statement on many access requests: the ones a user sees, and the ones that wait for them. */
import { sql, type SqlBool } from 'kysely'
import type { Actor, Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { allOf } from '#lib/all_of.ts'
import { seesAll } from './rights.ts'
import { type AccessRequestRow, REQUEST_COLUMNS } from './store.ts'

/** The lists: all requests the caller may see, their own, and those that wait for them as manager, provisioner or engineer. */
export const LIST_ROLES = ['all', 'mine', 'to_approve', 'to_review', 'to_issue'] as const
export type ListRole = (typeof LIST_ROLES)[number]

/** The lists of requests that wait for the caller. */
export type WaitingRole = Exclude<ListRole, 'all' | 'mine'>

/** The filters of a list of access requests. */
export interface AccessRequestFilter {
  readonly role: ListRole
  readonly states?: readonly string[]
  readonly kind?: string
  readonly requester_id?: number
  /** Lower-case words that the title must all contain. An account has few enough requests to scan. */
  readonly title_words?: readonly string[]
}

const byId = [{ key: 'id', column: 'id', kind: 'number', descending: true }] as const
const byTime = (key: 'created_at' | 'updated_at') =>
  [
    { key, column: key, kind: 'moment', descending: true },
    { key: 'id', column: 'id', kind: 'number', descending: true },
  ] as const
const ORDERS = { id: byId, created_at: byTime('created_at'), updated_at: byTime('updated_at') }

/** How lists of access requests may be sorted; by default the newest first. */
export const ACCESS_REQUEST_SORTING: Sorting = { fallback: byId, cursor: ORDERS, offset: ORDERS }

/** A page of access requests the caller may see. */
export function listAccessRequests(ctx: Context, filter: AccessRequestFilter, paging: Paging): Promise<Page<AccessRequestRow>> {
  const { states, kind, requester_id, role, title_words = [] } = filter
  let query = q.selectFrom('access_requests').select(REQUEST_COLUMNS).where('account_id', '=', ctx.account.id).where(inRole(ctx, role))
  if (states !== undefined) query = query.where(sql<SqlBool>`state = any(${states}::text[])`)
  for (const word of title_words) query = query.where(sql<SqlBool>`position(${word} in lower(title)) > 0`)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (requester_id !== undefined) query = query.where('requester_id', '=', requester_id)
  return readPage<AccessRequestRow>(ctx, query.$castTo<AccessRequestRow>(), paging)
}

/** The most requests named in one mail, and the most open requests searched for steps that no one can take. */
const MAX_MAILED = 20
const MAX_OPEN = 500

/** The oldest requests that wait for a user, and how many wait in all. */
export async function findWaitingFor(
  ctx: Context,
  actor: Actor,
  roles: readonly WaitingRole[],
): Promise<{ rows: AccessRequestRow[]; count: number }> {
  const query = q
    .selectFrom('access_requests')
    .where('account_id', '=', ctx.account.id)
    .where((eb) => eb.or(roles.map((role) => inRole({ account: ctx.account, now: ctx.now, actor }, role))))
  const [rows, counted] = await allOf(
    () => ctx.db.all(query.select(REQUEST_COLUMNS).orderBy('id').limit(MAX_MAILED).$castTo<AccessRequestRow>()),
    () => ctx.db.first(query.select((eb) => eb.fn.countAll<number>().as('count'))),
  )
  return { rows, count: counted?.count ?? 0 }
}

/** Requests that wait for a step taken by a person, the oldest first. */
export function findOpenRequests(ctx: Context): Promise<AccessRequestRow[]> {
  const states = ['submitted', 'manager_approved', 'security_reviewed', 'accepted']
  return ctx.db.all(
    q
      .selectFrom('access_requests')
      .select(REQUEST_COLUMNS)
      .where('account_id', '=', ctx.account.id)
      .where('state', 'in', states)
      .orderBy('id')
      .limit(MAX_OPEN)
      .$castTo<AccessRequestRow>(),
  )
}

/** The ids of a requester's requests that wait for the approval of a given manager. */
export async function findSubmittedRequests(ctx: Context, requester_id: number, manager_id: number): Promise<number[]> {
  const rows = await ctx.db.all(
    q
      .selectFrom('access_requests')
      .select('id')
      .where('account_id', '=', ctx.account.id)
      .where('state', '=', 'submitted')
      .where('requester_id', '=', requester_id)
      .where('manager_id', '=', manager_id)
      .orderBy('id'),
  )
  return rows.map(({ id }) => id)
}

/**
 * The requests of a list, as a condition on `access_requests`. Must agree with the table of steps: a waiting request is one on which the
 * caller may take the next step.
 */
export function inRole({ actor, account, now }: Pick<Context, 'actor' | 'account' | 'now'>, role: ListRole) {
  const { access } = account.settings
  const me = actor.id
  const isStaff = actor.role !== 'end-user'
  const inTime = sql`deadline_at > ${now}`
  const notMine = sql`requester_id <> ${me} and approved_by_id is distinct from ${me}`
  const nothing = sql<SqlBool>`false`
  switch (role) {
    case 'all':
      return seesAll(actor, access) ? sql<SqlBool>`true` : sql<SqlBool>`(requester_id = ${me} or manager_id = ${me})`
    case 'mine':
      return sql<SqlBool>`requester_id = ${me}`
    case 'to_approve':
      return isStaff ? sql<SqlBool>`(state = 'submitted' and manager_id = ${me} and requester_id <> ${me} and ${inTime})` : nothing
    case 'to_review':
      return isStaff && actor.duties.includes('provisioner')
        ? sql<SqlBool>`(state in ('manager_approved', 'security_reviewed') and ${notMine} and ${inTime})`
        : nothing
    case 'to_issue': {
      const engineer = isStaff && actor.duties.includes('engineer') ? sql`kind = 'api_token'` : sql`false`
      const bot = isStaff && me === access.integration_bot_id ? sql`kind = 'integration'` : sql`false`
      const reviewed = access.engineer_may_review
        ? sql`false`
        : sql`(reviewed_by_id is not distinct from ${me} or decided_by_id is not distinct from ${me})`
      return sql<SqlBool>`(state = 'accepted' and (${engineer} or ${bot}) and ${notMine} and not ${reviewed} and ${inTime})`
    }
  }
}
