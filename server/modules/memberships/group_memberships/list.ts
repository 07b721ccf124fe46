/** Responses with group memberships. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, answerNewRecord, answerOk } from '#http/route.ts'
import { getGroup } from '#modules/people/groups/store.ts'
import { getVisibleUser } from '#modules/people/users/list_store.ts'
import { groupMembershipSiblings, presentGroupMembership } from './present.ts'
import {
  getGroupMembership,
  GROUP_MEMBERSHIP_SORTING,
  type GroupMembershipFilter,
  type GroupMembershipRow,
  listGroupMemberships,
} from './store.ts'

/** A page of memberships. @throws Forbidden @throws NotFound for an unknown user or group */
export async function answerGroupMemberships(
  ctx: Context,
  filter: GroupMembershipFilter,
  input: { query: PagingQuery & { include?: string }; address: Address },
) {
  requirePermission(ctx, 'membership.list')
  if (filter.user_id !== undefined) await getVisibleUser(ctx, filter.user_id)
  if (filter.group_id !== undefined) await getGroup(ctx, filter.group_id)
  const page = await listGroupMemberships(ctx, filter, readPaging(input.query, GROUP_MEMBERSHIP_SORTING, 'group_memberships/index'))
  const siblings = await groupMembershipSiblings(ctx, input.query.include, page.rows)
  return answerOk(
    listEnvelope(
      input.address,
      'group_memberships',
      page,
      page.rows.map((row) => presentGroupMembership(ctx, row)),
      siblings,
    ),
  )
}

/** One membership with side-loaded records. @throws Forbidden @throws NotFound */
export async function answerGroupMembership(ctx: Context, filter: GroupMembershipFilter, include: string | undefined) {
  requirePermission(ctx, 'membership.list')
  const row = await getGroupMembership(ctx, filter)
  return answerOk({ group_membership: presentGroupMembership(ctx, row), ...(await groupMembershipSiblings(ctx, include, [row])) })
}

/** 201 with a new membership. */
export function answerCreated(ctx: Context, row: GroupMembershipRow) {
  return answerNewRecord({ group_membership: presentGroupMembership(ctx, row) }, urlOf(ctx.caller.base_url, `group_memberships/${row.id}`))
}
