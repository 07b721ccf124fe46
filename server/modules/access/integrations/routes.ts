import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { orNull } from '#http/answer_shape.ts'
import { readInclude, listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerOk, route } from '#http/route.ts'
import { defineInput, listQuery, Whole, Word } from '#http/shape.ts'
import { NAMED_USERS } from '../access_requests/schema.ts'
import { presentSharedSecret } from '../shared_secrets/present.ts'
import { SharedSecret } from '../shared_secrets/schema.ts'
import { attachCredential, changeIntegration } from './change.ts'
import { createIntegration } from './create.ts'
import { integrationUrl, presentIntegration, presentKinds } from './present.ts'
import { getVisible, impactOf, listVisible, loadHoldings, withUsers } from './read.ts'
import { revokeIntegration } from './revoke.ts'
import {
  Integration,
  IntegrationBody,
  IntegrationImpact,
  IntegrationKindAnswer,
  NewIntegrationBody,
  OwnedBody,
  RevocationBody,
  RevocationInput,
  TickBody,
} from './schema.ts'
import { INTEGRATION_SORTING, type IntegrationRow } from './store.ts'
import { tickStep } from './tick.ts'

const OneIntegration = Type.Object({ integration: Integration })
const DEFAULT_DAYS = 30

async function answerIntegration(ctx: Context, row: IntegrationRow) {
  return answerOk({ integration: presentIntegration(ctx, row, await loadHoldings(ctx, [row])) })
}

/** @source docs/reference/specification.md §5.5; docs/reference/access_governance.md §11 */
export const integrationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/integrations',
    name: 'integrations/index',
    summary: 'List integrations',
    scope: '',
    query: listQuery({ 'filter[state]': Word, 'filter[kind]': Word }),
    answer: Type.Object({ integrations: Type.Array(Integration), ...NAMED_USERS }),
    async handle(ctx, { query, address }) {
      const { 'filter[state]': state, 'filter[kind]': kind } = query
      const filter = { ...(state === undefined ? {} : { state }), ...(kind === undefined ? {} : { kind }) }
      const page = await listVisible(ctx, filter, readPaging(query, INTEGRATION_SORTING, 'integrations/index'))
      const holdings = await loadHoldings(ctx, page.rows)
      return answerOk(
        listEnvelope(
          address,
          'integrations',
          page,
          page.rows.map((row) => presentIntegration(ctx, row, holdings)),
          await withUsers(ctx, readInclude(query.include), page.rows),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/integrations',
    name: 'integrations/create',
    summary: 'Create an integration for an accepted access request (integration-bot agent only)',
    scope: '',
    body: NewIntegrationBody,
    answer: Type.Object({ integration: Integration, shared_secret: orNull(SharedSecret) }),
    async handle(ctx, { body }) {
      const { row, shared_secret } = await createIntegration(ctx, body.integration)
      const integration = presentIntegration(ctx, row, await loadHoldings(ctx, [row]))
      const secret = shared_secret === null ? null : presentSharedSecret(ctx, shared_secret)
      return answerNewRecord({ integration, shared_secret: secret }, integrationUrl(ctx, row.id))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/integrations/kinds',
    name: 'integrations/kinds',
    summary: 'List the kinds of integrations with their checklists',
    scope: '',
    answer: Type.Object({ kinds: Type.Array(IntegrationKindAnswer) }),
    async handle() {
      return answerOk({ kinds: presentKinds() })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/integrations/:id',
    name: 'integrations/show',
    summary: 'Show an integration',
    scope: '',
    query: listQuery({}),
    answer: Type.Object({ integration: Integration, ...NAMED_USERS }),
    async handle(ctx, { params, query }) {
      const row = await getVisible(ctx, params.id)
      const integration = presentIntegration(ctx, row, await loadHoldings(ctx, [row]))
      return answerOk({ integration, ...(await withUsers(ctx, readInclude(query.include), [row])) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/integrations/:id',
    name: 'integrations/update',
    summary: 'Change the name and the configuration of an integration',
    scope: '',
    body: IntegrationBody,
    answer: OneIntegration,
    handle: async (ctx, { params, body }) => answerIntegration(ctx, await changeIntegration(ctx, params.id, body.integration)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/integrations/:id',
    name: 'integrations/destroy',
    summary: 'Revoke an integration and its credentials (same as POST …/revoke)',
    scope: '',
    query: RevocationInput,
    answer: OneIntegration,
    handle: async (ctx, { params, query }) => answerIntegration(ctx, await revokeIntegration(ctx, params.id, query)),
  }),
  route({
    method: 'POST',
    path: '/api/v2/integrations/:id/revoke',
    name: 'integrations/revoke',
    summary: 'Revoke an integration and its credentials',
    scope: '',
    body: RevocationBody,
    answer: OneIntegration,
    handle: async (ctx, { params, body }) => answerIntegration(ctx, await revokeIntegration(ctx, params.id, body.step)),
  }),
  route({
    method: 'POST',
    path: '/api/v2/integrations/:id/steps/:key',
    name: 'integrations/step',
    summary: "Mark a step of an integration's checklist as done or not done",
    scope: '',
    text_params: ['key'],
    body: TickBody,
    answer: OneIntegration,
    handle: async (ctx, { params, body }) => answerIntegration(ctx, await tickStep(ctx, params.id, params.key, body.step ?? {})),
  }),
  route({
    method: 'POST',
    path: '/api/v2/integrations/:id/owned',
    name: 'integrations/attach',
    summary: 'Assign an OAuth client or API token to an integration',
    scope: '',
    body: OwnedBody,
    answer: OneIntegration,
    handle: async (ctx, { params, body }) => answerIntegration(ctx, await attachCredential(ctx, params.id, body.owned)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/integrations/:id/impact',
    name: 'integrations/impact',
    summary: 'Show the callers that revoking an integration would affect',
    scope: '',
    query: defineInput({ days: Whole }),
    answer: Type.Object({ impact: IntegrationImpact }),
    async handle(ctx, { params, query }) {
      return answerOk({ impact: await impactOf(ctx, params.id, query.days ?? DEFAULT_DAYS) })
    },
  }),
]
