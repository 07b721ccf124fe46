import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { readInclude, listEnvelope, wholeList } from '#http/envelope.ts'
import { readPaging, type Sorting } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import { presentJob } from './present.ts'
import { OneJobStatus, SomeJobStatuses } from './schema.ts'
import { findJobs, getVisibleJob, listJobs } from './store.ts'

const SORTING: Sorting = {
  only_cursor: true,
  fallback: [
    { key: 'created_at', column: 'created_at', kind: 'moment' },
    { key: 'id', column: 'id', kind: 'text' },
  ],
}

/** @source docs/reference/conventions.md §7 */
export const jobStatusRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/job_statuses',
    name: 'job_statuses/index',
    summary: 'List job statuses',
    scope: '',
    query: listQuery({}),
    answer: SomeJobStatuses,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'job.show')
      const page = await listJobs(ctx, readPaging(query, SORTING, 'job_statuses/index'))
      return answerOk(
        listEnvelope(
          address,
          'job_statuses',
          page,
          page.rows.map((row) => presentJob(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/job_statuses/show_many',
    name: 'job_statuses/show_many',
    summary: 'Show job statuses by id',
    scope: '',
    query: Type.Partial(Type.Object({ ids: Word })),
    answer: SomeJobStatuses,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'job.show')
      const rows = await findJobs(ctx, [...readInclude(query.ids)].slice(0, 100))
      return answerOk(
        wholeList(
          'job_statuses',
          rows.map((row) => presentJob(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/job_statuses/:id',
    name: 'job_statuses/show',
    summary: 'Show a job status',
    scope: '',
    text_params: ['id'],
    answer: OneJobStatus,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'job.show')
      return answerOk({ job_status: presentJob(ctx, await getVisibleJob(ctx, params.id)) })
    },
  }),
]
