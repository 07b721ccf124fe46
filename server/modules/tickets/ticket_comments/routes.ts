import { requirePermission } from '#permissions/permissions.ts'
import { CountAnswer, countEnvelope, readInclude, listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { Flag, listQuery } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { withAddressee } from '../tickets/addressee.ts'
import { getTicket } from '../tickets/store.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { makeCommentPrivate } from './make_private.ts'
import { presentComments } from './present.ts'
import { SomeComments } from './schema.ts'
import { COMMENT_SORTING, countComments, listComments } from './store.ts'

/** @source docs/reference/tickets.md §2 */
export const ticketCommentRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/comments',
    name: 'ticket_comments/index',
    summary: "List a ticket's comments",
    scope: 'tickets',
    query: listQuery({ include_inline_images: Flag }),
    answer: SomeComments,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'ticket.list')
      const [ticket, page] = await allOf(
        () => getTicket(ctx, params.ticket_id),
        () => listComments(ctx, params.ticket_id, readPaging(query, COMMENT_SORTING, 'ticket_comments/index')),
      )
      const authors = readInclude(query.include).has('users')
        ? await findUsers(ctx, [...new Set(page.rows.map((row) => row.author_id))])
        : null
      const siblings = authors === null ? {} : { users: await presentUsers(ctx, authors) }
      const comments = await presentComments(ctx, page.rows, query.include_inline_images)
      return answerOk(listEnvelope(address, 'comments', page, await withAddressee(ctx, ticket.requester_id, comments), siblings))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/comments/count',
    name: 'ticket_comments/count',
    summary: "Count a ticket's comments",
    scope: 'tickets',
    answer: CountAnswer,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      const [, count] = await allOf(
        () => getTicket(ctx, params.ticket_id),
        () => countComments(ctx, params.ticket_id),
      )
      return answerOk(countEnvelope(count, ctx.now))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:ticket_id/comments/:id/make_private',
    name: 'ticket_comments/make_private',
    summary: 'Make a comment private',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await makeCommentPrivate(ctx, params.ticket_id, params.id)
      return { status: 200 }
    },
  }),
]
