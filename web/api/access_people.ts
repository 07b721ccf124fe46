import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { AccessPerson, AccessPersonChange, StaffMember } from './types.ts'

/** The people who have a duty in access governance, or a manager. */
export const accessPeopleQuery = queryOptions({
  queryKey: ['access_people'],
  queryFn: ({ signal }) => listAll(endpoints.access_people, 'access_people', {}, signal),
})

/** The signed-in user's duties and manager. */
export const ownAccessQuery = queryOptions({
  queryKey: ['access_people', 'me'],
  queryFn: async ({ signal }) => (await request<{ access_person: AccessPerson }>(endpoints.access_person('me'), { signal })).access_person,
})

/** Agents and administrators, by name. */
export const staffQuery = queryOptions({
  queryKey: ['users', 'staff'],
  queryFn: async ({ signal }) => {
    const lists = ['agent', 'admin'].map((role) => listAll(endpoints.users, 'users', { role }, signal))
    return (await Promise.all(lists)).flat().sort((one, other) => one.name.localeCompare(other.name))
  },
})

/** The person with an e-mail address, with their duties and manager; undefined if there is none. */
export async function findPersonByEmail(email: string): Promise<AccessPerson | undefined> {
  const wanted = email.trim().toLowerCase()
  const { users } = await request<{ users: StaffMember[] }>(`${endpoints.user_search}?${new URLSearchParams({ query: `email:${wanted}` })}`)
  const user = users.find((each) => each.email?.toLowerCase() === wanted)
  return user === undefined ? undefined : (await request<{ access_person: AccessPerson }>(endpoints.access_person(user.id))).access_person
}

/** The duties and the manager of one person. */
export const accessPersonQuery = (userId: number) =>
  queryOptions({
    queryKey: ['access_people', userId],
    queryFn: async ({ signal }) =>
      (await request<{ access_person: AccessPerson }>(endpoints.access_person(userId), { signal })).access_person,
  })

/** Changes the duties and the manager of a person. */
export function useChangeAccessPerson() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ user_id, ...access_person }: Pick<AccessPerson, 'user_id'> & AccessPersonChange) => {
      const options = { method: 'PUT', body: { access_person }, csrf_token: await csrfToken(queryClient) } as const
      return request(endpoints.access_person(user_id), options)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['access_people'] }),
  })
}
