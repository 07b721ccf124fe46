import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { type AnyRoute, route } from '#http/route.ts'
import { Anything, Moment, Tags } from '#http/shape.ts'
import { normalTags } from '#lib/tags.ts'
import { TagList } from '#modules/people/users/schema.ts'
import { changeTicket } from './change.ts'
import type { TicketInput } from './schema.ts'
import { getTicket } from './store.ts'

const path = '/api/v2/tickets/:ticket_id/tags'
const TagsBody = Type.Partial(Type.Object({ tags: Tags, safe_update: Anything, updated_stamp: Moment }))
/** Setting requires tags: a body without them would remove all. */
const SetTagsBody = Type.Object({ tags: Tags, safe_update: Type.Optional(Anything), updated_stamp: Type.Optional(Moment) })
type TagsBody = { tags?: string[]; safe_update?: unknown; updated_stamp?: string | null }

async function change(ctx: Context, id: number, status: number, body: TagsBody, asInput: (tags: string[]) => TicketInput) {
  const { tags = [], ...stamps } = body
  const { ticket } = await changeTicket(ctx, id, { ...stamps, ...asInput(normalTags(tags)) })
  return { status, body: { tags: ticket.tags } }
}

/** Read, set (201), add and remove; each returns the resulting tags. @source docs/reference/tickets.md §3.8 */
export const ticketTagRoutes: AnyRoute[] = [
  route({
    method: 'GET',
    path,
    name: 'tags/index',
    summary: "List a ticket's tags",
    scope: 'tickets',
    answer: TagList,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      return { status: 200, body: { tags: (await getTicket(ctx, params.ticket_id)).tags } }
    },
  }),
  route({
    method: 'POST',
    path,
    name: 'tags/create',
    summary: "Set a ticket's tags",
    scope: 'tickets',
    body: SetTagsBody,
    answer: TagList,
    handle: (ctx, { params, body }) => change(ctx, params.ticket_id, 201, body, (tags) => ({ tags })),
  }),
  route({
    method: 'PUT',
    path,
    name: 'tags/update',
    summary: 'Add tags to a ticket',
    scope: 'tickets',
    body: TagsBody,
    answer: TagList,
    handle: (ctx, { params, body }) => change(ctx, params.ticket_id, 200, body, (tags) => ({ additional_tags: tags })),
  }),
  route({
    method: 'DELETE',
    path,
    name: 'tags/destroy',
    summary: 'Remove tags from a ticket',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ tags: Tags })),
    body: TagsBody,
    answer: TagList,
    handle: (ctx, { params, query, body }) =>
      change(ctx, params.ticket_id, 200, { ...body, tags: [...(body.tags ?? []), ...(query.tags ?? [])] }, (tags) => ({
        remove_tags: tags,
      })),
  }),
]
