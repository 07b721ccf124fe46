// DUTIES IN ACCESS GOVERNANCE: duties in addition to the role, and each person's approving manager.
// Not here: what a duty allows; that is checked where it is used (permissions/duties.ts, access_requests/steps.ts).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import { changeAccessPerson, readAccessPerson } from './change.ts'
import { presentAccessPerson } from './present.ts'
import { AccessPerson, AccessPersonBody } from './schema.ts'
import { ACCESS_PEOPLE_SORTING, listAccessPeople } from './store.ts'

const OneAccessPerson = Type.Object({ access_person: AccessPerson })

/** @source docs/reference/access_governance.md §1.1 */
export const accessPeopleRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/access_people',
    name: 'access_people/index',
    summary: 'List the users with access duties or a manager',
    scope: '',
    query: listQuery({ 'filter[duty]': Word }),
    answer: Type.Object({ access_people: Type.Array(AccessPerson) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'access_person.list')
      const paging = readPaging(query, ACCESS_PEOPLE_SORTING, 'access_people/index')
      const page = await listAccessPeople(ctx, query['filter[duty]'] || undefined, paging)
      return answerOk(
        listEnvelope(
          address,
          'access_people',
          page,
          page.rows.map((row) => presentAccessPerson(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/access_people/me',
    name: 'access_people/me',
    summary: "Show the caller's access duties and manager",
    scope: '',
    answer: OneAccessPerson,
    handle: async (ctx) => answerOk({ access_person: presentAccessPerson(ctx, await readAccessPerson(ctx, ctx.actor.id)) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/access_people/:user_id',
    name: 'access_people/show',
    summary: "Show a person's duties and manager",
    scope: '',
    answer: OneAccessPerson,
    handle: async (ctx, { params }) => answerOk({ access_person: presentAccessPerson(ctx, await readAccessPerson(ctx, params.user_id)) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/access_people/:user_id',
    name: 'access_people/update',
    summary: "Set a user's access duties and manager",
    scope: '',
    body: AccessPersonBody,
    answer: OneAccessPerson,
    handle: async (ctx, { params, body }) =>
      answerOk({ access_person: presentAccessPerson(ctx, await changeAccessPerson(ctx, params.user_id, body.access_person)) }),
  }),
]
