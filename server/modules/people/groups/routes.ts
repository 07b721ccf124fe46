import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { CountAnswer, countEnvelope, listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type Address, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import type { PagingQuery } from '#http/paging.ts'
import { changeGroup, createGroup, removeGroup } from './change.ts'
import { presentGroup } from './present.ts'
import { Group, GroupBody } from './schema.ts'
import { countGroups, getGroup, GROUP_SORTING, type GroupFilter, listGroups } from './store.ts'

const OneGroup = Type.Object({ group: Group })
const SomeGroups = Type.Object({ groups: Type.Array(Group) })

async function list(ctx: Context, filter: GroupFilter, input: { query: PagingQuery; address: Address }) {
  requirePermission(ctx, 'group.list')
  const page = await listGroups(ctx, filter, readPaging(input.query, GROUP_SORTING, 'groups/index'))
  return answerOk(
    listEnvelope(
      input.address,
      'groups',
      page,
      page.rows.map((row) => presentGroup(ctx, row)),
    ),
  )
}

async function count(ctx: Context, filter: GroupFilter) {
  requirePermission(ctx, 'group.list')
  return answerOk(countEnvelope(await countGroups(ctx, filter), ctx.now))
}

/** @source docs/reference/people.md §5 */
export const groupRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/groups',
    name: 'groups/index',
    summary: 'List groups',
    scope: 'groups',
    query: listQuery({}),
    answer: SomeGroups,
    handle: (ctx, input) => list(ctx, {}, input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/groups',
    name: 'groups/create',
    summary: 'Create a group',
    scope: 'groups',
    body: GroupBody,
    answer: OneGroup,
    async handle(ctx, { body }) {
      const row = await createGroup(ctx, body.group)
      return answerNewRecord({ group: presentGroup(ctx, row) }, urlOf(ctx.caller.base_url, `groups/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/assignable',
    name: 'groups/assignable',
    summary: 'List groups tickets can be assigned to',
    scope: 'groups',
    query: listQuery({}),
    answer: SomeGroups,
    handle: (ctx, input) => list(ctx, {}, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/count',
    name: 'groups/count',
    summary: 'Count groups',
    scope: 'groups',
    answer: CountAnswer,
    handle: (ctx) => count(ctx, {}),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/:id',
    name: 'groups/show',
    summary: 'Show a group',
    scope: 'groups',
    answer: OneGroup,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'group.list')
      return answerOk({ group: presentGroup(ctx, await getGroup(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/groups/:id',
    name: 'groups/update',
    summary: 'Update a group',
    scope: 'groups',
    body: GroupBody,
    answer: OneGroup,
    async handle(ctx, { params, body }) {
      const row = await changeGroup(ctx, params.id, body.group)
      return { ...answerOk({ group: presentGroup(ctx, row) }), headers: { location: urlOf(ctx.caller.base_url, `groups/${row.id}`) } }
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/groups/:id',
    name: 'groups/destroy',
    summary: 'Delete a group',
    scope: 'groups',
    async handle(ctx, { params }) {
      await removeGroup(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/groups',
    name: 'groups/index',
    summary: "List a user's groups",
    scope: 'groups',
    query: listQuery({}),
    answer: SomeGroups,
    handle: (ctx, input) => list(ctx, { user_id: input.params.user_id }, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/groups/count',
    name: 'groups/count',
    summary: "Count a user's groups",
    scope: 'groups',
    answer: CountAnswer,
    handle: (ctx, { params }) => count(ctx, { user_id: params.user_id }),
  }),
]
