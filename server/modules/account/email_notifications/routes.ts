import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { MissingParameter } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { Id, listQuery, Word } from '#http/shape.ts'
import { presentNotification } from './present.ts'
import { OneNotification, SomeNotifications } from './schema.ts'
import { findNotifications, getNotification, listNotifications, NOTIFICATION_SORTING } from './store.ts'
import { withKey } from '#lib/objects.ts'

const toIdList = (id: number | null | undefined) => (typeof id === 'number' ? [id] : undefined)
const makeFilter = <Name extends string>(name: Name, ids: readonly number[] | undefined): { readonly [Key in Name]?: readonly number[] } =>
  ids === undefined ? {} : withKey(name, ids)

/** @source docs/reference/other.md §4 */
export const emailNotificationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/email_notifications',
    name: 'email_notifications/index',
    summary: 'List email notifications by ticket, comment or id',
    scope: 'tickets',
    query: listQuery({ 'filter[ticket_id]': Id, 'filter[comment_id]': Id, 'filter[notification_id]': Id }),
    answer: SomeNotifications,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'ticket.list')
      const filter = {
        ...makeFilter('ids', toIdList(query['filter[notification_id]'])),
        ...makeFilter('ticket_ids', toIdList(query['filter[ticket_id]'])),
        ...makeFilter('comment_ids', toIdList(query['filter[comment_id]'])),
      }
      if (Object.keys(filter).length === 0) throw new MissingParameter('filter')
      const page = await listNotifications(ctx, filter, readPaging(query, NOTIFICATION_SORTING, 'email_notifications/index'))
      return answerOk(
        listEnvelope(
          address,
          'email_notifications',
          page,
          page.rows.map((row) => presentNotification(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/email_notifications/show_many',
    name: 'email_notifications/show_many',
    summary: 'Show email notifications by id, ticket or comment',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ ids: Word, ticket_ids: Word, comment_ids: Word })),
    answer: SomeNotifications,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'ticket.list')
      const read = (text: string | undefined) => (text === undefined ? undefined : readIds(text, 'email_notifications/show_many'))
      const filter = {
        ...makeFilter('ids', read(query.ids)),
        ...makeFilter('ticket_ids', read(query.ticket_ids)),
        ...makeFilter('comment_ids', read(query.comment_ids)),
      }
      const rows = Object.keys(filter).length === 0 ? [] : await findNotifications(ctx, filter)
      return answerOk({ email_notifications: rows.map((row) => presentNotification(ctx, row)) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/email_notifications/:id',
    name: 'email_notifications/show',
    summary: 'Show an email notification',
    scope: 'tickets',
    answer: OneNotification,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      return answerOk({ email_notification: presentNotification(ctx, await getNotification(ctx, params.id)) })
    },
  }),
]
