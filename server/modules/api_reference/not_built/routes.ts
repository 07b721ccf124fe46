import { requirePermission } from '../../../permissions/permissions.ts'
import type { Context } from '../../../context.ts'
import { NOT_BUILT_HEADER, ProductAbsent } from '../../../errors.ts'
import { countEnvelope, listEnvelope } from '../../../http/envelope.ts'
import { type Page, type PagingQuery, readPaging, type Sorting } from '../../../http/paging.ts'
import { type Address, type AnyRoute, ok, type Result, route } from '../../../http/route.ts'
import { listQuery } from '../../../http/shape.ts'
import { NOT_BUILT, type NotBuilt, type EmptyAnswer } from './table.ts'

/** An empty list has no order, so every sort parameter is accepted. */
const SORTING: Sorting = { fallback: [{ key: 'id', column: 'id', kind: 'number' }] }

/** `macros/active` of `/api/v2/macros/active`. */
const nameOf = ({ path }: NotBuilt) => path.replace('/api/v2/', '')

interface ListRequest {
  readonly query: PagingQuery
  readonly address: Address
  readonly name: string
}

function emptyBody(ctx: Context, answer: EmptyAnswer, { query, address, name }: ListRequest): Result['body'] {
  if (answer === 'count') return countEnvelope(0, ctx.now)
  if ('exactly' in answer) return answer.exactly
  const { sort: _sort, ...part } = query
  const page: Page<never> = {
    rows: [],
    paging: readPaging(part, SORTING, name),
    count: 0,
    has_more: false,
    after_cursor: null,
    before_cursor: null,
  }
  return listEnvelope(address, answer.list, page, [])
}

/**
 * Routes for lists that are not built. They are served like any route, but are not in openapi.json, routes.txt or the count of coverage.md.
 */
export const notBuiltRoutes: readonly AnyRoute[] = NOT_BUILT.map((row) => {
  const name = nameOf(row)
  return route({
    method: 'GET',
    path: row.path,
    name,
    summary: `Not built: ${row.reason}`,
    scope: row.scope,
    text_params: ['*'],
    query: listQuery({}),
    async handle(ctx, { query, address }) {
      if (row.answer === 'refused') throw new ProductAbsent()
      requirePermission(ctx, row.permission)
      return { ...ok(emptyBody(ctx, row.answer, { query, address, name })), headers: NOT_BUILT_HEADER }
    },
  })
})
