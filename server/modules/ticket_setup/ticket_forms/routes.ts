// TICKET FORMS: their fields in order, and the conditions under which these are shown.
// Not here: the fields themselves (ticket_fields/), the statuses a form offers (ticket_form_statuses/), filling them in (tickets/).
import { isStaff } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { listEnvelope, urlOf, wholeList } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { isPaged, readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { defaultBrand } from '#modules/account/brands/store.ts'
import { changeTicketForm, cloneTicketForm, createTicketForm, removeTicketForm, reorderTicketForms } from './change.ts'
import { presentTicketForm, presentTicketForms } from './present.ts'
import { CloneBody, FormsQuery, ManyQuery, ManyTicketForms, OneTicketForm, ReorderBody, ShowQuery, TicketFormBody } from './schema.ts'
import { fieldsOfForms } from './side_load.ts'
import { findTicketForms, getTicketForm, listTicketForms, TICKET_FORM_SORTING, type TicketFormFilter, type TicketFormRow } from './store.ts'

interface Filters {
  readonly active?: boolean
  readonly end_user_visible?: boolean
  readonly fallback_to_default?: boolean
  readonly associated_to_brand?: boolean
  readonly form_type?: string
}

/** The whole answer to a list that is not paged. */
const answerWholeList = async (ctx: Context, rows: readonly TicketFormRow[], include?: string) =>
  answerOk(wholeList('ticket_forms', await presentTicketForms(ctx, rows), await fieldsOfForms(ctx, rows, include)))
const presentFormBody = async (ctx: Context, row: TicketFormRow) => ({ ticket_form: await presentTicketForm(ctx, row) })

/** The filter of a request. End users see only the forms that are visible to them; no form is of the type service_catalog. */
async function filterOf(ctx: Context, query: Filters): Promise<TicketFormFilter> {
  const forAll = isStaff(ctx) ? {} : { active: true, end_user_visible: true }
  return {
    ...(query.active === undefined ? {} : { active: query.active }),
    ...(query.end_user_visible === undefined ? {} : { end_user_visible: query.end_user_visible }),
    ...forAll,
    ...(query.associated_to_brand === true ? { brand_id: (await defaultBrand(ctx)).id } : {}),
    ...(query.form_type === 'service_catalog' ? { none: true } : {}),
  }
}

/** With fallback_to_default, the default form alone if none of the rows can be chosen by end users. */
async function orDefault(ctx: Context, query: Filters, rows: readonly TicketFormRow[]): Promise<readonly TicketFormRow[]> {
  if (query.fallback_to_default !== true || rows.some((row) => row.active && row.end_user_visible)) return rows
  return (await findTicketForms(ctx)).filter((row) => row.default)
}

/** @source docs/reference/fields_and_forms.md §5 */
export const ticketFormRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/ticket_forms',
    name: 'ticket_forms/index',
    summary: 'List ticket forms',
    scope: 'tickets',
    query: FormsQuery,
    answer: ManyTicketForms,
    async handle(ctx, { query, address }) {
      const filter = await filterOf(ctx, query)
      if (!isPaged(query)) return answerWholeList(ctx, await orDefault(ctx, query, await findTicketForms(ctx, filter)), query.include)
      const page = await listTicketForms(ctx, filter, readPaging(query, TICKET_FORM_SORTING, 'ticket_forms/index'))
      const siblings = await fieldsOfForms(ctx, page.rows, query.include)
      return answerOk(listEnvelope(address, 'ticket_forms', page, await presentTicketForms(ctx, page.rows), siblings))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/ticket_forms',
    name: 'ticket_forms/create',
    summary: 'Create a ticket form',
    scope: 'tickets',
    body: TicketFormBody,
    answer: OneTicketForm,
    async handle(ctx, { body }) {
      const row = await createTicketForm(ctx, body.ticket_form)
      return answerNewRecord(await presentFormBody(ctx, row), urlOf(ctx.caller.base_url, `ticket_forms/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_forms/show_many',
    name: 'ticket_forms/show_many',
    summary: 'Show ticket forms by id',
    scope: 'tickets',
    query: ManyQuery,
    answer: ManyTicketForms,
    async handle(ctx, { query }) {
      const ids = readIds(query.ids, 'ticket_forms/show_many')
      const rows = await findTicketForms(ctx, { ...(await filterOf(ctx, query)), ids })
      return answerWholeList(ctx, await orDefault(ctx, query, rows), query.include)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/ticket_forms/reorder',
    name: 'ticket_forms/reorder',
    summary: 'Reorder ticket forms',
    scope: 'tickets',
    body: ReorderBody,
    answer: ManyTicketForms,
    handle: async (ctx, { body }) => answerWholeList(ctx, await reorderTicketForms(ctx, body.ticket_form_ids)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_forms/:id',
    name: 'ticket_forms/show',
    summary: 'Show a ticket form',
    scope: 'tickets',
    query: ShowQuery,
    answer: OneTicketForm,
    async handle(ctx, { params, query }) {
      const row = await getTicketForm(ctx, params.id)
      if (!isStaff(ctx) && !(row.active && row.end_user_visible)) throw new NotFound()
      return answerOk({ ...(await presentFormBody(ctx, row)), ...(await fieldsOfForms(ctx, [row], query.include)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/ticket_forms/:id',
    name: 'ticket_forms/update',
    summary: 'Update a ticket form',
    scope: 'tickets',
    body: TicketFormBody,
    answer: OneTicketForm,
    handle: async (ctx, { params, body }) => answerOk(await presentFormBody(ctx, await changeTicketForm(ctx, params.id, body.ticket_form))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/ticket_forms/:id',
    name: 'ticket_forms/destroy',
    summary: 'Delete a ticket form',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await removeTicketForm(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/ticket_forms/:id/clone',
    name: 'ticket_forms/clone',
    summary: 'Clone a ticket form',
    scope: 'tickets',
    body: CloneBody,
    answer: OneTicketForm,
    handle: async (ctx, { params, body }) =>
      answerOk(await presentFormBody(ctx, await cloneTicketForm(ctx, params.id, body.prepend_clone_title === true))),
  }),
]
