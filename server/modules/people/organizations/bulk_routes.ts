/** Routes of bulk operations on organizations. */
import { answerOk, route } from '#http/route.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startOrganizationsCreate, startOrganizationsDelete, startOrganizationsUpdate } from './bulk.ts'
import { ManyOrganizationsBody, ManyQuery, UpdateManyBody } from './schema.ts'

/** @source docs/reference/conventions.md §6 */
export const organizationBulkRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/organizations/create_many',
    name: 'organizations/create_many',
    summary: 'Create up to 100 organizations',
    scope: 'organizations',
    body: ManyOrganizationsBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startOrganizationsCreate(ctx, body.organizations)),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/organizations/update_many',
    name: 'organizations/update_many',
    summary: 'Update up to 100 organizations',
    scope: 'organizations',
    query: ManyQuery,
    body: UpdateManyBody,
    answer: OneJobStatus,
    handle: async (ctx, { query, body }) => answerOk(await startOrganizationsUpdate(ctx, query, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/organizations/destroy_many',
    name: 'organizations/destroy_many',
    summary: 'Delete up to 100 organizations',
    scope: 'organizations',
    query: ManyQuery,
    answer: OneJobStatus,
    handle: async (ctx, { query }) => answerOk(await startOrganizationsDelete(ctx, query)),
  }),
]
