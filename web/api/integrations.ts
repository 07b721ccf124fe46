import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Integration, IntegrationImpact, IntegrationKind, IntegrationRevocation, IntegrationTick, RequestPerson } from './types.ts'

/** Names of users by id. */
export type Names = ReadonlyMap<number, string>

const keys = { all: ['integrations'], one: (id: number) => ['integrations', id] } as const

/** All integrations of the instance, newest first. */
export const integrationsQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: async ({ signal }) =>
    (await listAll(endpoints.integrations, 'integrations', {}, signal)).sort((one, other) => other.id - one.id),
})

/** The kinds of integrations; they change only with a release of the server. */
export const integrationKindsQuery = queryOptions({
  queryKey: ['integration_kinds'],
  queryFn: async ({ signal }) => (await request<{ kinds: IntegrationKind[] }>(endpoints.integration_kinds, { signal })).kinds,
  staleTime: Infinity,
})

/** One integration, with the names of the people in it. */
export const integrationQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => {
      const answer = await request<{ integration: Integration; users: RequestPerson[] }>(`${endpoints.integration(id)}?include=users`, {
        signal,
      })
      const names: Names = new Map(answer.users.map(({ id, name }) => [id, name]))
      return { integration: answer.integration, names }
    },
  })

/** The calls that fail once the integration is revoked. */
export const integrationImpactQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'impact'],
    queryFn: async ({ signal }) => (await request<{ impact: IntegrationImpact }>(endpoints.integration_impact(id), { signal })).impact,
  })

/** Ticks a step of a checklist, or unticks it. */
export function useTickStep(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, ...step }: { key: string } & IntegrationTick) => {
      const options = { method: 'POST', body: { step }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ integration: Integration }>(endpoints.integration_step(id, key), options)).integration
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  })
}

/** Revokes an integration with its credentials; `confirm` is its name as the user typed it. */
export function useRevokeIntegration(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (step: IntegrationRevocation) => {
      const options = { method: 'POST', body: { step }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ integration: Integration }>(endpoints.revoke_integration(id), options)).integration
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  })
}
