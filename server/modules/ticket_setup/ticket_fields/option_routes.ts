/** The options of a ticket field, one by one. @source docs/reference/fields_and_forms.md §3 */
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { orNotFound } from '#core/errors.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import type { Bucket } from '#http/limits.ts'
import { readPaging } from '#http/paging.ts'
import { answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { listOptions, OPTION_SORTING } from '#modules/custom_data/custom_fields/option_store.ts'
import { type FieldOption, OptionBody, presentSingleOption, SingleOption } from '#modules/custom_data/custom_fields/options.ts'
import { getFieldWithOptions, putTicketFieldOption, removeTicketFieldOption } from './options.ts'
import type { TicketFieldRow } from './store.ts'

const OneOption = Type.Object({ custom_field_option: SingleOption })
/** @source docs/reference/conventions.md §8 */
const WRITES: Bucket = { name: 'ticket-field-options-create', limit: 100, window_seconds: 60 }

function presentRowOption(ctx: Context, row: Pick<TicketFieldRow, 'id' | 'options'>, option: FieldOption) {
  const position = row.options.findIndex(({ id }) => id === option.id)
  return presentSingleOption(ctx.caller.base_url, `ticket_fields/${row.id}`, option, position)
}

/** @source docs/reference/fields_and_forms.md §3 */
export const ticketFieldOptionRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/ticket_fields/:id/options',
    name: 'custom_field_options/index',
    summary: 'List the options of a ticket field',
    scope: 'tickets',
    query: listQuery({}),
    answer: Type.Object({ custom_field_options: Type.Array(SingleOption) }),
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'ticket_field.show')
      const row = await getFieldWithOptions(ctx, params.id)
      const page = await listOptions(ctx, 'ticket_fields', row.id, readPaging(query, OPTION_SORTING, 'custom_field_options/index'))
      const records = page.rows.map((option) =>
        presentSingleOption(ctx.caller.base_url, `ticket_fields/${row.id}`, option, option.position),
      )
      return answerOk(listEnvelope(address, 'custom_field_options', page, records))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/ticket_fields/:id/options',
    name: 'custom_field_options/create_or_update',
    summary: 'Create or update an option of a ticket field',
    scope: 'tickets',
    body: OptionBody,
    answer: OneOption,
    buckets: [WRITES],
    async handle(ctx, { params, body }) {
      const { row, option, isNew } = await putTicketFieldOption(ctx, params.id, body.custom_field_option)
      const headers = { location: urlOf(ctx.caller.base_url, `ticket_fields/${row.id}/options`) }
      return { status: isNew ? 201 : 200, body: { custom_field_option: presentRowOption(ctx, row, option) }, headers }
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_fields/:id/options/:option_id',
    name: 'custom_field_options/show',
    summary: 'Show an option of a ticket field',
    scope: 'tickets',
    answer: OneOption,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket_field.show')
      const row = await getFieldWithOptions(ctx, params.id)
      const option = orNotFound(row.options.find((one) => one.id === params.option_id))
      return answerOk({ custom_field_option: presentRowOption(ctx, row, option) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/ticket_fields/:id/options/:option_id',
    name: 'custom_field_options/destroy',
    summary: 'Delete an option of a ticket field',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await removeTicketFieldOption(ctx, params.id, params.option_id)
      return answerNoContent()
    },
  }),
]
