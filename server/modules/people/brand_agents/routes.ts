// WHO SERVES WHICH BRAND: every agent serves every brand of the instance that they were not removed from.
// Not here: brands themselves (brands/).
import Type from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnswerOf, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { getBrand } from '#modules/account/brands/store.ts'
import { getVisibleUser } from '../users/list_store.ts'
import { removeBrandAgent } from './remove.ts'
import { BRAND_AGENT_SORTING, type BrandAgentFilter, type BrandAgentRow, getBrandAgent, listBrandAgents } from './store.ts'

const BrandAgent = Type.Object({
  id: text,
  user_id: whole,
  brand_id: whole,
  url: text,
  created_at: text,
  updated_at: text,
})
const OneBrandAgent = Type.Object({ brand_agent: BrandAgent })
const SomeBrandAgents = Type.Object({ brand_agents: Type.Array(BrandAgent) })

function present(ctx: Context, { user_id, brand_id, created_at }: BrandAgentRow): AnswerOf<typeof BrandAgent> {
  const id = `${user_id}-${brand_id}`
  const since = wireTime(created_at)
  return { id, user_id, brand_id, url: urlOf(ctx.caller.base_url, `brand_agents/${id}`), created_at: since, updated_at: since }
}

async function list(ctx: Context, filter: BrandAgentFilter, input: { query: PagingQuery; address: Address }) {
  const page = await listBrandAgents(ctx, filter, readPaging(input.query, BRAND_AGENT_SORTING, 'brand_agents/index'))
  return answerOk(
    listEnvelope(
      input.address,
      'brand_agents',
      page,
      page.rows.map((row) => present(ctx, row)),
    ),
  )
}

/** @source docs/reference/account.md §1.1 */
export const brandAgentRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/brand_agents',
    name: 'brand_agents/index',
    summary: 'List brand agents',
    scope: 'brands',
    query: listQuery({}),
    answer: SomeBrandAgents,
    async handle(ctx, input) {
      requirePermission(ctx, 'brand_agent.list')
      return list(ctx, {}, input)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/brand_agents/:id',
    name: 'brand_agents/show',
    summary: 'Show a brand agent',
    scope: 'brands',
    text_params: ['id'],
    answer: OneBrandAgent,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'brand_agent.list')
      return answerOk({ brand_agent: present(ctx, await getBrandAgent(ctx, params.id)) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/brand_agents/:id',
    name: 'brand_agents/destroy',
    summary: 'Remove an agent from a brand',
    scope: 'brands',
    text_params: ['id'],
    async handle(ctx, { params }) {
      await removeBrandAgent(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/brands/:brand_id/agents',
    name: 'brand_agents/index',
    summary: "List a brand's agents",
    scope: 'brands',
    query: listQuery({}),
    answer: SomeBrandAgents,
    async handle(ctx, input) {
      requirePermission(ctx, 'brand_agent.list')
      return list(ctx, { brand_id: (await getBrand(ctx, input.params.brand_id)).id }, input)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/brand_agents',
    name: 'brand_agents/index',
    summary: 'List the brands an agent serves',
    scope: 'brands',
    query: listQuery({}),
    answer: SomeBrandAgents,
    async handle(ctx, input) {
      requirePermission(ctx, 'brand_agent.list')
      return list(ctx, { user_id: (await getVisibleUser(ctx, input.params.user_id)).id }, input)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/brand_agents/:id',
    name: 'brand_agents/show',
    summary: 'Show a brand agent',
    scope: 'brands',
    text_params: ['id'],
    answer: OneBrandAgent,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'brand_agent.list')
      return answerOk({ brand_agent: present(ctx, await getBrandAgent(ctx, params.id, params.user_id)) })
    },
  }),
]
