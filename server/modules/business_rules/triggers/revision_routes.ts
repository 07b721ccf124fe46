import { answerOk, route } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { OneRevision, RevisionsQuery, SomeRevisions } from './revision_schema.ts'
import { getRevision } from './revision_store.ts'
import { presentRevision, revisionPage } from './revisions.ts'
import { getTrigger } from './store.ts'

/** @source docs/reference/business_rules.md §2.6 */
export const triggerRevisionRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/triggers/:trigger_id/revisions',
    name: 'rules/trigger_revisions/index',
    summary: 'List the revisions of a trigger',
    scope: 'triggers',
    query: RevisionsQuery,
    answer: SomeRevisions,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'rule.list')
      const { id } = await getTrigger(ctx, params.trigger_id)
      return answerOk(await revisionPage(ctx, id, query, address))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/triggers/:trigger_id/revisions/:id',
    name: 'rules/trigger_revisions/show',
    summary: 'Show a revision of a trigger',
    scope: 'triggers',
    answer: OneRevision,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'rule.list')
      return answerOk({ trigger_revision: presentRevision(ctx, await getRevision(ctx, params.trigger_id, params.id)) })
    },
  }),
]
