// Signing in, and what mailed links do without it.

import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer } from '#contract/operation.ts'
import { queryClient } from '#contract/query_client.ts'

/** Whose password a link is for, and what it must be. */
export type PasswordLink = Answer<'POST /access/password_link'>['password_link']

/** Resolves the token of a link. Never refetched, because the token is invalid once the password is set. */
export function usePasswordLink(token: string) {
  return useQuery(
    queryOptions({
      ...query('POST /access/password_link', { body: { password_link: { token } } }),
      select: ({ password_link }) => password_link,
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
}

/** Sets the password. */
export function useSetPassword(token: string) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (password: string) =>
      (await call('PUT /access/password_link', { body: { password_link: { token, password } } })).password_link,
  })
}

/** What this instance offers to sign in with. */
export type SignInMethods = Answer<'GET /access/methods'>['methods']

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
