// How people sign in to the instance, as configured by its administrators.

import { queryOptions } from '@tanstack/react-query'
import { call } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Content, Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'
import { queryClient } from '#contract/query_client.ts'
import { instanceSettingsQuery, type InstanceSettings } from '#features/settings/public.ts'

export type SecuritySettings = InstanceSettings['security']
export type PasswordPolicy = SecuritySettings['password']
export type SecondFactorPolicy = SecuritySettings['second_factor']
export type IdentityProvider = Row<'GET /api/v2/identity_providers', 'identity_providers'>
export type IdentityProviderInput = Content<'POST /api/v2/identity_providers', 'identity_provider'>
type SecurityChange = NonNullable<Content<'PUT /api/v2/deskhand/settings', 'settings'>['security']>

export const securityQuery = queryOptions({ ...instanceSettingsQuery, select: ({ settings }) => settings.security })

/** All identity providers, in the order of creation. */
export const identityProvidersQuery = queryAll('GET /api/v2/identity_providers', 'identity_providers')

/** Changes the given settings. */
export function useChangeSecurity() {
  return useMutation({
    mutationFn: async (security: SecurityChange) => {
      const answer = await call('PUT /api/v2/deskhand/settings', { body: { settings: { security } } })
      queryClient.setQueryData(instanceSettingsQuery.queryKey, answer)
      return answer.settings.security
    },
    onSuccess: () => invalidate('GET /access/methods'),
  })
}

const invalidateProviders = () => invalidate('GET /api/v2/identity_providers')

/** Creates a provider, or changes the one with this id. */
export function useSaveIdentityProvider() {
  return useMutation({
    mutationFn: ({ id, input: identity_provider }: { id: number | null; input: IdentityProviderInput }) =>
      id === null
        ? call('POST /api/v2/identity_providers', { body: { identity_provider } })
        : call('PUT /api/v2/identity_providers/:id', { params: { id }, body: { identity_provider } }),
    onSuccess: invalidateProviders,
  })
}

/** Removes a provider with all its links to users. */
export function useRemoveIdentityProvider() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/v2/identity_providers/:id', { params: { id } }),
    onSuccess: invalidateProviders,
  })
}
