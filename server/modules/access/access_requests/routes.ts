// REQUESTS FOR ACCESS, from filing to the decision: requester, approval, review, comments and history.
// Not here: what a request results in (grants/, api_tokens, integrations, shared_secrets).
import Type from 'typebox'
import { inTransaction } from '#core/context.ts'
import { InvalidAttribute } from '#core/errors.ts'
import { readInclude, listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerOk, route } from '#http/route.ts'
import { Id, listQuery, Phrase, Word } from '#http/shape.ts'
import { changeAccessRequest } from './change.ts'
import { fileAccessRequest } from './file.ts'
import { ACCESS_REQUEST_SORTING, type AccessRequestFilter, LIST_ROLES, listAccessRequests } from './list_store.ts'
import { accessRequestUrl } from './present.ts'
import { showAccessRequest, showAccessRequests, showNewRequest } from './read.ts'
import { getVisibleRequest, lockVisibleRequest, requireFiler } from './rights.ts'
import { AccessRequest, AccessRequestBody, NAMED_USERS, NewAccessRequestBody, StepBody, UnfiledAccessRequest } from './schema.ts'
import { withUsers } from './side_load.ts'
import type { StepName } from './step_table.ts'
import { takeStep } from './take_step.ts'
import { isOneOf } from '#lib/objects.ts'

const OneAccessRequest = Type.Object({ access_request: AccessRequest })
const AccessRequestQuery = listQuery({
  role: Word,
  'filter[state]': Word,
  'filter[kind]': Word,
  'filter[requester_id]': Id,
  'filter[title]': Phrase,
})

/** The filter a query asks for. @throws InvalidAttribute for an unknown role */
function readFilter(query: {
  role?: string
  'filter[state]'?: string
  'filter[kind]'?: string
  'filter[requester_id]'?: number | null
  'filter[title]'?: string
}): AccessRequestFilter {
  const {
    role = 'all',
    'filter[state]': state,
    'filter[kind]': kind,
    'filter[requester_id]': requester_id,
    'filter[title]': title = '',
  } = query
  if (!isOneOf(LIST_ROLES, role)) throw new InvalidAttribute('role', `must be one of ${LIST_ROLES.join(', ')}`, 'access_requests/index')
  return {
    role,
    ...(state ? { states: state.split(',') } : {}),
    ...(kind ? { kind } : {}),
    title_words: title.toLowerCase().split(/\s+/).filter(Boolean),
    ...(typeof requester_id === 'number' ? { requester_id } : {}),
  }
}

/** A step that needs only its actor and a reason. The steps that result in a credential are in grants/. */
function stepRoute(name: StepName, summary: string) {
  return route({
    method: 'POST',
    path: `/api/v2/access_requests/:id/${name}`,
    name: `access_requests/${name}`,
    summary,
    scope: '',
    body: StepBody,
    answer: OneAccessRequest,
    async handle(ctx, { params, body }) {
      const row = await inTransaction(ctx, async (tx) => {
        const request = await lockVisibleRequest(tx, params.id)
        return takeStep(tx, request, name, { body: body.step?.reason ?? '', text_version: body.step?.text_version })
      })
      return answerOk({ access_request: await showAccessRequest(ctx, row) })
    },
  })
}

/** @source docs/reference/specification.md §5.6; docs/reference/access_governance.md §2 */
export const accessRequestRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/access_requests',
    name: 'access_requests/index',
    summary: 'List access requests: all visible ones, the caller’s own, or those waiting for the caller',
    scope: '',
    query: AccessRequestQuery,
    answer: Type.Object({ access_requests: Type.Array(AccessRequest), ...NAMED_USERS }),
    async handle(ctx, { query, address }) {
      requireFiler(ctx)
      const paging = readPaging(query, ACCESS_REQUEST_SORTING, 'access_requests/index')
      const page = await listAccessRequests(ctx, readFilter(query), paging)
      const records = await showAccessRequests(ctx, page.rows)
      return answerOk(listEnvelope(address, 'access_requests', page, records, await withUsers(ctx, readInclude(query.include), page.rows)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/access_requests',
    name: 'access_requests/create',
    summary: 'File an access request',
    scope: '',
    body: NewAccessRequestBody,
    answer: OneAccessRequest,
    async handle(ctx, { body }) {
      const row = await fileAccessRequest(ctx, body.access_request)
      return answerNewRecord({ access_request: await showAccessRequest(ctx, row) }, accessRequestUrl(ctx, row.id))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/access_requests/new',
    name: 'access_requests/new',
    summary: 'Preview a new access request: who can take each step, and why the caller cannot file it',
    scope: '',
    answer: Type.Object({ new_access_request: UnfiledAccessRequest }),
    handle: async (ctx) => answerOk({ new_access_request: await showNewRequest(ctx) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/access_requests/:id',
    name: 'access_requests/show',
    summary: 'Show an access request and the steps that the caller may take',
    scope: '',
    query: listQuery({}),
    answer: Type.Object({ access_request: AccessRequest, ...NAMED_USERS }),
    async handle(ctx, { params, query }) {
      const row = await getVisibleRequest(ctx, params.id)
      return answerOk({ access_request: await showAccessRequest(ctx, row), ...(await withUsers(ctx, readInclude(query.include), [row])) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/access_requests/:id',
    name: 'access_requests/update',
    summary: 'Update an access request before it is approved',
    scope: '',
    body: AccessRequestBody,
    answer: OneAccessRequest,
    handle: async (ctx, { params, body }) =>
      answerOk({ access_request: await showAccessRequest(ctx, await changeAccessRequest(ctx, params.id, body.access_request)) }),
  }),
  // the steps of docs/reference/specification.md §5.6.2 to §5.6.4
  stepRoute('approve', 'Approve an access request as the manager of its requester'),
  stepRoute('review', 'Record the security review of an access request'),
  stepRoute('accept', 'Accept an access request after its security review'),
  stepRoute('reject', 'Reject an access request'),
  stepRoute('withdraw', "Withdraw one of the caller's access requests"),
]
