import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer } from '#contract/operation.ts'
import { queryClient } from '#contract/query_client.ts'

/** The signed-in user; a visitor has the id null. */
export type CurrentUser = Answer<'GET /api/v2/users/me'>['user']
export type Role = CurrentUser['role']
/** The signed-in user; the id is null for a visitor. */
export const meQuery = queryOptions({ ...query('GET /api/v2/users/me'), select: ({ user }) => user })

/**
 * The signed-in user, from the cache where it is known.
 * @throws ApiError when it cannot be loaded.
 */
export async function readMe(client: QueryClient): Promise<CurrentUser> {
  return (await client.ensureQueryData(query('GET /api/v2/users/me'))).user
}

export const signInMethodsQuery = queryOptions({ ...query('GET /access/methods'), select: ({ methods }) => methods })

/** False where there is no mail server: mails are kept in the outbox then, and no page says that one was sent. */
export function useSendsMail(): boolean {
  return useQuery(signInMethodsQuery).data?.sends_mail !== false
}

/** Ends the session on the server and clears the cache. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => call('DELETE /api/v2/users/me/logout'),
    onSuccess: () => queryClient.removeQueries(),
  })
}
