// Choosing a password through a mailed link, without being signed in.

import { useQuery } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import type { PasswordLink, SetPassword } from './types.ts'

interface Answer<Link> {
  password_link: Link
}

/** Resolves the token of a link. Never refetched, because the token is invalid once the password is set. */
export function usePasswordLink(token: string) {
  return useQuery({
    queryKey: ['password_link', token],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const options = { method: 'POST', body: { password_link: { token } }, signal } as const
      return (await request<Answer<PasswordLink>>(endpoints.password_link, options)).password_link
    },
  })
}

/** Sets the password. */
export function useSetPassword(token: string) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (password: string) => {
      const options = { method: 'PUT', body: { password_link: { token, password } } } as const
      return (await request<Answer<SetPassword>>(endpoints.password_link, options)).password_link
    },
  })
}
