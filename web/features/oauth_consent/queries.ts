import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Row } from '#contract/operation.ts'
import { parametersOf } from './parameters.ts'

/** What a client asks of the person who is signed in. */
export type Authorization = NonNullable<Answer<'GET /api/v2/oauth/authorizations/new'>['authorization']>
/** A scope, and what it means in words. `is_broad`: it reaches beyond one kind of record. */
export type Scope = Row<'GET /api/v2/deskhand/oauth_scopes', 'scopes'>

/** Every scope. */
export const scopesQuery = queryOptions({
  ...query('GET /api/v2/deskhand/oauth_scopes'),
  select: ({ scopes }) => scopes,
  staleTime: Infinity,
})

/** The authorization requested by the query of the consent page; or a redirect, if it cannot be decided. */
export const authorizationQuery = (search: string) =>
  queryOptions({
    ...query('GET /api/v2/oauth/authorizations/new', { query: parametersOf(search) }),
    gcTime: 0,
    staleTime: Infinity,
  })

/** Sends the decision; returns the URL the browser goes to next. */
export function useDecide(search: string) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (decision: 'allow' | 'deny') => {
      const body = { authorization: { ...parametersOf(search), decision } }
      return (await call('POST /api/v2/oauth/authorizations', { body })).redirect_to
    },
  })
}
