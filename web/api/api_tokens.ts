import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { ApiToken, ApiTokenChange, ApiTokenInput, LateCaller, NewApiToken, TokenImpact } from './types.ts'

/** All API tokens of the instance, newest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api_tokens'],
  queryFn: async ({ signal }) => {
    const tokens = await listAll(endpoints.api_tokens, 'api_tokens', { include_users: 'true' }, signal)
    return tokens.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
  },
})

/** One API token with its creator's name. */
export const apiTokenQuery = (id: number) =>
  queryOptions({
    queryKey: ['api_tokens', id],
    queryFn: async ({ signal }) =>
      (await request<{ api_token: ApiToken }>(`${endpoints.api_token(id)}?include_users=true`, { signal })).api_token,
  })

/** The calls made with a token in the last 30 days. */
export const tokenImpactQuery = (id: number) =>
  queryOptions({
    queryKey: ['api_tokens', id, 'impact'],
    queryFn: async ({ signal }) => (await request<{ impact: TokenImpact }>(endpoints.api_token_impact(id), { signal })).impact,
    staleTime: 0,
  })

/** Who still calls with the old value of a rotated token. */
export const lateCallersQuery = (id: number) =>
  queryOptions({
    queryKey: ['api_tokens', id, 'late_callers'],
    queryFn: async ({ signal }) =>
      (await request<{ late_callers: LateCaller[] }>(endpoints.api_token_late_callers(id), { signal })).late_callers,
    staleTime: 0,
  })

/** Replaces a token by a new one. The response contains the new value and is dropped from the cache as soon as the page unmounts. */
export function useRotateApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ id, silent_days }: { id: number; silent_days: number }) => {
      const options = { method: 'POST', body: { rotation: { silent_days } }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ api_token: NewApiToken }>(endpoints.rotate_api_token(id), options)).api_token
    },
    onSuccess: () => queryClient.invalidateQueries(apiTokensQuery),
  })
}

/** Creates a token. The response contains its value and is dropped from the cache as soon as the page that shows it unmounts. */
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

/** Changes a token: `active: false` deactivates it, `active: true` reactivates it. */
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

/** Deletes a token permanently. */
export function useDeleteApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => request(endpoints.api_token(id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(apiTokensQuery),
  })
}
