import { NOT_BUILT_HEADER, ProductAbsent } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { type Page, readPaging, type Sorting } from '#http/paging.ts'
import { type AnyRoute, type Method, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { isStaff } from '#permissions/permissions.ts'
import { EMPTY_LISTS, type EmptyList, METHODS, NOT_BUILT, type NotBuilt } from './table.ts'

const nameOf = (path: string) => path.replace('/api/v2/', '')

const refusingRoute = ({ path, scope, reason }: NotBuilt, method: Method): AnyRoute =>
  route({
    method,
    path,
    name: nameOf(path),
    summary: `Not built: ${reason}`,
    scope,
    text_params: ['*'],
    query: listQuery({}),
    handle() {
      throw new ProductAbsent()
    },
  })

const SORTING: Sorting = { fallback: [{ key: 'id', column: 'id', kind: 'number' }] }

const emptyListRoute = ({ path, key }: EmptyList): AnyRoute =>
  route({
    method: 'GET',
    path,
    name: nameOf(path),
    summary: 'Not built: the list is empty',
    scope: '',
    query: listQuery({}),
    async handle(ctx, { query, address }) {
      if (!isStaff(ctx)) throw new ProductAbsent()
      const paging = readPaging(query, SORTING, nameOf(path))
      const page: Page<never> = { rows: [], paging, count: 0, has_more: false, after_cursor: null, before_cursor: null }
      return { ...answerOk(listEnvelope(address, key, page, [])), headers: NOT_BUILT_HEADER }
    },
  })

/**
 * Routes of products that no instance has. They are served like any route, but are not in openapi.json, routes.txt or the count of
 * coverage.md.
 */
export const notBuiltRoutes: readonly AnyRoute[] = [
  ...EMPTY_LISTS.map(emptyListRoute),
  ...NOT_BUILT.flatMap((row) => METHODS.map((method) => refusingRoute(row, method))),
]
