import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { parametersOf, queryOf } from '../oauth/parameters.ts'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { csrfToken } from './session.ts'

/** A scope with its description. `is_broad`: it covers more than one kind of record. */
export interface Scope {
  scope: string
  title: string
  is_broad: boolean
}

/** What a client requests of the signed-in user. */
export interface Authorization {
  client: {
    name: string
    identifier: string
    company: string
    description: string
    logo_url: string | null
    kind: 'public' | 'confidential'
  }
  user: { id: number; name: string; email: string | null }
  scopes: Scope[]
  redirect_host: string
}

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
    queryFn: ({ signal }) =>
      request<{ authorization?: Authorization; redirect_to?: string }>(
        `${endpoints.new_oauth_authorization}?${queryOf(parametersOf(search))}`,
        { signal },
      ),
  })

/** Sends the decision; returns the URL the browser goes to next. */
export function useDecide(search: string) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (decision: 'allow' | 'deny') => {
      const body = { authorization: { ...parametersOf(search), decision } }
      const options = { method: 'POST', body, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ redirect_to: string }>(endpoints.oauth_authorizations, options)).redirect_to
    },
  })
}
