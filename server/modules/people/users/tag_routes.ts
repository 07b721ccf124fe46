/** The tags of a user: setting answers 201, adding and removing 200, all with the resulting tags. @source docs/reference/people.md §6 */
import { answerOk, route } from '#http/route.ts'
import { Tags, wrapInKey } from '#http/shape.ts'
import { TagList, TagsBody } from './schema.ts'
import { changeTags, readTags } from './tags.ts'

const path = '/api/v2/users/:user_id/tags'

export const userTagRoutes = [
  route({
    method: 'GET',
    path,
    name: 'tags/index',
    summary: "List a user's tags",
    scope: 'users',
    answer: TagList,
    handle: async (ctx, { params }) => answerOk({ tags: await readTags(ctx, params.user_id) }),
  }),
  route({
    method: 'POST',
    path,
    name: 'tags/create',
    summary: "Set a user's tags",
    scope: 'users',
    // `tags` is required here: treating a body without it as an empty list would remove all tags
    body: wrapInKey('tags', Tags),
    answer: TagList,
    handle: async (ctx, { params, body }) => ({ status: 201, body: { tags: await changeTags(ctx, params.user_id, 'set', body.tags) } }),
  }),
  route({
    method: 'PUT',
    path,
    name: 'tags/update',
    summary: 'Add tags to a user',
    scope: 'users',
    body: TagsBody,
    answer: TagList,
    handle: async (ctx, { params, body }) => answerOk({ tags: await changeTags(ctx, params.user_id, 'add', body.tags ?? []) }),
  }),
  route({
    method: 'DELETE',
    path,
    name: 'tags/destroy',
    summary: 'Remove tags from a user',
    scope: 'users',
    query: TagsBody,
    body: TagsBody,
    answer: TagList,
    handle: async (ctx, { params, query, body }) =>
      answerOk({ tags: await changeTags(ctx, params.user_id, 'remove', [...(body.tags ?? []), ...(query.tags ?? [])]) }),
  }),
]
