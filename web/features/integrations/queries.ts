import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Content, Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'
import { capitalize } from '#kit/words.ts'

export type Integration = Row<'GET /api/v2/integrations', 'integrations'>
export type IntegrationState = Integration['state']
export type IntegrationHealth = NonNullable<Integration['health']>
/** A step of a checklist; the service does the automatic ones itself. */
export type IntegrationStep = Integration['creation_steps'][number]
/** An OAuth client or an API token that ends with the integration. */
export type IntegrationCredential = Integration['credentials'][number]
/** What a kind of integration is called, and what its configuration is made of. */
export type IntegrationKind = Answer<'GET /api/v2/integrations/kinds'>['kinds'][number]
/** Calls made with what an integration owns. */
export type IntegrationImpact = Answer<'GET /api/v2/integrations/:id/impact'>['impact']

/** Names of users by id. */
export type Names = ReadonlyMap<number, string>

/** All integrations of the instance, newest first. */
export const integrationsQuery = queryOptions({
  ...queryAll('GET /api/v2/integrations', 'integrations'),
  select: (integrations) => integrations.toSorted((one, other) => other.id - one.id),
})

/** The kinds of integrations; they change only with a release of the server. */
export const integrationKindsQuery = queryOptions({
  ...query('GET /api/v2/integrations/kinds'),
  select: ({ kinds }) => kinds,
  staleTime: Infinity,
})

/** Whether a request for an integration can be filed: why not, as a sentence, or null. */
export const filingQuery = queryOptions({
  ...query('GET /api/v2/access_requests/new'),
  select: ({ new_access_request: { kinds } }) => {
    const problem = kinds.find(({ kind }) => kind === 'integration')?.problem ?? null
    return { problem: problem === null ? null : `${capitalize(problem)}.` }
  },
})

/** One integration, with the names of the people in it. */
export const integrationQuery = (id: number) =>
  queryOptions({
    ...query('GET /api/v2/integrations/:id', { params: { id }, query: { include: 'users' } }),
    select: addNames,
  })

function addNames({ integration, users = [] }: Answer<'GET /api/v2/integrations/:id'>) {
  const names: Names = new Map(users.map(({ id, name }) => [id, name]))
  return { integration, names }
}

/** The calls that fail once the integration is revoked. */
export const integrationImpactQuery = (id: number) =>
  queryOptions({ ...query('GET /api/v2/integrations/:id/impact', { params: { id } }), select: ({ impact }) => impact })

/** Their kinds stay as they are. */
const invalidateIntegrations = () =>
  Promise.all([
    invalidate('GET /api/v2/integrations'),
    invalidate('GET /api/v2/integrations/:id'),
    invalidate('GET /api/v2/integrations/:id/impact'),
  ])

/** Ticks a step of a checklist, or unticks it. */
export function useTickStep(id: number) {
  return useMutation({
    mutationFn: async ({ key, ...step }: { key: string } & Content<'POST /api/v2/integrations/:id/steps/:key', 'step'>) =>
      (await call('POST /api/v2/integrations/:id/steps/:key', { params: { id, key }, body: { step } })).integration,
    onSuccess: invalidateIntegrations,
  })
}

/** Revokes an integration with its credentials; `confirm` is its name as the user typed it. */
export function useRevokeIntegration(id: number) {
  return useMutation({
    mutationFn: async (step: Content<'POST /api/v2/integrations/:id/revoke', 'step'>) =>
      (await call('POST /api/v2/integrations/:id/revoke', { params: { id }, body: { step } })).integration,
    onSuccess: invalidateIntegrations,
  })
}
