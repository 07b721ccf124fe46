import { MissingParameter } from '#core/errors.ts'
import { urlOf, wholeList } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { groupSlaPolicies } from './change.ts'
import { filterChoices } from '../sla_policies/definitions_store.ts'
import { groupDefinition } from '../sla_policies/definitions.ts'
import { presentPolicy } from './present.ts'
import { OnePolicy, PolicyBody, PolicyDefinitions, ReorderBody, ReorderQuery, SomePolicies } from './schema.ts'
import { getPolicy, listPolicies } from './store.ts'

/** @source docs/reference/business_rules.md §6.3 */
export const groupSlaPolicyRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/group_slas/policies',
    name: 'group_slas/policies/index',
    summary: 'List group SLA policies',
    scope: '',
    answer: SomePolicies,
    async handle(ctx) {
      requirePermission(ctx, 'sla_policy.manage')
      const rows = await listPolicies(ctx)
      return answerOk(
        wholeList(
          'group_sla_policies',
          rows.map((row) => presentPolicy(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/group_slas/policies',
    name: 'group_slas/policies/create',
    summary: 'Create a group SLA policy',
    scope: '',
    body: PolicyBody,
    answer: OnePolicy,
    async handle(ctx, { body }) {
      const row = await groupSlaPolicies.create(ctx, body.group_sla_policy)
      return answerNewRecord({ group_sla_policy: presentPolicy(ctx, row) }, urlOf(ctx.caller.base_url, `group_slas/policies/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/group_slas/policies/definitions',
    name: 'group_slas/policies/definitions',
    summary: 'List what filters of group SLA policies can be made of',
    scope: '',
    answer: PolicyDefinitions,
    async handle(ctx) {
      requirePermission(ctx, 'sla_policy.manage')
      return answerOk({ definitions: { all: [groupDefinition(await filterChoices(ctx))] } })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/group_slas/policies/reorder',
    name: 'group_slas/policies/reorder',
    summary: 'Reorder group SLA policies',
    scope: '',
    query: ReorderQuery,
    body: ReorderBody,
    async handle(ctx, { query, body }) {
      requirePermission(ctx, 'sla_policy.manage')
      const ids = body.group_sla_policy_ids ?? query.group_sla_policy_ids
      if (ids === undefined) throw new MissingParameter('group_sla_policy_ids')
      await groupSlaPolicies.reorder(ctx, ids)
      return answerOk('')
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/group_slas/policies/:id',
    name: 'group_slas/policies/show',
    text_params: ['id'],
    summary: 'Show a group SLA policy',
    scope: '',
    answer: OnePolicy,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'sla_policy.manage')
      return answerOk({ group_sla_policy: presentPolicy(ctx, await getPolicy(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/group_slas/policies/:id',
    name: 'group_slas/policies/update',
    text_params: ['id'],
    summary: 'Change a group SLA policy',
    scope: '',
    body: PolicyBody,
    answer: OnePolicy,
    handle: async (ctx, { params, body }) =>
      answerOk({ group_sla_policy: presentPolicy(ctx, await groupSlaPolicies.change(ctx, params.id, body.group_sla_policy)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/group_slas/policies/:id',
    name: 'group_slas/policies/destroy',
    text_params: ['id'],
    summary: 'Delete a group SLA policy',
    scope: '',
    async handle(ctx, { params }) {
      await groupSlaPolicies.remove(ctx, params.id)
      return answerNoContent()
    },
  }),
]
