// AUTHORIZED APPLICATIONS: the OAuth clients that hold tokens of the caller, and revoking them.
// Not here: single tokens (oauth_tokens/), consent (oauth_authorizations/), administration of clients (oauth_clients/).
import Type from 'typebox'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { revokeApplication } from './revoke.ts'
import { AuthorizedApplication } from './schema.ts'
import { APPLICATION_SORTING, type ApplicationRow, listApplications } from './store.ts'

const all = '/api/v2/deskhand/authorized_applications'

const present = (row: ApplicationRow): AnswerOf<typeof AuthorizedApplication> => ({
  ...row,
  company: row.company ?? '',
  description: row.description ?? '',
  granted_at: wireTime(row.granted_at),
  last_used_at: wireTimeOrNull(row.last_used_at),
})

/** The caller's own tokens, grouped by client. @source docs/reference/authentication.md §4.5 */
export const authorizedApplicationRoutes = [
  route({
    method: 'GET',
    path: all,
    name: 'deskhand/authorized_applications/index',
    summary: 'List the applications that the caller has authorized',
    scope: '',
    query: listQuery({}),
    answer: Type.Object({ authorized_applications: Type.Array(AuthorizedApplication) }),
    async handle(ctx, { query, address }) {
      const page = await listApplications(ctx, readPaging(query, APPLICATION_SORTING, 'deskhand/authorized_applications/index'))
      return answerOk(listEnvelope(address, 'authorized_applications', page, page.rows.map(present)))
    },
  }),
  route({
    method: 'DELETE',
    path: `${all}/:id`,
    name: 'deskhand/authorized_applications/destroy',
    summary: "Revoke all of an application's OAuth tokens for the caller",
    scope: '',
    async handle(ctx, { params }) {
      await revokeApplication(ctx, params.id)
      return answerNoContent()
    },
  }),
]
