import Type from 'typebox'
import { wireTime } from '#lib/clock.ts'
import { text, textOrNull, whole } from '#http/answer_shape.ts'
import { listEnvelope } from '#http/envelope.ts'
import type { Bucket } from '#http/limits.ts'
import { readIds } from '#http/bulk_ids.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { requireDeletedList, restoreTickets, startDestroy } from './acts.ts'
import { DELETED_SORTING, type DeletedRow, listDeleted } from './store.ts'

const IdsQuery = Type.Partial(Type.Object({ ids: Word }))
const DESTROY_LIMIT: Bucket = { name: 'deleted-tickets-destroy', limit: 1000, window_seconds: 60 }
const LIST_LIMIT: Bucket = { name: 'deleted-tickets-index', limit: 10, window_seconds: 60 }

const DeletedTicket = Type.Object({
  id: whole,
  subject: textOrNull,
  actor: Type.Object({ id: whole, name: text }),
  deleted_at: text,
  previous_state: text,
})

const present = (row: DeletedRow): AnswerOf<typeof DeletedTicket> => ({
  id: row.id,
  subject: row.subject,
  actor: { id: row.actor_id, name: row.actor_name ?? '' },
  deleted_at: wireTime(row.deleted_at),
  previous_state: row.previous_state,
})

/** @source docs/reference/tickets.md §3.7 */
export const deletedTicketRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deleted_tickets',
    name: 'deleted_tickets/index',
    summary: 'List deleted tickets',
    scope: 'tickets',
    query: listQuery({}),
    answer: Type.Object({ deleted_tickets: Type.Array(DeletedTicket) }),
    buckets: [LIST_LIMIT],
    async handle(ctx, { query, address }) {
      requireDeletedList(ctx)
      const page = await listDeleted(ctx, readPaging(query, DELETED_SORTING, 'deleted_tickets/index'))
      return answerOk(listEnvelope(address, 'deleted_tickets', page, page.rows.map(present)))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/deleted_tickets/:id/restore',
    name: 'deleted_tickets/restore',
    summary: 'Restore a deleted ticket',
    scope: 'tickets',
    answer: Type.Object({}),
    async handle(ctx, { params }) {
      await restoreTickets(ctx, [params.id])
      return answerOk({})
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/deleted_tickets/restore_many',
    name: 'deleted_tickets/restore_many',
    summary: 'Restore deleted tickets',
    scope: 'tickets',
    query: IdsQuery,
    answer: Type.Object({}),
    async handle(ctx, { query }) {
      await restoreTickets(ctx, readIds(query.ids, 'deleted_tickets/restore_many'))
      return answerOk({})
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/deleted_tickets/:id',
    name: 'deleted_tickets/destroy',
    summary: 'Permanently delete a ticket',
    scope: 'tickets',
    answer: OneJobStatus,
    buckets: [DESTROY_LIMIT],
    handle: async (ctx, { params }) => answerOk(await startDestroy(ctx, [params.id])),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/deleted_tickets/destroy_many',
    name: 'deleted_tickets/destroy_many',
    summary: 'Permanently delete tickets',
    scope: 'tickets',
    query: IdsQuery,
    answer: OneJobStatus,
    handle: async (ctx, { query }) => answerOk(await startDestroy(ctx, readIds(query.ids, 'deleted_tickets/destroy_many'))),
  }),
]
