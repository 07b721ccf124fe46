import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, answerNewRecord, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { commentOnRequest } from './comment.ts'
import { EVENT_SORTING, type EventRow, listEvents } from './event_store.ts'
import { presentComment, presentEvent } from './present.ts'
import { getVisibleRequest } from './rights.ts'
import { AccessRequestComment, AccessRequestEvent, CommentBody } from './schema.ts'

type Listed = { params: { id: number }; query: PagingQuery; address: Address }

async function list<Key extends 'events' | 'comments', Item>(ctx: Context, key: Key, present: (row: EventRow) => Item, input: Listed) {
  const { id } = await getVisibleRequest(ctx, input.params.id)
  const paging = readPaging(input.query, EVENT_SORTING, `access_requests/${key}/index`)
  const page = await listEvents(ctx, id, key === 'comments', paging)
  return answerOk(listEnvelope(input.address, key, page, page.rows.map(present)))
}

/** @source docs/reference/access_governance.md §2 */
export const accessRequestHistoryRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/access_requests/:id/events',
    name: 'access_requests/events/index',
    summary: 'List the events of an access request',
    scope: '',
    query: listQuery({}),
    answer: Type.Object({ events: Type.Array(AccessRequestEvent) }),
    handle: (ctx, input) => list(ctx, 'events', presentEvent, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/access_requests/:id/comments',
    name: 'access_requests/comments/index',
    summary: 'List the comments on an access request',
    scope: '',
    query: listQuery({}),
    answer: Type.Object({ comments: Type.Array(AccessRequestComment) }),
    handle: (ctx, input) => list(ctx, 'comments', presentComment, input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/access_requests/:id/comments',
    name: 'access_requests/comments/create',
    summary: 'Comment on an access request',
    scope: '',
    body: CommentBody,
    answer: Type.Object({ comment: AccessRequestComment }),
    async handle(ctx, { params, body }) {
      const row = await commentOnRequest(ctx, params.id, body.comment.body ?? '')
      return answerNewRecord({ comment: presentComment(row) }, urlOf(ctx.caller.base_url, `access_requests/${params.id}/comments`))
    },
  }),
]
