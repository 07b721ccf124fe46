import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { CurrentUser } from './types.ts'

/** Who is signed in; the id is null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await request<{ user: CurrentUser }>(endpoints.me, { signal })).user,
})

/**
 * The token that every write with the session cookie must carry.
 * @throws ApiError when the server cannot say who is signed in.
 */
export async function csrfToken(queryClient: QueryClient): Promise<string> {
  return (await queryClient.ensureQueryData(meQuery)).authenticity_token
}

/** What this instance offers to sign in with. */
export interface SignInMethods {
  sso_only: boolean
  identity_providers: { id: number; name: string }[]
}

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign_in_methods'],
  queryFn: async ({ signal }) => (await request<{ methods: SignInMethods }>(endpoints.sign_in_methods, { signal })).methods,
})

/** After the right password of somebody with a second factor: what its code is given for. */
export interface SecondStep {
  second_factor?: { challenge: string; expires_in: number }
}

/** Signs in with e-mail and password; whatever was read before as somebody else is forgotten. */
export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { signs_in: true },
    mutationFn: (input: { email: string; password: string }) => request<SecondStep>(endpoints.sign_in, { method: 'POST', body: input }),
    onSuccess: ({ second_factor }) => (second_factor === undefined ? queryClient.removeQueries() : undefined),
  })
}

/** Gives the code of the second factor, which opens the session. */
export function useGiveCode() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { signs_in: true },
    mutationFn: (input: { challenge: string; code: string }) => request(endpoints.second_factor_code, { method: 'POST', body: input }),
    onSuccess: () => queryClient.removeQueries(),
  })
}

/** Verifies the address that a link was mailed to; who is signed in does not matter. */
export function useVerifyAddress() {
  return useMutation({
    mutationFn: async (token: string) => {
      const options = { method: 'POST', body: { verification: { token } } } as const
      return (await request<{ verification: { email: string } }>(endpoints.verify_address, options)).verification
    },
  })
}

/** Has a link to choose a new password mailed, if somebody signs in with that address. */
export function useForgottenPassword() {
  return useMutation({
    mutationFn: (email: string) => request(endpoints.forgotten_password, { method: 'POST', body: { forgotten_password: { email } } }),
  })
}

/** Ends the session on the server and forgets what was read in it. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => request(endpoints.logout, { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.removeQueries(),
  })
}
