import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { text, texts, whole } from '#http/answer_shape.ts'
import { CountAnswer, countEnvelope, listEnvelope, wholeList } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnyRoute, answerOk, route } from '#http/route.ts'
import { listQuery, Phrase } from '#http/shape.ts'
import { completeTag, countTags, listTags, TAG_SORTING } from './store.ts'

const Completions = Type.Object({ tags: texts })

async function autocomplete(ctx: Context, name: string) {
  requirePermission(ctx, 'ticket.list')
  const tags = name.trim().length < 2 ? [] : await completeTag(ctx, name.trim().toLowerCase())
  return answerOk(wholeList('tags', tags))
}

/** @source docs/reference/tickets.md §3.8 */
export const tagRoutes: AnyRoute[] = [
  route({
    method: 'GET',
    path: '/api/v2/tags',
    name: 'tags/list',
    summary: 'List tags, most used first',
    scope: 'tickets',
    query: listQuery({}),
    answer: Type.Object({ tags: Type.Array(Type.Object({ name: text, count: whole })) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'ticket.list')
      const page = await listTags(ctx, readPaging(query, TAG_SORTING, 'tags/index'))
      return answerOk(listEnvelope(address, 'tags', page, page.rows))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tags/count',
    name: 'tags/count',
    summary: 'Count tags',
    scope: 'tickets',
    answer: CountAnswer,
    async handle(ctx) {
      requirePermission(ctx, 'ticket.list')
      return answerOk(countEnvelope(await countTags(ctx), ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/autocomplete/tags',
    name: 'tags/autocomplete',
    summary: 'Autocomplete tags',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ name: Phrase })),
    answer: Completions,
    handle: (ctx, { query }) => autocomplete(ctx, query.name ?? ''),
  }),
  route({
    method: 'POST',
    path: '/api/v2/autocomplete/tags',
    name: 'tags/autocomplete',
    summary: 'Autocomplete tags',
    scope: 'tickets',
    access: 'read',
    query: Type.Partial(Type.Object({ name: Phrase })),
    body: Type.Partial(Type.Object({ name: Phrase })),
    answer: Completions,
    handle: (ctx, { query, body }) => autocomplete(ctx, body.name ?? query.name ?? ''),
  }),
]
