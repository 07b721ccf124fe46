/** The acts on organization subscriptions: subscribe, unsubscribe. Agents act for anyone, end users for themselves. */
import { ensureDefined } from '#lib/defined.ts'
import { canSeeOrganization } from '#permissions/people_scope.ts'
import { isStaff } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { type Details, Forbidden, refuseInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { allOf } from '#lib/all_of.ts'
import { findOrganizations } from '../organizations/store.ts'
import { findVisibleUsers } from '../users/list_store.ts'
import type { SubscriptionInput } from './schema.ts'
import { deleteSubscription, getSubscription, insertSubscription, type SubscriptionFilter, type SubscriptionRow } from './store.ts'

const makeInvalidDetails = (member: string, name: string): Details => ({
  [member]: [makeInvalidProblem(name)],
})

/**
 * The filter limited to what the caller may see: end users see their own subscriptions.
 * @throws Forbidden when an end user filters by another user
 */
export function visibleFilter(ctx: Context, filter: SubscriptionFilter): SubscriptionFilter {
  if (isStaff(ctx)) return filter
  if (filter.user_id !== undefined && filter.user_id !== ctx.actor.id) throw new Forbidden()
  return { ...filter, user_id: ctx.actor.id }
}

/**
 * Subscribes a user. End users can subscribe only themselves, to their own organizations with shared tickets.
 * @throws Forbidden @throws RecordInvalid
 * @source docs/reference/people.md §4.3
 */
export async function subscribe(ctx: Context, input: SubscriptionInput): Promise<SubscriptionRow> {
  const user_id = input.user_id ?? (isStaff(ctx) ? 0 : ctx.actor.id)
  if (!isStaff(ctx) && user_id !== ctx.actor.id) throw new Forbidden()
  const [[user], [organization]] = await allOf(
    () => findVisibleUsers(ctx, [user_id]),
    () => findOrganizations(ctx, [input.organization_id ?? 0]),
  )
  const isOpen =
    organization !== undefined &&
    canSeeOrganization(ctx, organization.id) &&
    (isStaff(ctx) || (organization.shared_tickets && ctx.actor.organization_ids.includes(organization.id)))
  refuseInvalid({
    ...(user?.active === true ? {} : makeInvalidDetails('user_id', 'User')),
    ...(isOpen ? {} : makeInvalidDetails('organization_id', 'Organization')),
  })
  return insertSubscription(ctx, user_id, ensureDefined(organization?.id))
}

/** Ends a subscription. @throws NotFound when the caller sees no such subscription */
export async function unsubscribe(ctx: Context, id: number): Promise<void> {
  await getSubscription(ctx, visibleFilter(ctx, { id }))
  await deleteSubscription(ctx, id)
}
