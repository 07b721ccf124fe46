/** Bulk operations on group memberships, as jobs. @source docs/reference/people.md §5.1; docs/reference/conventions.md §6 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import { readIds, refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { createGroupMembership, removeGroupMembership } from './change.ts'
import type { GroupMembershipInput } from './schema.ts'

/** Queues the creation of up to 100 memberships. @throws Forbidden @throws TooManyValues @throws TooManyJobs */
export function startGroupMembershipsCreate(
  ctx: Context,
  memberships: readonly GroupMembershipInput[],
): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'membership.manage')
  refuseTooMany(memberships)
  return startBulkJob(ctx, {
    job_type: 'Bulk Create Group Membership',
    work: 'group_memberships/create',
    items: memberships,
    doing: 'Creating group membership',
  })
}

/** Queues the removal of up to 100 memberships. @throws Forbidden @throws MissingParameter @throws TooManyValues */
export function startGroupMembershipsDelete(ctx: Context, ids: string | undefined): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'membership.manage')
  const items = readIds(ids, 'group_memberships/destroy_many').map((id) => ({ id }))
  if (items.length === 0) throw new MissingParameter('ids')
  return startBulkJob(ctx, {
    job_type: 'Bulk Delete Group Membership',
    work: 'group_memberships/delete',
    items,
    doing: 'Deleting group membership',
  })
}

/** What the jobs do for each membership. */
export const groupMembershipHandlers = {
  'group_memberships/create': async (ctx: Context, item: GroupMembershipInput, index: number) => ({
    id: (await createGroupMembership(ctx, item)).id,
    index,
  }),
  'group_memberships/delete': async (ctx: Context, { id }: { id: number }) => {
    await removeGroupMembership(ctx, { id })
    return { id, action: 'delete', success: true, status: 'Deleted' }
  },
}
