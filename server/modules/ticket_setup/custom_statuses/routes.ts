// CUSTOM STATUSES: the statuses of an account, each in one of five categories.
// Not here: what a change of status means for a ticket (tickets/), which forms offer which status (ticket_form_statuses/).
import Type, { type Static } from 'typebox'
import { urlOf, wholeList } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeDefaults, changeStatus, createStatus, removeStatus } from './change.ts'
import { presentStatus } from './present.ts'
import { CustomStatus, CustomStatusBody, CustomStatusChangeBody, CustomStatusQuery, DefaultsBody } from './schema.ts'
import { type CustomStatusRow, getStatus, isNotDeleted, statusCategories } from './store.ts'

const OneStatus = Type.Object({ custom_status: CustomStatus })

function isChosen(status: CustomStatusRow, query: Static<typeof CustomStatusQuery>): boolean {
  const categories = (query.status_categories ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  // deleted statuses are listed only with active=false
  const isShown = isNotDeleted(status) || query.active === false
  const inCategory = categories.length === 0 || categories.includes(status.status_category)
  return isShown && inCategory && status.active === (query.active ?? status.active) && status.default === (query.default ?? status.default)
}

/** @source docs/reference/tickets.md §3.4 */
export const customStatusRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/custom_statuses',
    name: 'custom_statuses/index',
    summary: 'List custom ticket statuses',
    scope: 'tickets',
    query: CustomStatusQuery,
    answer: Type.Object({ custom_statuses: Type.Array(CustomStatus) }),
    async handle(ctx, { query }) {
      const rows = (await statusCategories(ctx)).filter((status) => isChosen(status, query))
      return answerOk(
        wholeList(
          'custom_statuses',
          rows.map((row) => presentStatus(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/custom_statuses',
    name: 'custom_statuses/create',
    summary: 'Create a custom ticket status',
    scope: 'tickets',
    body: CustomStatusBody,
    answer: OneStatus,
    async handle(ctx, { body }) {
      const row = await createStatus(ctx, body.custom_status)
      return answerNewRecord({ custom_status: presentStatus(ctx, row) }, urlOf(ctx.caller.base_url, `custom_statuses/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/custom_statuses/:id',
    name: 'custom_statuses/show',
    summary: 'Show a custom ticket status',
    scope: 'tickets',
    answer: OneStatus,
    async handle(ctx, { params }) {
      return answerOk({ custom_status: presentStatus(ctx, await getStatus(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/custom_statuses/:id',
    name: 'custom_statuses/update',
    summary: 'Update a custom ticket status',
    scope: 'tickets',
    body: CustomStatusChangeBody,
    answer: OneStatus,
    handle: async (ctx, { params, body }) =>
      answerOk({ custom_status: presentStatus(ctx, await changeStatus(ctx, params.id, body.custom_status)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/custom_statuses/:id',
    name: 'custom_statuses/destroy',
    summary: 'Delete a custom ticket status',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await removeStatus(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/custom_status/default',
    name: 'custom_statuses/default',
    summary: 'Set the default statuses of categories',
    scope: 'tickets',
    body: DefaultsBody,
    answer: Type.Object({}),
    async handle(ctx, { body }) {
      await changeDefaults(ctx, readIds(body.ids.join(','), 'custom_statuses/default'))
      return answerOk({})
    },
  }),
]
