/** The acts that only read users. */
import { isStaff, requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { getGroup } from '../groups/store.ts'
import { getOrganization } from '../organizations/store.ts'
import { getVisibleUser, type UserFilter } from './list_store.ts'
import type { RelatedToUser } from './schema.ts'
import { findUsers, type UserRow } from './store.ts'
import { countRelatedTickets } from './ticket_store.ts'

/** A user, deleted or not; end users see only themselves. @throws Forbidden @throws NotFound @source docs/reference/people.md §1.1 */
export async function readUser(ctx: Context, id: number): Promise<UserRow> {
  if (!isStaff(ctx) && id !== ctx.actor.id) throw new Forbidden()
  return getVisibleUser(ctx, id)
}

/** The caller as a user; undefined for an anonymous one. */
export async function readCaller(ctx: Context): Promise<UserRow | undefined> {
  return ctx.actor.id > 0 ? (await findUsers(ctx, [ctx.actor.id]))[0] : undefined
}

/**
 * Checks the filter of a list of an organization's, a group's or all users.
 * @throws Forbidden @throws NotFound when there is no such organization or group
 */
export async function listFilter(ctx: Context, filter: UserFilter): Promise<UserFilter> {
  requirePermission(ctx, 'user.list')
  if (filter.organization_id !== undefined) await getOrganization(ctx, filter.organization_id)
  if (filter.group_id !== undefined) await getGroup(ctx, filter.group_id)
  return filter
}

/** Counts of the records related to a user. @throws Forbidden @throws NotFound @source docs/reference/people.md §1.1 */
export async function readRelated(ctx: Context, id: number): Promise<AnswerOf<typeof RelatedToUser>> {
  requirePermission(ctx, 'user.list')
  await getVisibleUser(ctx, id)
  return { ...(await countRelatedTickets(ctx, id)), organization_subscriptions: 0 }
}
