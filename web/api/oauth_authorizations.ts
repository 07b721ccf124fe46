import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { parametersOf, queryOf } from '../oauth/parameters.ts'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Consent, Decision, Scope } from './types.ts'

/** Every scope. */
export const scopesQuery = queryOptions({
  queryKey: ['oauth_scopes'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => (await request<{ scopes: Scope[] }>(endpoints.oauth_scopes, { signal })).scopes,
})

/** The authorization requested by the query of the consent page; or a redirect, if it cannot be decided. */
export const authorizationQuery = (search: string) =>
  queryOptions({
    queryKey: ['oauth_authorization', search],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => request<Consent>(`${endpoints.new_oauth_authorization}?${queryOf(parametersOf(search))}`, { signal }),
  })

/** Sends the decision; returns the URL the browser goes to next. */
export function useDecide(search: string) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (decision: 'allow' | 'deny') => {
      const body = { authorization: { ...parametersOf(search), decision } }
      const options = { method: 'POST', body, csrf_token: await csrfToken(queryClient) } as const
      return (await request<Decision>(endpoints.oauth_authorizations, options)).redirect_to
    },
  })
}
