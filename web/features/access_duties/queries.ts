import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Content, Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'

/** A person's duties in access governance, and their manager. */
export type AccessPerson = Row<'GET /api/v2/access_people', 'access_people'>
type AccessPersonChange = Content<'PUT /api/v2/access_people/:user_id', 'access_person'>
/** An agent or administrator, as others of the staff see them. */
export type StaffMember = ReturnType<typeof makeStaffMember>
type User = Row<'GET /api/v2/users', 'users'>

/** The people who have a duty in access governance, or a manager. */
export const accessPeopleQuery = queryAll('GET /api/v2/access_people', 'access_people')

const readPerson = ({ access_person }: Answer<'GET /api/v2/access_people/me'>) => access_person

/** Agents and administrators, by name. */
export const staffQuery = queryOptions({
  ...queryAll('GET /api/v2/users', 'users', { query: { role: ['agent', 'admin'] } }),
  select: (users) => users.map(makeStaffMember).sort((one, other) => one.name.localeCompare(other.name)),
})

/** What end users do not see of others is there for the staff. */
const makeStaffMember = ({ id, name, email, role, custom_role_id = null, suspended = false, ...rest }: User) => ({
  id,
  name,
  email,
  role,
  custom_role_id,
  suspended,
  two_factor_auth_enabled: rest.two_factor_auth_enabled === true,
  last_login_at: rest.last_login_at ?? null,
})

/** The person with an e-mail address, with their duties and manager; undefined if there is none. */
export async function findPersonByEmail(email: string): Promise<AccessPerson | undefined> {
  const wanted = email.trim().toLowerCase()
  const { users } = await call('GET /api/v2/users/search', { query: { query: `email:${wanted}` } })
  const user = users.find((each) => each.email?.toLowerCase() === wanted)
  return user === undefined ? undefined : readPerson(await call('GET /api/v2/access_people/:user_id', { params: { user_id: user.id } }))
}

/** The duties and the manager of one person. */
export const accessPersonQuery = (user_id: number) =>
  queryOptions({ ...query('GET /api/v2/access_people/:user_id', { params: { user_id } }), select: readPerson })

/** Changes the duties and the manager of a person. */
export function useChangeAccessPerson() {
  return useMutation({
    mutationFn: ({ user_id, ...access_person }: Pick<AccessPerson, 'user_id'> & AccessPersonChange) =>
      call('PUT /api/v2/access_people/:user_id', { params: { user_id }, body: { access_person } }),
    onSuccess: () => invalidateBelow('GET /api/v2/access_people'),
  })
}
