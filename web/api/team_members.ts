// How people sign in, as administrators see it: second factors and links to identity providers, to be taken away from whoever lost them.
// Does not belong here: one's own second factor (account.ts), the providers themselves (security.ts).

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { staffQuery } from './access_people.ts'
import { listAll, request } from './client.ts'
import { type IdentityProvider, identityProvidersQuery } from './security.ts'
import { csrfToken } from './session.ts'

/** Whom an identity provider means by a subject. */
export interface ProviderLink {
  id: number
  identity_provider_id: number
  subject: string
  user_id: number
  last_used_at: string | null
}

/** A link, with the provider by name. */
export interface NamedLink extends ProviderLink {
  provider_name: string
}

/** All links of all identity providers. */
export const providerLinksQuery = queryOptions({
  queryKey: ['identity_provider_links'],
  queryFn: async ({ signal, client }) => {
    const providers = await client.fetchQuery(identityProvidersQuery)
    return (await Promise.all(providers.map((provider) => linksOf(provider, signal)))).flat()
  },
})

async function linksOf({ id, name }: IdentityProvider, signal: AbortSignal): Promise<NamedLink[]> {
  const links = await listAll<ProviderLink>(endpoints.identity_provider_links(id), 'identity_provider_links', {}, signal)
  return links.map((link) => ({ ...link, provider_name: name }))
}

/** Takes away the second factor of somebody else; his sessions end. */
export function useResetSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (userId: number) =>
      request(endpoints.user_second_factor(userId), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(staffQuery),
  })
}

/** Forgets whom a provider means by a subject. */
export function useUnlink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ identity_provider_id, id }: Pick<ProviderLink, 'identity_provider_id' | 'id'>) =>
      request(endpoints.identity_provider_link(identity_provider_id, id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(providerLinksQuery),
  })
}

/** Signs somebody out everywhere. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (userId: number) =>
      request(endpoints.user_sessions(userId), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
  })
}
