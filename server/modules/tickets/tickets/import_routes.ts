import Type from 'typebox'
import { type AnyRoute, answerNewRecord, answerOk, route } from '#http/route.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, listOf, wrapInKey } from '#http/shape.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { importTicket, startImport } from './import.ts'
import { presentTicket } from './present.ts'
import { ImportInput, OneTicket } from './schema.ts'
import { ticketSetup } from './setup_store.ts'

const ArchiveQuery = Type.Partial(Type.Object({ archive_immediately: Flag }))

/** @source docs/reference/tickets.md §8 */
export const ticketImportRoutes: AnyRoute[] = [
  route({
    method: 'POST',
    path: '/api/v2/imports/tickets',
    name: 'imports/tickets/create',
    summary: 'Import a ticket with its history',
    scope: 'tickets',
    query: ArchiveQuery,
    body: wrapInKey('ticket', ImportInput),
    answer: OneTicket,
    async handle(ctx, { query, body }) {
      const row = await importTicket(ctx, body.ticket, query.archive_immediately === true)
      const ticket = presentTicket(ctx, row, await ticketSetup(ctx))
      return answerNewRecord({ ticket }, ticket.url)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/imports/tickets/create_many',
    name: 'imports/tickets/create_many',
    summary: 'Import tickets with their history',
    scope: 'tickets',
    query: ArchiveQuery,
    body: wrapInKey('tickets', listOf(ImportInput, MAX_AT_ONCE)),
    answer: OneJobStatus,
    handle: async (ctx, { query, body }) => answerOk(await startImport(ctx, body.tickets, query.archive_immediately === true)),
  }),
]
