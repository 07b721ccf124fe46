/** Routes that search and autocomplete users. @source docs/reference/people.md §1.4 */
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import type { PagingQuery } from '#http/paging.ts'
import { type Address, route } from '#http/route.ts'
import { Anything, Keys, listQuery, Phrase, SearchText } from '#http/shape.ts'
import { FOUND_SORTING } from './list_store.ts'
import { userPage } from './list_routes.ts'
import { SomeUsers } from './schema.ts'
import { userSearchCondition, userAutocompleteCondition } from './search.ts'

const Typed = { name: Phrase, phone: Phrase, filter: Anything }

interface TypedText {
  readonly name?: string | null
  readonly phone?: string | null
  readonly filter?: unknown
}

function complete(ctx: Context, typed: TypedText, input: { query: PagingQuery & { include?: string }; address: Address }) {
  requirePermission(ctx, 'user.list')
  return userPage(ctx, { found: userAutocompleteCondition(ctx, typed), assignable: typed.filter === 'assignable' }, input, FOUND_SORTING)
}

export const userSearchRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/users/search',
    name: 'users/search',
    summary: 'Search users',
    scope: 'users',
    query: listQuery({ query: SearchText, external_id: Keys }),
    answer: SomeUsers,
    async handle(ctx, input) {
      requirePermission(ctx, 'user.list')
      const { query, external_id } = input.query
      const found = query === undefined || query === '' ? {} : { found: await userSearchCondition(ctx, query) }
      return userPage(ctx, { external_id, ...found }, input, FOUND_SORTING)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/autocomplete',
    name: 'users/autocomplete',
    summary: 'Autocomplete users by name or phone number',
    scope: 'users',
    query: listQuery(Typed),
    answer: SomeUsers,
    handle: (ctx, input) => complete(ctx, input.query, input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/users/autocomplete',
    name: 'users/autocomplete',
    summary: 'Autocomplete users by name or phone number',
    scope: 'users',
    access: 'read',
    query: listQuery(Typed),
    body: Type.Partial(Type.Object(Typed)),
    answer: SomeUsers,
    handle: (ctx, input) => complete(ctx, { ...input.query, ...input.body }, input),
  }),
]
