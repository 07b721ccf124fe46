import { queryOptions } from '@tanstack/react-query'
import { call } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import type { Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'
import { useAccountAct } from './queries.ts'

/** A program that holds OAuth tokens of the person who is signed in. */
export type AuthorizedApplication = Row<'GET /api/v2/deskhand/authorized_applications', 'authorized_applications'>

/** All of them, by name. */
export const applicationsQuery = queryOptions({
  ...queryAll('GET /api/v2/deskhand/authorized_applications', 'authorized_applications'),
  select: (found) => found.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id),
})

/** Revokes the authorization of an application. */
export function useRevokeApplication() {
  return useAccountAct(
    (id: number) => call('DELETE /api/v2/deskhand/authorized_applications/:id', { params: { id } }),
    () => invalidate('GET /api/v2/deskhand/authorized_applications'),
  )
}
