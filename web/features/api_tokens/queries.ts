import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Content, Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'

export type ApiToken = Row<'GET /api/v2/api_tokens', 'api_tokens'>
/** The only response that contains the value: the one to creating the token. */
export type NewApiToken = Answer<'POST /api/v2/api_tokens'>['api_token']
export type ApiTokenInput = Content<'POST /api/v2/api_tokens', 'api_token'>
type ApiTokenChange = Content<'PUT /api/v2/api_tokens/:id', 'api_token'>
/** The bounds of a new token; null is no bound. */
export type TokenBounds = Required<Pick<ApiTokenInput, 'expires_at' | 'assigned_user_id' | 'allowed_ips' | 'per_minute'>>
/** The two cases in which a token needs no access request. @source docs/reference/specification.md §5.6.6 */
export type TokenException = Exclude<NonNullable<ApiToken['exception']>, 'bootstrap'>
/** What breaks if a token is revoked. */
export type TokenImpact = Answer<'GET /api/v2/api_tokens/:id/impact'>['impact']
export type TokenCaller = TokenImpact['callers'][number]
export type TokenEndpoint = TokenImpact['endpoints'][number]
export type LateCaller = Answer<'GET /api/v2/api_tokens/:id/late_callers'>['late_callers'][number]

/** All API tokens of the instance, newest first. */
export const apiTokensQuery = queryOptions({
  ...queryAll('GET /api/v2/api_tokens', 'api_tokens', { query: { include_users: true } }),
  select: (tokens) => tokens.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id),
})

/** One API token with its creator's name. */
export const apiTokenQuery = (id: number) =>
  queryOptions({
    ...query('GET /api/v2/api_tokens/:id', { params: { id }, query: { include_users: true } }),
    select: ({ api_token }) => api_token,
  })

/** The calls made with a token in the last 30 days. */
export const tokenImpactQuery = (id: number) =>
  queryOptions({ ...query('GET /api/v2/api_tokens/:id/impact', { params: { id } }), select: ({ impact }) => impact, staleTime: 0 })

/** Who still calls with the old value of a rotated token. */
export const lateCallersQuery = (id: number) =>
  queryOptions({
    ...query('GET /api/v2/api_tokens/:id/late_callers', { params: { id } }),
    select: ({ late_callers }) => late_callers,
    staleTime: 0,
  })

/** Has the tokens read again: their list, and what is known of each. */
export const invalidateApiTokens = () => invalidateBelow('GET /api/v2/api_tokens')

/** Replaces a token by a new one. The response contains the new value and is dropped from the cache as soon as the page unmounts. */
export function useRotateApiToken() {
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ id, silent_days }: { id: number; silent_days: number }) =>
      (await call('POST /api/v2/api_tokens/:id/rotate', { params: { id }, body: { rotation: { silent_days } } })).api_token,
    onSuccess: invalidateApiTokens,
  })
}

/** Creates a token. The response contains its value and is dropped from the cache as soon as the page that shows it unmounts. */
export function useCreateApiToken() {
  return useMutation({
    gcTime: 0,
    mutationFn: async (api_token: ApiTokenInput) => (await call('POST /api/v2/api_tokens', { body: { api_token } })).api_token,
    onSuccess: invalidateApiTokens,
  })
}

/** Changes a token: `active: false` deactivates it, `active: true` reactivates it. */
export function useChangeApiToken() {
  return useMutation({
    mutationFn: async ({ id, change }: { id: number; change: ApiTokenChange }) =>
      (await call('PUT /api/v2/api_tokens/:id', { params: { id }, body: { api_token: change } })).api_token,
    onSuccess: invalidateApiTokens,
  })
}

/** Deletes a token permanently. */
export function useDeleteApiToken() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/v2/api_tokens/:id', { params: { id } }),
    onSuccess: invalidateApiTokens,
  })
}
