// How people sign in to the instance, as configured by its administrators.

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken, signInMethodsQuery } from './session.ts'
import type { IdentityProviderInput, InstanceSettings, SecurityChange } from './types.ts'

interface Answer {
  settings: InstanceSettings
}

export const securityQuery = queryOptions({
  queryKey: ['instance_settings', 'security'],
  queryFn: async ({ signal }) => (await request<Answer>(endpoints.instance_settings, { signal })).settings.security,
})

/** All identity providers, in the order of creation. */
export const identityProvidersQuery = queryOptions({
  queryKey: ['identity_providers'],
  queryFn: ({ signal }) => listAll(endpoints.identity_providers, 'identity_providers', {}, signal),
})

/** Changes the given settings. */
export function useChangeSecurity() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (security: SecurityChange) => {
      const options = { method: 'PUT', body: { settings: { security } }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<Answer>(endpoints.instance_settings, options)).settings.security
    },
    onSuccess: (security) => {
      queryClient.setQueryData(securityQuery.queryKey, security)
      return queryClient.invalidateQueries(signInMethodsQuery)
    },
  })
}

/** Creates a provider, or changes the one with this id. */
export function useSaveIdentityProvider() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, input }: { id: number | null; input: IdentityProviderInput }) => {
      const [method, path] =
        id === null ? (['POST', endpoints.identity_providers] as const) : (['PUT', endpoints.identity_provider(id)] as const)
      return request(path, { method, body: { identity_provider: input }, csrf_token: await csrfToken(queryClient) })
    },
    onSuccess: () => queryClient.invalidateQueries(identityProvidersQuery),
  })
}

/** Removes a provider with all its links to users. */
export function useRemoveIdentityProvider() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) =>
      request(endpoints.identity_provider(id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(identityProvidersQuery),
  })
}
