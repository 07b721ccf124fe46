// STATUSES OF FORMS: pairs of a form and a custom status it offers; a form without any offers all.
// Not here: the statuses themselves (custom_statuses/), forms (ticket_forms/), what a ticket may have (tickets/).
import type { Context } from '#core/context.ts'
import { readList } from '#http/bulk_ids.ts'
import { answerNoContent, answerOk, route } from '#http/route.ts'
import { getTicketForm } from '../ticket_forms/store.ts'
import { addFormStatuses, addStatusToForms, changeFormStatuses, removeFormStatuses } from './change.ts'
import { FormStatuses, FormStatusesBody, ListQuery, ManyQuery, RemovalBody } from './schema.ts'
import { findFormStatuses, type FormStatusFilter, type FormStatusRow } from './store.ts'

const answer = (rows: readonly FormStatusRow[]) => answerOk({ ticket_form_statuses: rows })

async function list(ctx: Context, filter: FormStatusFilter) {
  return answer(await findFormStatuses(ctx, filter))
}

const ofForm = '/api/v2/ticket_forms/:ticket_form_id/ticket_form_statuses'
const oneOfForm = `${ofForm}/:id` as const
const common = { scope: 'tickets' } as const

/** @source docs/reference/fields_and_forms.md §5.2 */
export const ticketFormStatusRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/ticket_form_statuses',
    name: 'ticket_form_statuses/index',
    summary: 'List the statuses that forms offer',
    query: ListQuery,
    answer: FormStatuses,
    handle: (ctx, { query }) => {
      const { ticket_form_id, 'filter[custom_status_id]': custom_status_id, 'filter[id]': id } = query
      return list(ctx, {
        ...(ticket_form_id == null ? {} : { ticket_form_id }),
        ...(custom_status_id == null ? {} : { custom_status_id }),
        ...(id === undefined ? {} : { ids: readList(id) }),
      })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/ticket_form_statuses/show_many',
    name: 'ticket_form_statuses/show_many',
    summary: 'Show ticket form statuses by id',
    query: ManyQuery,
    answer: FormStatuses,
    handle: (ctx, { query }) => list(ctx, { ids: readList(query.ids) }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/custom_statuses/:custom_status_id/ticket_form_statuses',
    name: 'ticket_form_statuses/create',
    summary: 'Add a status to forms',
    body: FormStatusesBody,
    answer: FormStatuses,
    handle: async (ctx, { params, body }) => answer(await addStatusToForms(ctx, params.custom_status_id, body.ticket_form_status)),
  }),
  route({
    ...common,
    method: 'GET',
    path: ofForm,
    name: 'ticket_form_statuses/index',
    summary: 'List the statuses a form offers',
    answer: FormStatuses,
    async handle(ctx, { params }) {
      const { id } = await getTicketForm(ctx, params.ticket_form_id)
      return list(ctx, { ticket_form_id: id })
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: ofForm,
    name: 'ticket_form_statuses/create',
    summary: 'Add statuses to a form',
    body: FormStatusesBody,
    answer: FormStatuses,
    handle: async (ctx, { params, body }) => answer(await addFormStatuses(ctx, params.ticket_form_id, body.ticket_form_status)),
  }),
  route({
    ...common,
    method: 'PUT',
    path: ofForm,
    name: 'ticket_form_statuses/update',
    summary: 'Change the statuses a form offers',
    body: FormStatusesBody,
    answer: FormStatuses,
    handle: async (ctx, { params, body }) => answer(await changeFormStatuses(ctx, params.ticket_form_id, body.ticket_form_status)),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: ofForm,
    name: 'ticket_form_statuses/destroy',
    summary: 'Remove statuses from a form',
    body: RemovalBody,
    async handle(ctx, { params, body }) {
      await removeFormStatuses(ctx, params.ticket_form_id, body.id ?? body.ids)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'PUT',
    path: oneOfForm,
    text_params: ['id'],
    name: 'ticket_form_statuses/update',
    summary: 'Update a ticket form status',
    body: FormStatusesBody,
    answer: FormStatuses,
    async handle(ctx, { params, body }) {
      const change = body.ticket_form_status[0] ?? {}
      return answer(await changeFormStatuses(ctx, params.ticket_form_id, [{ ...change, id: params.id }]))
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: oneOfForm,
    text_params: ['id'],
    name: 'ticket_form_statuses/destroy',
    summary: 'Remove one status from a form',
    async handle(ctx, { params }) {
      await removeFormStatuses(ctx, params.ticket_form_id, [params.id])
      return answerNoContent()
    },
  }),
]
