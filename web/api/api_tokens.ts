import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { csrfToken } from './session.ts'
import type { ApiToken, ApiTokenChange, ApiTokenInput, NewApiToken } from './types.ts'

/** All API tokens of the instance, the newest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api_tokens'],
  queryFn: async ({ signal }) => {
    const tokens = await listAll<ApiToken>(endpoints.api_tokens, 'api_tokens', { include_users: 'true' }, signal)
    return tokens.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
  },
})

/** Creates a token. The answer holds its value and is dropped from memory as soon as the page that shows it is left. */
export function useCreateApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (input: ApiTokenInput) => {
      const options = { method: 'POST', body: { api_token: input }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ api_token: NewApiToken }>(endpoints.api_tokens, options)).api_token
    },
    onSuccess: () => queryClient.invalidateQueries(apiTokensQuery),
  })
}

/** Changes a token: `active: false` deactivates it, `active: true` puts it to use again. */
export function useChangeApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: number; change: ApiTokenChange }) => {
      const options = { method: 'PUT', body: { api_token: change }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ api_token: ApiToken }>(endpoints.api_token(id), options)).api_token
    },
    onSuccess: () => queryClient.invalidateQueries(apiTokensQuery),
  })
}

/** Deletes a token for good. */
export function useDeleteApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => request(endpoints.api_token(id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(apiTokensQuery),
  })
}
