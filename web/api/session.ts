import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, query } from '../contract/client.ts'
import { useMutation } from '../contract/mutation.ts'
import type { Answer } from '../contract/operation.ts'
import { queryClient } from '../contract/query_client.ts'

/** The signed-in user; a visitor has the id null. */
export type CurrentUser = Answer<'GET /api/v2/users/me'>['user']
export type Role = CurrentUser['role']
/** What this instance offers to sign in with. */
export type SignInMethods = Answer<'GET /access/methods'>['methods']

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

/** Signs in with e-mail and password; clears the cached data of the previous user. */
export function useSignIn() {
  return useMutation({
    meta: { signs_in: true },
    mutationFn: (body: { email: string; password: string }) => call('POST /access/sign_in', { body }),
    onSuccess: (answer) => ('second_factor' in answer ? undefined : queryClient.removeQueries()),
  })
}

/** Sends the code of the second factor, which creates the session. */
export function useSubmitCode() {
  return useMutation({
    meta: { signs_in: true },
    mutationFn: (body: { challenge: string; code: string }) => call('POST /access/second_factor', { body }),
    onSuccess: () => queryClient.removeQueries(),
  })
}

/** Verifies the address that a link was mailed to, regardless of who is signed in. */
export function useVerifyAddress() {
  return useMutation({
    mutationFn: async (token: string) => (await call('POST /access/verify_address', { body: { verification: { token } } })).verification,
  })
}

/** Has a password link mailed, if a user signs in with that address. */
export function useForgottenPassword() {
  return useMutation({
    mutationFn: (email: string) => call('POST /access/forgotten_password', { body: { forgotten_password: { email } } }),
  })
}

/** Ends the session on the server and clears the cache. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => call('DELETE /api/v2/users/me/logout'),
    onSuccess: () => queryClient.removeQueries(),
  })
}
