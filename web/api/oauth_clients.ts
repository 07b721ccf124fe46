import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { namesOf } from './records.ts'
import { csrfToken } from './session.ts'
import type { OAuthClient, OAuthClientInput, OAuthToken } from './types.ts'

/** An access token of a client, with the user it acts as. */
export interface ClientToken extends OAuthToken {
  user_name: string
}

/** All clients of the instance, by name. */
export const oauthClientsQuery = queryOptions({
  queryKey: ['oauth_clients'],
  queryFn: async ({ signal }) => {
    const clients = await listAll(endpoints.oauth_clients, 'clients', {}, signal)
    return clients.sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
  },
})

/** One client. */
export const oauthClientQuery = (id: number) =>
  queryOptions({
    queryKey: ['oauth_clients', id],
    queryFn: async ({ signal }) => (await request<{ client: OAuthClient }>(endpoints.oauth_client(id), { signal })).client,
  })

/** All tokens of a client, newest first. */
export const clientTokensQuery = (id: number) =>
  queryOptions({
    queryKey: ['oauth_clients', id, 'tokens'],
    queryFn: async ({ signal }) => {
      const tokens = await listAll(endpoints.oauth_tokens, 'tokens', { all: 'true', client_id: String(id) }, signal)
      const names = await namesOf('users', [...new Set(tokens.map((token) => token.user_id))], signal)
      return tokens.map((token) => ({ ...token, user_name: names.get(token.user_id) ?? `User ${token.user_id}` })).reverse()
    },
  })

/** An act on clients; invalidates their lists. The response may contain a secret: it is dropped when its page unmounts. */
function useClientAct<Input, Output>(act: (input: Input, csrf_token: string) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (input: Input) => act(input, await csrfToken(queryClient)),
    onSuccess: () => queryClient.invalidateQueries(oauthClientsQuery),
  })
}

type OneClient = { client: OAuthClient }

/** Registers a client; only this response contains its secret. */
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

/** Creates a new secret; the previous one stays valid for `overlap_seconds`. */
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
