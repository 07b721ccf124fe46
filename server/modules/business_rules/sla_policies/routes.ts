import { InvalidAttribute, MissingParameter } from '#core/errors.ts'
import { urlOf, wholeList } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { slaPolicies } from './change.ts'
import { filterDefinitions } from './definitions.ts'
import { filterChoices } from './definitions_store.ts'
import { presentPolicy } from './present.ts'
import { OnePolicy, PolicyBody, PolicyDefinitions, ReorderBody, ReorderQuery, SomePolicies } from './schema.ts'
import { getPolicy, listPolicies } from './store.ts'

/** Ids of a query parameter. @throws InvalidAttribute */
function idsOf(words: readonly string[]): number[] {
  const ids = words.map(Number)
  if (!ids.every(Number.isSafeInteger)) throw new InvalidAttribute('sla_policy_ids', 'must be a list of integers', 'slas/policies/reorder')
  return ids
}

/** @source docs/reference/business_rules.md §6 */
export const slaPolicyRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/slas/policies',
    name: 'slas/policies/index',
    summary: 'List SLA policies',
    scope: '',
    answer: SomePolicies,
    async handle(ctx) {
      requirePermission(ctx, 'sla_policy.manage')
      const rows = await listPolicies(ctx)
      return answerOk(
        wholeList(
          'sla_policies',
          rows.map((row) => presentPolicy(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/slas/policies',
    name: 'slas/policies/create',
    summary: 'Create an SLA policy',
    scope: '',
    body: PolicyBody,
    answer: OnePolicy,
    async handle(ctx, { body }) {
      const row = await slaPolicies.create(ctx, body.sla_policy)
      return answerNewRecord({ sla_policy: presentPolicy(ctx, row) }, urlOf(ctx.caller.base_url, `slas/policies/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/slas/policies/definitions',
    name: 'slas/policies/definitions',
    summary: 'List what filters of SLA policies can be made of',
    scope: '',
    answer: PolicyDefinitions,
    async handle(ctx) {
      requirePermission(ctx, 'sla_policy.manage')
      const all = filterDefinitions(await filterChoices(ctx), await ruleCatalogue(ctx))
      return answerOk({ definitions: { all, any: all } })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/slas/policies/reorder',
    name: 'slas/policies/reorder',
    summary: 'Reorder SLA policies',
    scope: '',
    query: ReorderQuery,
    body: ReorderBody,
    async handle(ctx, { query, body }) {
      requirePermission(ctx, 'sla_policy.manage')
      const ids = body.sla_policy_ids ?? (query.sla_policy_ids === undefined ? undefined : idsOf(query.sla_policy_ids))
      if (ids === undefined) throw new MissingParameter('sla_policy_ids')
      await slaPolicies.reorder(ctx, ids)
      return answerOk('')
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/slas/policies/:id',
    name: 'slas/policies/show',
    summary: 'Show an SLA policy',
    scope: '',
    answer: OnePolicy,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'sla_policy.manage')
      return answerOk({ sla_policy: presentPolicy(ctx, await getPolicy(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/slas/policies/:id',
    name: 'slas/policies/update',
    summary: 'Change an SLA policy',
    scope: '',
    body: PolicyBody,
    answer: OnePolicy,
    handle: async (ctx, { params, body }) =>
      answerOk({ sla_policy: presentPolicy(ctx, await slaPolicies.change(ctx, params.id, body.sla_policy)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/slas/policies/:id',
    name: 'slas/policies/destroy',
    summary: 'Delete an SLA policy',
    scope: '',
    async handle(ctx, { params }) {
      await slaPolicies.remove(ctx, params.id)
      return answerNoContent()
    },
  }),
]
