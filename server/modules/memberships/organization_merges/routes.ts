// ORGANIZATION MERGES: requesting that an organization is merged into another, and the status of merges.
// Not here: organizations themselves (organizations/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { startMerge } from './merge.ts'
import { presentMerge } from './present.ts'
import { Merge, MergeBody } from './schema.ts'
import { getMerge, listMerges, MERGE_SORTING } from './store.ts'

const One = Type.Object({ organization_merge: Merge })

/** @source docs/reference/people.md §4 */
export const organizationMergeRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/organizations/:organization_id/merge',
    name: 'organization_merges/create',
    summary: 'Merge an organization into another',
    scope: 'organizations',
    body: MergeBody,
    answer: One,
    handle: async (ctx, { params, body }) =>
      answerOk({ organization_merge: presentMerge(ctx, await startMerge(ctx, params.organization_id, body.organization_merge.winner_id)) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:organization_id/merges',
    name: 'organization_merges/index',
    summary: 'List the merges of an organization',
    scope: 'organizations',
    query: listQuery({}),
    answer: Type.Object({ organization_merges: Type.Array(Merge) }),
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'organization.delete')
      const page = await listMerges(ctx, params.organization_id, readPaging(query, MERGE_SORTING, 'organization_merges/index'))
      return answerOk(
        listEnvelope(
          address,
          'organization_merges',
          page,
          page.rows.map((row) => presentMerge(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/organization_merges/:id',
    name: 'organization_merges/show',
    summary: 'Show an organization merge',
    scope: 'organizations',
    text_params: ['id'],
    answer: One,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'organization.delete')
      return answerOk({ organization_merge: presentMerge(ctx, await getMerge(ctx, params.id)) })
    },
  }),
]
