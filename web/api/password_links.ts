// Choosing a password through a mailed link, without being signed in.

import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, query } from '../contract/client.ts'
import { useMutation } from '../contract/mutation.ts'
import type { Answer } from '../contract/operation.ts'

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
