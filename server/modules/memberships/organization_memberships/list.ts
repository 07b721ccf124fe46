/** Lists of organization memberships: agents see all of them, end users their own. */
import { isStaff, requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, answerOk } from '#http/route.ts'
import { getVisibleUser } from '#modules/people/users/list_store.ts'
import { membershipSiblings, presentMembership } from './present.ts'
import { getMembership, listMemberships, MEMBERSHIP_SORTING, type MembershipFilter, USER_MEMBERSHIP_SORTING } from './store.ts'

/**
 * A page of memberships. End users get only their own.
 * @throws Forbidden when an end user requests another user's @throws NotFound for an unknown user
 */
export async function answerMemberships(
  ctx: Context,
  filter: MembershipFilter,
  input: { query: PagingQuery & { include?: string }; address: Address },
) {
  const own = isStaff(ctx) ? undefined : ctx.actor.id
  if (own !== undefined && filter.user_id !== undefined && filter.user_id !== own) throw new Forbidden()
  if (own !== undefined && filter.organization_id !== undefined && !ctx.actor.organization_ids.includes(filter.organization_id))
    throw new Forbidden()
  if (own === undefined && filter.user_id !== undefined) await getVisibleUser(ctx, filter.user_id)
  const paging = readPaging(
    input.query,
    filter.user_id === undefined ? MEMBERSHIP_SORTING : USER_MEMBERSHIP_SORTING,
    'organization_memberships/index',
  )
  const page = await listMemberships(ctx, own === undefined ? filter : { ...filter, user_id: own }, paging)
  const siblings = await membershipSiblings(ctx, input.query.include, page.rows)
  return answerOk(
    listEnvelope(
      input.address,
      'organization_memberships',
      page,
      page.rows.map((row) => presentMembership(ctx, row)),
      siblings,
    ),
  )
}

/** One membership with side-loaded records. @throws Forbidden @throws NotFound */
export async function answerMembership(ctx: Context, filter: MembershipFilter, include: string | undefined) {
  requirePermission(ctx, 'membership.list')
  const row = await getMembership(ctx, filter)
  return answerOk({ organization_membership: presentMembership(ctx, row), ...(await membershipSiblings(ctx, include, [row])) })
}
