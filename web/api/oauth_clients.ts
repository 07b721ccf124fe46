import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { csrfToken } from './session.ts'

/** A program that may ask for access tokens. */
export interface OAuthClient {
  id: number
  user_id: number
  name: string
  identifier: string
  company: string
  description: string
  redirect_uri: string[]
  /** The first ten characters, except in the answers that make it. */
  secret: string
  kind: 'confidential' | 'public'
  /** The most its tokens may be granted; null sets no bound. */
  scopes: string[] | null
  allowed_ips: string[] | null
  per_minute: number | null
  previous_secret_expires_at: string | null
  created_at: string
  updated_at: string
}

/** What a person says of a client. */
export type OAuthClientInput = Pick<
  OAuthClient,
  'name' | 'identifier' | 'company' | 'description' | 'redirect_uri' | 'kind' | 'scopes' | 'allowed_ips' | 'per_minute'
>

/** An access token of a client, with the person it acts as. */
export interface ClientToken {
  id: number
  user_id: number
  user_name: string
  token: string
  scopes: string[]
  grant_type: string | null
  created_at: string
  used_at: string | null
  expires_at: string | null
  refresh_token_expires_at: string | null
}

/** All clients of the instance, by name. */
export const oauthClientsQuery = queryOptions({
  queryKey: ['oauth_clients'],
  queryFn: async ({ signal }) => {
    const clients = await listAll<OAuthClient>(endpoints.oauth_clients, 'clients', {}, signal)
    return clients.sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
  },
})

/** One client. */
export const oauthClientQuery = (id: number) =>
  queryOptions({
    queryKey: ['oauth_clients', id],
    queryFn: async ({ signal }) => (await request<{ client: OAuthClient }>(endpoints.oauth_client(id), { signal })).client,
  })

/** Every token of a client, whomever it acts as, the newest first. */
export const clientTokensQuery = (id: number) =>
  queryOptions({
    queryKey: ['oauth_clients', id, 'tokens'],
    queryFn: async ({ signal }) => {
      const tokens = await listAll<Omit<ClientToken, 'user_name'>>(
        endpoints.oauth_tokens,
        'tokens',
        { all: 'true', client_id: String(id) },
        signal,
      )
      const names = await namesOf([...new Set(tokens.map((token) => token.user_id))], signal)
      return tokens.map((token) => ({ ...token, user_name: names.get(token.user_id) ?? `User ${token.user_id}` })).reverse()
    },
  })

/** A hundred people at a time: more the API does not look up in one call. */
async function namesOf(ids: readonly number[], signal: AbortSignal): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (let start = 0; start < ids.length; start += 100) {
    const query = new URLSearchParams({ ids: ids.slice(start, start + 100).join(',') })
    const { users } = await request<{ users: { id: number; name: string }[] }>(`${endpoints.users_by_id}?${query}`, { signal })
    for (const { id, name } of users) names.set(id, name)
  }
  return names
}

/** An act on clients, after which the lists are read anew. What it answers is dropped with the page that shows it: it may hold a secret. */
function useClientAct<Input, Output>(act: (input: Input, csrf_token: string) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (input: Input) => act(input, await csrfToken(queryClient)),
    onSuccess: () => queryClient.invalidateQueries(oauthClientsQuery),
  })
}

type OneClient = { client: OAuthClient }

/** Registers a client; the answer alone holds its secret. */
export function useCreateOAuthClient() {
  return useClientAct(async (client: OAuthClientInput, csrf_token) => {
    return (await request<OneClient>(endpoints.oauth_clients, { method: 'POST', body: { client }, csrf_token })).client
  })
}

/** Changes a client. */
export function useChangeOAuthClient(id: number) {
  return useClientAct(async (client: OAuthClientInput, csrf_token) => {
    return (await request<OneClient>(endpoints.oauth_client(id), { method: 'PUT', body: { client }, csrf_token })).client
  })
}

/** Makes a new secret; the one before stays good for so many seconds. */
export function useNewClientSecret(id: number) {
  return useClientAct(async (overlap_seconds: number, csrf_token) => {
    const body = { client: { overlap_seconds } }
    return (await request<OneClient>(endpoints.oauth_client_secret(id), { method: 'PUT', body, csrf_token })).client
  })
}

/** Deletes a client with its tokens. */
export function useDeleteOAuthClient() {
  return useClientAct((id: number, csrf_token) => request(endpoints.oauth_client(id), { method: 'DELETE', csrf_token }))
}

/** Revokes one token. */
export function useRevokeClientToken() {
  return useClientAct((id: number, csrf_token) => request(endpoints.oauth_token(id), { method: 'DELETE', csrf_token }))
}
