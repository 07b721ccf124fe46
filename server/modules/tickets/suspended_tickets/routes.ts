import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { HttpError, MissingParameter } from '#core/errors.ts'
import { text } from '#http/answer_shape.ts'
import { listEnvelope } from '#http/envelope.ts'
import type { Bucket } from '#http/limits.ts'
import { readIds } from '#http/bulk_ids.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerNoContent, answerOk, route } from '#http/route.ts'
import { Id, listQuery, Word } from '#http/shape.ts'
import { presentAttachment } from '#modules/common/attachments/present.ts'
import { Attachment } from '#modules/common/attachments/schema.ts'
import { attachmentsOfSuspended } from '#modules/common/attachments/store.ts'
import { presentTicket } from '../tickets/present.ts'
import { Ticket } from '../tickets/schema.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { removeManySuspended, removeSuspended, requireManage, startSuspendedExport, uploadOfSuspended } from './manage.ts'
import { presentSuspended } from './present.ts'
import { recoverManySuspended, recoverSuspended } from './recover.ts'
import { SuspendedTicket } from './schema.ts'
import { getSuspended, listSuspended, SUSPENDED_SORTING, type SuspendedRow } from './store.ts'

const IdsQuery = Type.Partial(Type.Object({ ids: Word }))
const EXPORT_LIMIT: Bucket = { name: 'suspended-tickets-export', limit: 1, window_seconds: 60 }

/** The suspended tickets with their attachments. */
async function presentAll(ctx: Context, rows: readonly SuspendedRow[]): Promise<AnswerOf<typeof SuspendedTicket>[]> {
  const ids = rows.map((row) => row.id)
  const files = Map.groupBy(await attachmentsOfSuspended(ctx, ids), (file) => file.suspended_ticket_id)
  return rows.map((row) => presentSuspended(ctx, row, files.get(row.id) ?? []))
}

/** One of these. */
async function presentOne(ctx: Context, row: SuspendedRow): Promise<AnswerOf<typeof SuspendedTicket>> {
  return presentSuspended(ctx, row, await attachmentsOfSuspended(ctx, [row.id]))
}

/**
 * Recovers one; its requester is the caller. If that fails, the response has the suspended ticket in place of the ticket. Each list has two
 * keys, because the API description and the documentation disagree. @source docs/reference/tickets.md §11.3
 */
async function recoverOne(ctx: Context, id: number) {
  const { ticket, failed } = await recoverSuspended(ctx, id)
  if (ticket !== undefined) {
    const tickets = [presentTicket(ctx, ticket, await ticketSetup(ctx))]
    return answerOk({ ticket: tickets, tickets })
  }
  const suspended_tickets = await presentAll(ctx, failed === undefined ? [] : [failed])
  throw new HttpError(422, { ticket: suspended_tickets, suspended_tickets })
}

async function recoverMany(ctx: Context, ids: readonly number[]) {
  const all = await recoverManySuspended(ctx, ids)
  const setup = await ticketSetup(ctx)
  const failures = all.flatMap(({ failed }) => (failed === undefined ? [] : [failed]))
  return answerOk({
    tickets: all.flatMap(({ ticket }) => (ticket === undefined ? [] : [presentTicket(ctx, ticket, setup)])),
    suspended_tickets: await presentAll(ctx, failures),
  })
}

const UploadAnswer = Type.Object({ upload: Type.Object({ token: text, attachments: Type.Array(Attachment) }) })

async function upload(ctx: Context, id: number) {
  const { token, attachments } = await uploadOfSuspended(ctx, id)
  return answerOk({ upload: { token, attachments: attachments.map((file) => presentAttachment(ctx, file)) } })
}

/** @source docs/reference/tickets.md §11 */
export const suspendedTicketRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/suspended_tickets',
    name: 'suspended_tickets/index',
    summary: 'List suspended tickets',
    scope: 'tickets',
    query: listQuery({}),
    answer: Type.Object({ suspended_tickets: Type.Array(SuspendedTicket) }),
    async handle(ctx, { query, address }) {
      requireManage(ctx)
      const page = await listSuspended(ctx, readPaging(query, SUSPENDED_SORTING, 'suspended_tickets/index'))
      return answerOk(listEnvelope(address, 'suspended_tickets', page, await presentAll(ctx, page.rows)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/suspended_tickets/:id',
    name: 'suspended_tickets/show',
    summary: 'Show a suspended ticket',
    scope: 'tickets',
    answer: Type.Object({ suspended_tickets: Type.Array(SuspendedTicket), suspended_ticket: SuspendedTicket }),
    async handle(ctx, { params }) {
      requireManage(ctx)
      const suspended_ticket = await presentOne(ctx, await getSuspended(ctx, params.id))
      return answerOk({ suspended_tickets: [suspended_ticket], suspended_ticket })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/suspended_tickets/:id',
    name: 'suspended_tickets/destroy',
    summary: 'Delete a suspended ticket',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await removeSuspended(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/suspended_tickets/destroy_many',
    name: 'suspended_tickets/destroy_many',
    summary: 'Delete many suspended tickets',
    scope: 'tickets',
    query: IdsQuery,
    async handle(ctx, { query }) {
      await removeManySuspended(ctx, readIds(query.ids, 'suspended_tickets/destroy_many'))
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/suspended_tickets/:id/recover',
    name: 'suspended_tickets/recover',
    summary: 'Recover a suspended ticket',
    scope: 'tickets',
    answer: Type.Object({ ticket: Type.Array(Ticket), tickets: Type.Array(Ticket) }),
    handle: (ctx, { params }) => recoverOne(ctx, params.id),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/suspended_tickets/recover_many',
    name: 'suspended_tickets/recover_many',
    summary: 'Recover suspended tickets',
    scope: 'tickets',
    query: IdsQuery,
    answer: Type.Object({ tickets: Type.Array(Ticket), suspended_tickets: Type.Array(SuspendedTicket) }),
    handle: (ctx, { query }) => recoverMany(ctx, readIds(query.ids, 'suspended_tickets/recover_many')),
  }),
  route({
    method: 'POST',
    path: '/api/v2/suspended_tickets/attachments',
    name: 'suspended_tickets/attachments',
    summary: 'Copy the attachments of a suspended ticket (id in the body) to an upload',
    scope: 'tickets',
    body: Type.Partial(Type.Object({ id: Id })),
    answer: UploadAnswer,
    async handle(ctx, { body }) {
      requireManage(ctx)
      if (body.id === undefined || body.id === null) throw new MissingParameter('id')
      return upload(ctx, body.id)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/suspended_tickets/:id/attachments',
    name: 'suspended_tickets/attachments',
    summary: 'Copy the attachments of a suspended ticket to an upload',
    scope: 'tickets',
    answer: UploadAnswer,
    handle: (ctx, { params }) => upload(ctx, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/v2/suspended_tickets/export',
    name: 'suspended_tickets/export',
    summary: 'Mail a list of the suspended tickets to the caller',
    scope: 'tickets',
    answer: Type.Object({ export: Type.Object({ status: text, view_id: text }) }),
    buckets: [EXPORT_LIMIT],
    async handle(ctx) {
      await startSuspendedExport(ctx)
      return answerOk({ export: { status: 'enqueued', view_id: 'suspended' } })
    },
  }),
]
