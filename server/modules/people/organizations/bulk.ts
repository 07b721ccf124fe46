/** Bulk operations on organizations, as jobs. @source docs/reference/conventions.md §6, §7; docs/reference/people.md §4 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter, orNotFound } from '#core/errors.ts'
import { readIds, readList, refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { changeOrganization, createOrganization, findNamedOrganization, removeOrganization } from './change.ts'
import type { NamedOrganizationInput, OrganizationInput } from './schema.ts'

interface ManyQuery {
  readonly ids?: string
  readonly external_ids?: string
}

type Item = { readonly find: NamedOrganizationInput; readonly change: OrganizationInput }

/** The organizations that `?ids=` or `?external_ids=` name. @throws MissingParameter when neither is given */
function namedBy(query: ManyQuery, action: string): NamedOrganizationInput[] {
  const named = [
    ...readIds(query.ids, action).map((id) => ({ id })),
    ...readList(query.external_ids).map((external_id) => ({ external_id })),
  ]
  if (named.length === 0) throw new MissingParameter('ids')
  refuseTooMany(named)
  return named
}

/** Queues the creation of up to 100 organizations. @throws Forbidden @throws TooManyValues @throws TooManyJobs */
export function startOrganizationsCreate(
  ctx: Context,
  organizations: readonly OrganizationInput[],
): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'organization.create')
  refuseTooMany(organizations)
  return startBulkJob(ctx, {
    job_type: 'Bulk Create Organization',
    work: 'organizations/create',
    items: organizations,
    doing: 'Creating organization',
  })
}

/** Queues one change for many (`ids` and `organization`), or a change for each (`organizations`, by id or external id). @throws MissingParameter @throws TooManyValues */
export function startOrganizationsUpdate(
  ctx: Context,
  query: ManyQuery,
  body: { organization?: OrganizationInput; organizations?: readonly NamedOrganizationInput[] },
): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'organization.update')
  const { organization, organizations } = body
  if (organization === undefined && organizations === undefined) throw new MissingParameter('organization')
  const items: Item[] =
    organizations?.map((named) => split(named)) ??
    namedBy(query, 'organizations/update_many').map((find) => ({ find, change: organization ?? {} }))
  refuseTooMany(items)
  return startBulkJob(ctx, {
    job_type: 'Bulk Update Organization',
    work: 'organizations/update',
    items: items.map((item) => ({ ...item, id: item.find.id })),
    doing: 'Updating organization',
  })
}

function split({ id, ...change }: NamedOrganizationInput): Item {
  return {
    find: { ...(id === undefined ? {} : { id }), ...(change.external_id === undefined ? {} : { external_id: change.external_id }) },
    change,
  }
}

/** Queues the removal of many organizations. @throws Forbidden @throws MissingParameter @throws TooManyValues */
export function startOrganizationsDelete(ctx: Context, query: ManyQuery): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'organization.delete')
  const items = namedBy(query, 'organizations/destroy_many')
  return startBulkJob(ctx, { job_type: 'Bulk Delete Organization', work: 'organizations/delete', items, doing: 'Deleting organization' })
}

async function idOf(ctx: Context, find: NamedOrganizationInput): Promise<number> {
  const found = orNotFound(await findNamedOrganization(ctx, find))
  return found.id
}

/** What the jobs do for each organization. */
export const organizationHandlers = {
  'organizations/create': async (ctx: Context, item: OrganizationInput) => ({
    id: (await createOrganization(ctx, item)).id,
    status: 'Created',
  }),
  'organizations/update': async (ctx: Context, { find, change }: Item) => {
    const { id } = await changeOrganization(ctx, await idOf(ctx, find), change)
    return { id, action: 'update', success: true, status: 'Updated' }
  },
  'organizations/delete': async (ctx: Context, find: NamedOrganizationInput) => {
    const id = await idOf(ctx, find)
    await removeOrganization(ctx, id)
    return { id, action: 'delete', success: true, status: 'Deleted' }
  },
}
