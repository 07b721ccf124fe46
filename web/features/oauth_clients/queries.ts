import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate, invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Content, Row } from '#contract/operation.ts'
import { callAll, composeQuery, queryAll } from '#contract/queries.ts'
import { namesOf } from '#features/named_records/public.ts'

/** A program that may ask for access tokens. */
export type OAuthClient = Row<'GET /api/v2/oauth/clients', 'clients'>
export type OAuthClientInput = Content<'POST /api/v2/oauth/clients', 'client'>
type OAuthToken = Row<'GET /api/v2/oauth/tokens', 'tokens'>

/** An access token of a client, with the user it acts as. */
export interface ClientToken extends OAuthToken {
  user_name: string
}

/** All clients of the instance, by name. */
export const oauthClientsQuery = queryOptions({
  ...queryAll('GET /api/v2/oauth/clients', 'clients'),
  select: (clients) => clients.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id),
})

/** One client. */
export const oauthClientQuery = (id: number) =>
  queryOptions({ ...query('GET /api/v2/oauth/clients/:id', { params: { id } }), select: ({ client }) => client })

/** All tokens of a client, newest first. */
export const clientTokensQuery = (client_id: number) => {
  const input = { query: { all: true, client_id } }
  return composeQuery('client_tokens', 'GET /api/v2/oauth/tokens', input, async ({ signal }): Promise<ClientToken[]> => {
    const tokens = await callAll('GET /api/v2/oauth/tokens', 'tokens', input, signal)
    const names = await namesOf('users', [...new Set(tokens.map((token) => token.user_id))], signal)
    return tokens.map((token) => ({ ...token, user_name: names.get(token.user_id) ?? `User ${token.user_id}` })).reverse()
  })
}

/** An act on clients; reads them and their tokens again. The response may contain a secret: it is dropped when its page unmounts. */
function useClientAct<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  return useMutation({
    gcTime: 0,
    mutationFn,
    onSuccess: () => Promise.all([invalidateBelow('GET /api/v2/oauth/clients'), invalidate('GET /api/v2/oauth/tokens')]),
  })
}

/** Registers a client; only this response contains its secret. */
export function useCreateOAuthClient() {
  return useClientAct(async (client: OAuthClientInput) => (await call('POST /api/v2/oauth/clients', { body: { client } })).client)
}

/** Changes a client. */
export function useChangeOAuthClient(id: number) {
  return useClientAct(
    async (client: OAuthClientInput) => (await call('PUT /api/v2/oauth/clients/:id', { params: { id }, body: { client } })).client,
  )
}

/** Creates a new secret; the previous one stays valid for `overlap_seconds`. */
export function useNewClientSecret(id: number) {
  return useClientAct(async (overlap_seconds: number) => {
    const body = { client: { overlap_seconds } }
    return (await call('PUT /api/v2/oauth/clients/:id/generate_secret', { params: { id }, body })).client
  })
}

/** Deletes a client with its tokens. */
export function useDeleteOAuthClient() {
  return useClientAct((id: number) => call('DELETE /api/v2/oauth/clients/:id', { params: { id } }))
}

/** Revokes one token. */
export function useRevokeClientToken() {
  return useClientAct((id: number) => call('DELETE /api/v2/oauth/tokens/:id', { params: { id } }))
}
