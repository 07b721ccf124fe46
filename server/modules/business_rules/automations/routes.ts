// AUTOMATIONS, the time-based rules, as records: list, create, change, enable, disable, remove.
// Not here: what conditions and actions mean (rules/), the hourly run.
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import { readInclude, listEnvelope, urlOf, wholeList } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { type PagingQuery, readPaging, type Sorting } from '#http/paging.ts'
import { type Address, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { OneDefinitions } from '../rules/definition_schema.ts'
import { ruleDefinitions } from '../rules/definitions.ts'
import { IdsQuery, IncludeQuery } from '../rules/schema.ts'
import { RULE_SORTING } from '../rules/sorting.ts'
import { periodOf, usageOrders } from '../rules/usage.ts'
import { changeAutomation, changeAutomations, createAutomation, removeAutomation, removeAutomations } from './change.ts'
import { presentAutomations, presentOneAutomation } from './present.ts'
import { Automation, AutomationBody, AutomationsBody, AutomationsQuery, SearchQuery } from './schema.ts'
import { type AutomationFilter, getAutomation, listAutomations } from './store.ts'

/** @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
const SORTING: Sorting = { ...RULE_SORTING, offset: { ...RULE_SORTING.offset, ...usageOrders(RULE_SORTING.fallback) } }

const OneAutomation = Type.Object({ automation: Automation })
const ManyAutomations = Type.Object({ automations: Type.Array(Automation) })

interface ListInput {
  readonly query: PagingQuery & { readonly include?: string }
  readonly address: Address
}

async function list(ctx: Context, filter: AutomationFilter, { query, address }: ListInput, action: string) {
  requirePermission(ctx, 'rule.list')
  const page = await listAutomations(ctx, filter, readPaging(query, SORTING, action), periodOf(query.sort_by))
  return answerOk(listEnvelope(address, 'automations', page, await presentAutomations(ctx, page.rows, readInclude(query.include))))
}

/** @source docs/reference/specification.md §4; docs/reference/business_rules.md §1, §2 */
export const automationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/automations',
    name: 'rules/automations/index',
    summary: 'List automations',
    scope: 'automations',
    query: AutomationsQuery,
    answer: ManyAutomations,
    handle: (ctx, input) => list(ctx, { active: input.query.active }, input, 'rules/automations/index'),
  }),
  route({
    method: 'POST',
    path: '/api/v2/automations',
    name: 'rules/automations/create',
    summary: 'Create an automation',
    scope: 'automations',
    body: AutomationBody,
    answer: OneAutomation,
    async handle(ctx, { body }) {
      const row = await createAutomation(ctx, body.automation)
      return answerNewRecord(await presentOneAutomation(ctx, row), urlOf(ctx.caller.base_url, `automations/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/automations/active',
    name: 'rules/automations/active',
    summary: 'List active automations',
    scope: 'automations',
    query: AutomationsQuery,
    answer: ManyAutomations,
    handle: (ctx, input) => list(ctx, { active: true }, input, 'rules/automations/active'),
  }),
  route({
    method: 'GET',
    path: '/api/v2/automations/search',
    name: 'rules/automations/search',
    summary: 'Search automations by title',
    scope: 'automations',
    query: SearchQuery,
    answer: ManyAutomations,
    async handle(ctx, input) {
      const { query, active } = input.query
      if (query === undefined || query.trim() === '') throw new MissingParameter('query')
      return list(ctx, { active, query: query.trim() }, input, 'rules/automations/search')
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/automations/definitions',
    name: 'rules/automations/definitions',
    summary: 'Show what conditions and actions of automations can be made of',
    scope: 'automations',
    answer: OneDefinitions,
    async handle(ctx) {
      requirePermission(ctx, 'rule.list')
      return answerOk({ definitions: await ruleDefinitions(ctx, 'automation') })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/automations/update_many',
    name: 'rules/automations/update_many',
    summary: 'Update the position or status of several automations',
    scope: 'automations',
    body: AutomationsBody,
    answer: ManyAutomations,
    async handle(ctx, { body }) {
      const rows = await changeAutomations(ctx, body.automations, 'rules/automations/update_many')
      return answerOk(wholeList('automations', await presentAutomations(ctx, rows)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/automations/destroy_many',
    name: 'rules/automations/destroy_many',
    summary: 'Delete several automations',
    scope: 'automations',
    query: IdsQuery,
    async handle(ctx, { query }) {
      if (query.ids === undefined) throw new MissingParameter('ids')
      await removeAutomations(ctx, readIds(query.ids.join(','), 'rules/automations/destroy_many'))
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/automations/:id',
    name: 'rules/automations/show',
    summary: 'Show an automation',
    scope: 'automations',
    query: IncludeQuery,
    answer: OneAutomation,
    async handle(ctx, { params, query }) {
      requirePermission(ctx, 'rule.list')
      return answerOk(await presentOneAutomation(ctx, await getAutomation(ctx, params.id), readInclude(query.include)))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/automations/:id',
    name: 'rules/automations/update',
    summary: 'Update an automation',
    scope: 'automations',
    body: AutomationBody,
    answer: OneAutomation,
    handle: async (ctx, { params, body }) =>
      answerOk(await presentOneAutomation(ctx, await changeAutomation(ctx, params.id, body.automation))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/automations/:id',
    name: 'rules/automations/destroy',
    summary: 'Delete an automation',
    scope: 'automations',
    async handle(ctx, { params }) {
      await removeAutomation(ctx, params.id)
      return answerNoContent()
    },
  }),
]
