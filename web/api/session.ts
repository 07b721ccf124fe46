import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import type { CurrentUser, SignInAnswer, SignInMethods, VerifiedAddress } from './types.ts'

/** The signed-in user; the id is null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await request<{ user: CurrentUser }>(endpoints.me, { signal })).user,
})

/**
 * The token that every write authenticated by the session cookie must carry.
 * @throws ApiError when the signed-in user cannot be loaded.
 */
export async function csrfToken(queryClient: QueryClient): Promise<string> {
  return (await queryClient.ensureQueryData(meQuery)).authenticity_token
}

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign_in_methods'],
  queryFn: async ({ signal }) => (await request<{ methods: SignInMethods }>(endpoints.sign_in_methods, { signal })).methods,
})

/** False where there is no mail server: mails are kept in the outbox then, and no page says that one was sent. */
export function useSendsMail(): boolean {
  return useQuery(signInMethodsQuery).data?.sends_mail !== false
}

/** Signs in with e-mail and password; clears the cached data of the previous user. */
export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { signs_in: true },
    mutationFn: (input: { email: string; password: string }) => request<SignInAnswer>(endpoints.sign_in, { method: 'POST', body: input }),
    onSuccess: (answer) => ('second_factor' in answer ? undefined : queryClient.removeQueries()),
  })
}

/** Sends the code of the second factor, which creates the session. */
export function useSubmitCode() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { signs_in: true },
    mutationFn: (input: { challenge: string; code: string }) => request(endpoints.second_factor_code, { method: 'POST', body: input }),
    onSuccess: () => queryClient.removeQueries(),
  })
}

/** Verifies the address that a link was mailed to, regardless of who is signed in. */
export function useVerifyAddress() {
  return useMutation({
    mutationFn: async (token: string) => {
      const options = { method: 'POST', body: { verification: { token } } } as const
      return (await request<{ verification: VerifiedAddress }>(endpoints.verify_address, options)).verification
    },
  })
}

/** Has a password link mailed, if a user signs in with that address. */
export function useForgottenPassword() {
  return useMutation({
    mutationFn: (email: string) => request(endpoints.forgotten_password, { method: 'POST', body: { forgotten_password: { email } } }),
  })
}

/** Ends the session on the server and clears the cache. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => request(endpoints.logout, { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.removeQueries(),
  })
}
