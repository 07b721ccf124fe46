/** Bulk operations on organization memberships, as jobs. @source docs/reference/people.md §4.1; docs/reference/conventions.md §6 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import { readIds, refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { createMembership, removeMembership } from './change.ts'
import type { MembershipInput } from './schema.ts'

/** Queues the creation of up to 100 memberships. @throws Forbidden @throws TooManyValues @throws TooManyJobs */
export function startMembershipsCreate(ctx: Context, memberships: readonly MembershipInput[]): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'membership.list')
  refuseTooMany(memberships)
  return startBulkJob(ctx, {
    job_type: 'Bulk Create Organization Membership',
    work: 'organization_memberships/create',
    items: memberships,
    doing: 'Creating organization membership',
  })
}

/** Queues the removal of up to 100 memberships. @throws Forbidden @throws MissingParameter @throws TooManyValues */
export function startMembershipsDelete(ctx: Context, ids: string | undefined): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'membership.list')
  const items = readIds(ids, 'organization_memberships/destroy_many').map((id) => ({ id }))
  if (items.length === 0) throw new MissingParameter('ids')
  return startBulkJob(ctx, {
    job_type: 'Bulk Delete Organization Membership',
    work: 'organization_memberships/delete',
    items,
    doing: 'Deleting organization membership',
  })
}

/** What the jobs do for each membership. */
export const organizationMembershipHandlers = {
  'organization_memberships/create': async (ctx: Context, item: MembershipInput, index: number) => ({
    id: (await createMembership(ctx, item)).id,
    index,
  }),
  'organization_memberships/delete': async (ctx: Context, { id }: { id: number }) => {
    await removeMembership(ctx, { id })
    return { id, action: 'delete', success: true, status: 'Deleted' }
  },
}
