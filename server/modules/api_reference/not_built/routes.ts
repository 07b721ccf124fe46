import { ProductAbsent } from '../../../errors.ts'
import { type AnyRoute, route } from '../../../http/route.ts'
import { listQuery } from '../../../http/shape.ts'
import { NOT_BUILT } from './table.ts'

/**
 * Routes for lists of products that no instance has. They are served like any route, but are not in openapi.json, routes.txt or the count of
 * coverage.md.
 */
export const notBuiltRoutes: readonly AnyRoute[] = NOT_BUILT.map(({ path, scope, reason }) =>
  route({
    method: 'GET',
    path,
    name: path.replace('/api/v2/', ''),
    summary: `Not built: ${reason}`,
    scope,
    text_params: ['*'],
    query: listQuery({}),
    handle() {
      throw new ProductAbsent()
    },
  }),
)
