import Type from 'typebox'
import { asViewer } from '#permissions/requester.ts'
import type { Context } from '#core/context.ts'
import { listEnvelope } from '#http/envelope.ts'
import type { Bucket } from '#http/limits.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnswerOf, type AnyRoute, answerNewRecord, answerOk, route } from '#http/route.ts'
import { listQuery, Moment, Word } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { COMMENT_SORTING } from '../ticket_comments/store.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { fileAnonymously } from './anonymous.ts'
import { changeRequest } from './change.ts'
import { createRequest } from './create.ts'
import { requestSiblings } from './user_summaries.ts'
import { getRequest } from './list.ts'
import { presentUserSummaries, presentRequest, presentRequestComment, presentRequestComments } from './present.ts'
import { presentAnonymousRequest } from './received.ts'
import { OneRequest, People, Request, RequestBody, RequestComment, type RequestInput } from './schema.ts'
import { type CommentFilter, findUserSummaries, getRequestComment, listRequestComments } from './store.ts'

/**
 * The limit for anonymous requests from one IP address is checked first, so that refused ones do not count against that of tickets.
 * @source docs/reference/conventions.md §8
 */
const CREATE_LIMITS: readonly Bucket[] = [
  { name: 'anonymous-requests', limit: 30, window_seconds: 3600, per: 'stranger' },
  { name: 'ticket-request-create-by-user-and-ip', limit: 300, window_seconds: 60, per: 'user' },
]
const UPDATE_LIMIT: Bucket = { name: 'per-ticket-updates', limit: 30, window_seconds: 600, per: 'user_and_id' }

async function create(ctx: Context, input: RequestInput) {
  if (ctx.actor.id !== 0) return answerCreatedRequest(presentRequest(ctx, await createRequest(ctx, input), await ticketSetup(ctx)))
  const { id, asked } = await fileAnonymously(ctx, input)
  return answerCreatedRequest(presentAnonymousRequest(ctx, id, asked, await ticketSetup(ctx)))
}

const answerCreatedRequest = (request: AnswerOf<typeof Request>) => answerNewRecord({ request }, request.url)

async function show(ctx: Context, id: number, include: string | undefined) {
  const viewer = await asViewer(ctx)
  const [row, setup] = await allOf(
    () => getRequest(viewer, id),
    () => ticketSetup(viewer),
  )
  return answerOk({ request: presentRequest(viewer, row, setup), ...(await requestSiblings(viewer, include, [row])) })
}

/** `role` is agent or end_user. @source docs/reference/tickets.md §9.5 */
function commentFilter({ since, role }: { since?: string | null; role?: string }): CommentFilter {
  const wanted = role === 'agent' ? 'agent' : role === 'end_user' || role === 'end-user' ? 'end-user' : undefined
  return { ...(typeof since === 'string' ? { since } : {}), ...(wanted === undefined ? {} : { role: wanted }) }
}

type CommentsInput = { readonly query: PagingQuery & { since?: string | null; role?: string }; readonly address: Address }

async function comments(ctx: Context, id: number, { query, address }: CommentsInput) {
  const viewer = await asViewer(ctx)
  const paging = readPaging(query, COMMENT_SORTING, 'requests/comments')
  await getRequest(viewer, id)
  const page = await listRequestComments(viewer, id, commentFilter(query), paging)
  const [records, summaries] = await allOf(
    () => presentRequestComments(viewer, id, page.rows),
    () => findUserSummaries(viewer, [...new Set(page.rows.map((row) => row.author_id))]),
  )
  return answerOk(listEnvelope(address, 'comments', page, records, presentUserSummaries(viewer, summaries)))
}

async function comment(ctx: Context, id: number, commentId: number) {
  const viewer = await asViewer(ctx)
  await getRequest(viewer, id)
  const row = await getRequestComment(viewer, id, commentId)
  const [record, summaries] = await allOf(
    () => presentRequestComment(viewer, id, row),
    () => findUserSummaries(viewer, [row.author_id]),
  )
  return answerOk({ comment: record, ...presentUserSummaries(viewer, summaries) })
}

/** Lists are in list_routes.ts. @source docs/reference/tickets.md §9 */
export const requestRoutes: AnyRoute[] = [
  route({
    method: 'POST',
    path: '/api/v2/requests',
    name: 'requests/create',
    summary: 'Create a request',
    scope: 'requests',
    anonymous: true,
    body: RequestBody,
    answer: Type.Object({ request: Request }),
    buckets: CREATE_LIMITS,
    handle: (ctx, { body }) => create(ctx, body.request),
  }),
  route({
    method: 'GET',
    path: '/api/v2/requests/:id',
    name: 'requests/show',
    summary: 'Show a request',
    scope: 'requests',
    query: Type.Partial(Type.Object({ include: Word })),
    answer: OneRequest,
    handle: (ctx, { params, query }) => show(ctx, params.id, query.include),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/requests/:id',
    name: 'requests/update',
    summary: 'Update a request',
    scope: 'requests',
    body: RequestBody,
    answer: OneRequest,
    buckets: [UPDATE_LIMIT],
    async handle(ctx, { params, body }) {
      const row = await changeRequest(ctx, params.id, body.request)
      return answerOk({ request: presentRequest(ctx, row, await ticketSetup(ctx)) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/requests/:id/comments',
    name: 'requests/comments',
    summary: "List a request's comments",
    scope: 'requests',
    query: listQuery({ since: Moment, role: Word }),
    answer: Type.Object({ comments: Type.Array(RequestComment), ...People.properties }),
    handle: (ctx, input) => comments(ctx, input.params.id, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/requests/:request_id/comments/:id',
    name: 'requests/comment',
    summary: "Show a request's comment",
    scope: 'requests',
    answer: Type.Object({ comment: RequestComment, ...People.properties }),
    handle: (ctx, { params }) => comment(ctx, params.request_id, params.id),
  }),
]
