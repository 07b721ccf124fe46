// TICKET FIELDS, those of the system and custom ones. Options: option_routes.ts.
// Not here: what a type of field accepts (custom_fields/), which fields a form shows (ticket_forms/), values (tickets/).
import { can, requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { CountAnswer, countEnvelope, readInclude, listEnvelope, urlOf, wholeList } from '#http/envelope.ts'
import { readIds, readList } from '#http/bulk_ids.ts'
import { isPaged, readPaging } from '#http/paging.ts'
import { type AnswerOf, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import type { User } from '#modules/people/users/schema.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import { changeTicketField, createTicketField, removeTicketField, reorderTicketFields } from './change.ts'
import { presentTicketField } from './present.ts'
import { portalOnly, presentTicketFields, loadPresentOptions } from './show.ts'
import { ListQuery, ManyQuery, ManyTicketFields, OneTicketField, ReorderBody, ShowQuery, TicketFieldBody } from './schema.ts'
import { allTicketFields, countTicketFields, getTicketField, listTicketFields, TICKET_FIELD_SORTING, type TicketFieldRow } from './store.ts'

const presentFieldBody = async (ctx: Context, row: TicketFieldRow, creator?: boolean) => ({
  ticket_field: presentTicketField(ctx, row, await loadPresentOptions(ctx, [row], creator)),
})

/** The users who created the fields, if `include` requests them. @source docs/reference/conventions.md §5 */
async function creators(
  ctx: Context,
  rows: readonly TicketFieldRow[],
  include: string | undefined,
): Promise<{ users?: AnswerOf<typeof User>[] }> {
  if (!readInclude(include).has('users') || !can(ctx, 'user.list')) return {}
  const ids = new Set(rows.map((row) => row.creator_user_id).filter((id) => id !== null))
  return { users: await presentUsers(ctx, await findVisibleUsers(ctx, [...ids])) }
}

/** @source docs/reference/fields_and_forms.md §4 */
export const ticketFieldRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/ticket_fields',
    name: 'ticket_fields/index',
    summary: 'List ticket fields',
    scope: 'tickets',
    query: ListQuery,
    answer: ManyTicketFields,
    async handle(ctx, { query, address }) {
      if (!isPaged(query)) {
        const rows = await allTicketFields(ctx, portalOnly(ctx))
        return answerOk(
          wholeList('ticket_fields', await presentTicketFields(ctx, rows, query.creator), await creators(ctx, rows, query.include)),
        )
      }
      const page = await listTicketFields(ctx, portalOnly(ctx), readPaging(query, TICKET_FIELD_SORTING, 'ticket_fields/index'))
      const siblings = await creators(ctx, page.rows, query.include)
      return answerOk(listEnvelope(address, 'ticket_fields', page, await presentTicketFields(ctx, page.rows, query.creator), siblings))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/ticket_fields',
    name: 'ticket_fields/create',
    summary: 'Create a ticket field',
    scope: 'tickets',
    body: TicketFieldBody,
    answer: OneTicketField,
    async handle(ctx, { body }) {
      const row = await createTicketField(ctx, body.ticket_field)
      return answerNewRecord(await presentFieldBody(ctx, row), urlOf(ctx.caller.base_url, `ticket_fields/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_fields/count',
    name: 'ticket_fields/count',
    summary: 'Count ticket fields',
    scope: 'tickets',
    answer: CountAnswer,
    async handle(ctx) {
      requirePermission(ctx, 'ticket_field.show')
      return answerOk(countEnvelope(await countTicketFields(ctx), ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_fields/show_many',
    name: 'ticket_fields/show_many',
    summary: 'Show ticket fields by id or key',
    scope: 'tickets',
    query: ManyQuery,
    answer: ManyTicketFields,
    async handle(ctx, { query }) {
      const ids = readIds(query.ids, 'ticket_fields/show_many')
      const keys = readList(query.keys)
      const rows = (await allTicketFields(ctx, portalOnly(ctx))).filter((row) =>
        ids.length > 0 ? ids.includes(row.id) : keys.includes(row.key),
      )
      return answerOk(wholeList('ticket_fields', await presentTicketFields(ctx, rows, query.creator)))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/ticket_fields/reorder',
    name: 'ticket_fields/reorder',
    summary: 'Reorder ticket fields',
    scope: 'tickets',
    body: ReorderBody,
    async handle(ctx, { body }) {
      await reorderTicketFields(ctx, body.ticket_field_ids)
      return answerOk('')
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_fields/:id',
    name: 'ticket_fields/show',
    summary: 'Show a ticket field',
    scope: 'tickets',
    query: ShowQuery,
    answer: OneTicketField,
    async handle(ctx, { params, query }) {
      requirePermission(ctx, 'ticket_field.show')
      return answerOk(await presentFieldBody(ctx, await getTicketField(ctx, params.id), query.creator))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/ticket_fields/:id',
    name: 'ticket_fields/update',
    summary: 'Update a ticket field',
    scope: 'tickets',
    query: ShowQuery,
    body: TicketFieldBody,
    answer: OneTicketField,
    handle: async (ctx, { params, query, body }) =>
      answerOk(await presentFieldBody(ctx, await changeTicketField(ctx, params.id, body.ticket_field), query.creator)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/ticket_fields/:id',
    name: 'ticket_fields/destroy',
    summary: 'Delete a ticket field',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await removeTicketField(ctx, params.id)
      return answerNoContent()
    },
  }),
]
