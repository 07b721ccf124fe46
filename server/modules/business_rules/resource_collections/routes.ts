import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startCreate, startDelete, startUpdate } from './change.ts'
import { presentCollection } from './present.ts'
import { CollectionBody, CollectionsQuery, OneCollection, SomeCollections } from './schema.ts'
import { COLLECTION_SORTING, findUndeleted, getCollection, listCollections } from './store.ts'

/** @source docs/reference/other.md §8 */
export const resourceCollectionRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/resource_collections',
    name: 'resource_collections/index',
    summary: 'List resource collections',
    scope: '',
    query: CollectionsQuery,
    answer: SomeCollections,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'resource_collection.manage')
      const page = await listCollections(ctx, readPaging(query, COLLECTION_SORTING, 'resource_collections/index'))
      const isLiving = await findUndeleted(
        ctx,
        page.rows.flatMap((row) => row.resources),
      )
      const shown = page.rows.map((row) => presentCollection(row, isLiving))
      return answerOk(listEnvelope(address, 'resource_collections', page, shown))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/resource_collections',
    name: 'resource_collections/create',
    summary: 'Create a resource collection (asynchronous)',
    scope: '',
    body: CollectionBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startCreate(ctx, body.payload)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/resource_collections/:id',
    name: 'resource_collections/show',
    summary: 'Show a resource collection',
    scope: '',
    answer: OneCollection,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'resource_collection.manage')
      const row = await getCollection(ctx, params.id)
      return answerOk({ resource_collection: presentCollection(row, await findUndeleted(ctx, row.resources)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/resource_collections/:id',
    name: 'resource_collections/update',
    summary: 'Update a resource collection (asynchronous)',
    scope: '',
    body: CollectionBody,
    answer: OneJobStatus,
    handle: async (ctx, { params, body }) => answerOk(await startUpdate(ctx, params.id, body.payload)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/resource_collections/:id',
    name: 'resource_collections/destroy',
    summary: 'Delete a resource collection and its resources (asynchronous)',
    scope: '',
    answer: OneJobStatus,
    handle: async (ctx, { params }) => answerOk(await startDelete(ctx, params.id)),
  }),
]
