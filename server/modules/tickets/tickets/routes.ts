import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { whole } from '#http/answer_shape.ts'
import type { Bucket } from '#http/limits.ts'
import { type AnswerOf, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, listOf, Word, wrapInKey } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { presentAttachment } from '#modules/common/attachments/present.ts'
import { JobStatus, OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { presentAudit, withOneMacroTitle } from '../ticket_audits/present.ts'
import { Audit } from '../ticket_audits/schema.ts'
import { startTicketCreate, startTicketsCreate, startTicketsDelete, startTicketsUpdate } from './bulk.ts'
import { oneWithAddressee } from './addressee.ts'
import { changeTicket } from './change.ts'
import { createTicket } from './create.ts'
import type { Written } from './write/save.ts'
import { UPLOADS_FIELD, withFormFiles } from './form_files.ts'
import { getListedTicket } from './list.ts'
import { presentTicket } from './present.ts'
import { removeTicket } from './remove.ts'
import { Ticket, TicketBody, TicketInput } from './schema.ts'
import { ticketSetup } from './setup_store.ts'
import { OneShownTicket, type ShownTicket } from './sibling_schema.ts'
import { ticketExtras, ticketSiblings } from './sideload.ts'

const WrittenTicket = Type.Object({ ticket: Ticket, audit: Audit })
/** With `async` the number the ticket will have, and the job that makes it. */
const PromisedTicket = Type.Object({ ticket: Type.Object({ id: whole }), job_status: JobStatus })
const IdsQuery = Type.Partial(Type.Object({ ids: Word }))
const CREATE_LIMIT: Bucket = { name: 'ticket-request-create-by-user-and-ip', limit: 300, window_seconds: 60, per: 'user' }
/** 30 updates in ten minutes for each user and ticket; 100 a minute for the account. @source docs/reference/conventions.md §8 */
const UPDATE_LIMITS: readonly Bucket[] = [
  { name: 'per-ticket-updates', limit: 30, window_seconds: 600, per: 'user_and_id' },
  { name: 'tickets-update', limit: 100, window_seconds: 60 },
]
const DELETE_LIMIT: Bucket = { name: 'tickets-destroy', limit: 400, window_seconds: 60 }

async function withAudit(ctx: Context, written: Written): Promise<AnswerOf<typeof WrittenTicket>> {
  const { ticket, audit, comment, attachments = [] } = written
  const files = attachments.map((row) => presentAttachment(ctx, row))
  const comments = comment === null ? [] : [{ ...comment, audit_id: audit.id, attachments: files }]
  const shown = await oneWithAddressee(
    ctx,
    ticket.requester_id,
    await withOneMacroTitle(ctx, presentAudit({ ...audit, ticket_id: ticket.id, sent: null }, comments)),
  )
  return { ticket: presentTicket(ctx, ticket, await ticketSetup(ctx)), audit: shown }
}

async function create(ctx: Context, input: TicketInput, isLater: boolean) {
  if (isLater) {
    const { number, job } = await startTicketCreate(ctx, input)
    return { status: 202, body: { ticket: { id: number }, ...job } }
  }
  const { ticket, audit } = await withAudit(ctx, await createTicket(ctx, input))
  return answerNewRecord({ ticket: { ...ticket, generated_timestamp: 0 }, audit }, ticket.url)
}

interface ShowQuery {
  readonly include?: string
  readonly remove_duplicate_fields?: boolean
  readonly reduced_payload_size?: boolean
}

async function show(ctx: Context, id: number, query: ShowQuery) {
  requirePermission(ctx, 'ticket.list')
  const row = await getListedTicket(ctx, id)
  const ticket = reduceTicket(presentTicket(ctx, row, await ticketSetup(ctx)), query)
  if (query.include === undefined) return answerOk({ ticket })
  const [extras, siblings] = await allOf(
    () => ticketExtras(ctx, query.include, [row]),
    () => ticketSiblings(ctx, query.include, [row]),
  )
  return answerOk({ ticket: { ...ticket, ...extras(row) }, ...siblings })
}

function reduceTicket(ticket: AnswerOf<typeof Ticket>, query: ShowQuery): AnswerOf<typeof ShownTicket> {
  const values = query.reduced_payload_size === true ? ticket.fields.filter((field) => field.value !== null) : ticket.fields
  const { fields: _fields, ...rest } = ticket
  return query.remove_duplicate_fields === true ? { ...rest, custom_fields: values } : { ...ticket, custom_fields: values, fields: values }
}

/** Lists are in list_routes.ts. @source docs/reference/tickets.md §1.2 */
export const ticketRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/tickets',
    name: 'tickets/create',
    summary: 'Create a ticket',
    scope: 'tickets',
    body: TicketBody,
    files: 'form',
    file_field: UPLOADS_FIELD,
    admits: (ctx) => requirePermission(ctx, 'ticket.create'),
    answer: Type.Union([WrittenTicket, PromisedTicket]),
    buckets: [CREATE_LIMIT],
    idempotent: true,
    query: Type.Partial(Type.Object({ async: Flag })),
    handle: (ctx, { body, query, files }) => withFormFiles(ctx, body.ticket, files, (input) => create(ctx, input, query.async === true)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:id',
    name: 'tickets/show',
    summary: 'Show a ticket',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ include: Word, remove_duplicate_fields: Flag, reduced_payload_size: Flag })),
    answer: OneShownTicket,
    handle: (ctx, { params, query }) => show(ctx, params.id, query),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:id',
    name: 'tickets/update',
    summary: 'Update a ticket',
    scope: 'tickets',
    body: TicketBody,
    files: 'form',
    file_field: UPLOADS_FIELD,
    admits: (ctx) => requirePermission(ctx, 'ticket.comment'),
    answer: WrittenTicket,
    buckets: UPDATE_LIMITS,
    handle: (ctx, { params, body, files }) =>
      withFormFiles(ctx, body.ticket, files, async (input) => answerOk(await withAudit(ctx, await changeTicket(ctx, params.id, input)))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/tickets/:id',
    name: 'tickets/destroy',
    summary: 'Delete a ticket',
    scope: 'tickets',
    buckets: [DELETE_LIMIT],
    async handle(ctx, { params }) {
      await removeTicket(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/tickets/create_many',
    name: 'tickets/create_many',
    summary: 'Create many tickets',
    scope: 'tickets',
    body: wrapInKey('tickets', listOf(TicketInput, MAX_AT_ONCE)),
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startTicketsCreate(ctx, body.tickets)),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/update_many',
    name: 'tickets/update_many',
    summary: 'Update many tickets',
    scope: 'tickets',
    query: IdsQuery,
    body: Type.Partial(
      Type.Object({
        ticket: TicketInput,
        tickets: Type.Unsafe<(TicketInput & { id?: number | null })[]>({
          type: 'array',
          maxItems: MAX_AT_ONCE,
          items: Type.Partial(Type.Object({ ...TicketInput.properties, id: Type.Integer() })),
        }),
      }),
    ),
    answer: OneJobStatus,
    handle: async (ctx, { query, body }) => answerOk(await startTicketsUpdate(ctx, query.ids, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/tickets/destroy_many',
    name: 'tickets/destroy_many',
    summary: 'Delete many tickets',
    scope: 'tickets',
    query: IdsQuery,
    answer: OneJobStatus,
    handle: async (ctx, { query }) => answerOk(await startTicketsDelete(ctx, query.ids)),
  }),
]
