// The profile and e-mail addresses of a user, as the user changes them.

import { queryOptions } from '@tanstack/react-query'
import { call } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import type { Content, Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'
import { useAccountAct } from './queries.ts'
import type { CurrentUser } from '#features/session/public.ts'

/** An e-mail address of a user. */
export type Address = Row<'GET /api/v2/users/:user_id/identities', 'identities'>

const sortByImportance = (addresses: readonly Address[]) =>
  addresses.toSorted((one, other) => Number(other.primary) - Number(one.primary) || one.id - other.id)

/** The addresses of a user, the primary one first. */
export const addressesQuery = (user_id: number) =>
  queryOptions({
    ...queryAll('GET /api/v2/users/:user_id/identities', 'identities', { params: { user_id }, query: { type: ['email'] } }),
    select: sortByImportance,
  })

const invalidateProfile = () => Promise.all([invalidate('GET /api/v2/users/me'), invalidate('GET /api/v2/users/:user_id/identities')])

/** Changes the signed-in user's profile. */
export function useChangeProfile() {
  return useAccountAct(
    (user: Pick<Content<'PUT /api/v2/users/me', 'user'>, 'name' | 'locale' | 'time_zone'>) =>
      call('PUT /api/v2/users/me', { body: { user } }),
    invalidateProfile,
  )
}

/** Adds an address to the user's own, and has a verification link mailed to it. */
export function useAddAddress({ id, role }: { id: number; role: CurrentUser['role'] }) {
  return useAccountAct(async (value: string) => {
    const body = { identity: { type: 'email', value } }
    const { identity } = await call('POST /api/v2/users/:user_id/identities', { params: { user_id: id }, body })
    // for staff, the server mails it on creation
    if (role === 'end-user') await mailLink(identity)
  }, invalidateProfile)
}

type AddressPlace = Pick<Address, 'id' | 'user_id'>

const mailLink = ({ id, user_id }: AddressPlace) =>
  call('PUT /api/v2/users/:user_id/identities/:id/request_verification', { params: { user_id, id } })

/** Has the verification link of an address mailed again. */
export function useMailAddressLink() {
  return useAccountAct(mailLink)
}

/** Makes an address the primary one, which mails are sent to. */
export function useMakePrimary() {
  return useAccountAct(
    ({ id, user_id }: AddressPlace) => call('PUT /api/v2/users/:user_id/identities/:id/make_primary', { params: { user_id, id } }),
    invalidateProfile,
  )
}

/** Removes an address. */
export function useRemoveAddress() {
  return useAccountAct(
    ({ id, user_id }: AddressPlace) => call('DELETE /api/v2/users/:user_id/identities/:id', { params: { user_id, id } }),
    invalidateProfile,
  )
}
