import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { useAccountAct } from './account.ts'
import { listAll, request } from './client.ts'

/** All of them, by name. */
export const applicationsQuery = queryOptions({
  queryKey: ['authorized_applications'],
  queryFn: async ({ signal }) => {
    const found = await listAll(endpoints.authorized_applications, 'authorized_applications', {}, signal)
    return found.sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
  },
})

/** Revokes the authorization of an application. */
export function useRevokeApplication() {
  return useAccountAct(
    (id: number, csrf_token) => request(endpoints.authorized_application(id), { method: 'DELETE', csrf_token }),
    [[...applicationsQuery.queryKey]],
  )
}
