// The profile and e-mail addresses of a user, as the user changes them.

import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { useAccountAct } from './account.ts'
import { listAll, request } from './client.ts'
import { meQuery } from './session.ts'
import type { Address, CurrentUser, ProfileChange } from './types.ts'

/** The addresses of a user, the primary one first. */
export const addressesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['addresses', userId],
    queryFn: async ({ signal }) => {
      const found = await listAll(endpoints.user_identities(userId), 'identities', { 'type[]': 'email' }, signal)
      return found.sort((one, other) => Number(other.primary) - Number(one.primary) || one.id - other.id)
    },
  })

const changed = [[...meQuery.queryKey], ['addresses']]

/** Changes the signed-in user's profile. */
export function useChangeProfile() {
  return useAccountAct((user: ProfileChange, csrf_token) => request(endpoints.me, { method: 'PUT', body: { user }, csrf_token }), changed)
}

/** Adds an address to the user's own, and has a verification link mailed to it. */
export function useAddAddress({ id, role }: { id: number; role: CurrentUser['role'] }) {
  return useAccountAct(async (value: string, csrf_token) => {
    const options = { method: 'POST', body: { identity: { type: 'email', value } }, csrf_token } as const
    const { identity } = await request<{ identity: Address }>(endpoints.user_identities(id), options)
    // for staff, the server mails it on creation
    if (role === 'end-user') await mailLink(identity, csrf_token)
  }, changed)
}

const mailLink = ({ id, user_id }: Address, csrf_token: string) =>
  request(endpoints.user_identity_act(user_id, id, 'request_verification'), { method: 'PUT', csrf_token })

/** Has the verification link of an address mailed again. */
export function useMailAddressLink() {
  return useAccountAct(mailLink, [])
}

/** Makes an address the primary one, which mails are sent to. */
export function useMakePrimary() {
  return useAccountAct(
    ({ id, user_id }: Address, csrf_token) =>
      request(endpoints.user_identity_act(user_id, id, 'make_primary'), { method: 'PUT', csrf_token }),
    changed,
  )
}

/** Removes an address. */
export function useRemoveAddress() {
  return useAccountAct(
    ({ id, user_id }: Address, csrf_token) => request(endpoints.user_identity(user_id, id), { method: 'DELETE', csrf_token }),
    changed,
  )
}
