/** The tags of an organization. @source docs/reference/people.md §6; docs/reference/tickets.md §3.8 */
import Type from 'typebox'
import { texts } from '#http/answer_shape.ts'
import { answerOk, route } from '#http/route.ts'
import { Tags, wrapInKey } from '#http/shape.ts'
import { normalTags } from '#lib/tags.ts'
import { tagOrganization, visibleOrganization } from './change.ts'
import { TagsBody, TagsQuery } from './schema.ts'

const path = '/api/v2/organizations/:id/tags'
const Answer = Type.Object({ tags: texts })

/** Reading, setting (201), adding and removing tags; each answers the resulting tags. */
export const organizationTagRoutes = [
  route({
    method: 'GET',
    path,
    name: 'tags/index',
    summary: "List an organization's tags",
    scope: 'organizations',
    answer: Answer,
    handle: async (ctx, { params }) => answerOk({ tags: (await visibleOrganization(ctx, params.id)).tags }),
  }),
  route({
    method: 'POST',
    path,
    name: 'tags/create',
    summary: "Set an organization's tags",
    scope: 'organizations',
    // `tags` is required here: treating a body without it as an empty list would remove all tags
    body: wrapInKey('tags', Tags),
    answer: Answer,
    handle: async (ctx, { params, body }) => ({ status: 201, body: { tags: await tagOrganization(ctx, params.id, () => body.tags) } }),
  }),
  route({
    method: 'PUT',
    path,
    name: 'tags/update',
    summary: 'Add tags to an organization',
    scope: 'organizations',
    body: TagsBody,
    answer: Answer,
    handle: async (ctx, { params, body }) =>
      answerOk({ tags: await tagOrganization(ctx, params.id, (tags) => [...tags, ...(body.tags ?? [])]) }),
  }),
  route({
    method: 'DELETE',
    path,
    name: 'tags/destroy',
    summary: 'Remove tags from an organization',
    scope: 'organizations',
    query: TagsQuery,
    body: TagsBody,
    answer: Answer,
    async handle(ctx, { params, query, body }) {
      const removed = new Set(normalTags([...(body.tags ?? []), ...(query.tags ?? [])]))
      return answerOk({ tags: await tagOrganization(ctx, params.id, (tags) => tags.filter((tag) => !removed.has(tag))) })
    },
  }),
]
