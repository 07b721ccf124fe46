import type { AnyRoute } from '../../http/route.ts'
import { ok, route } from '../../http/route.ts'
import { describeApi } from './describe.ts'

/** The route that describes all others; it is told them, so that it need not know the list it stands in. */
export function openapiRoutes(routes: readonly AnyRoute[]): AnyRoute[] {
  return [
    route({
      method: 'GET',
      path: '/api/v2/openapi',
      name: 'openapi/show',
      summary: 'Describe this API in OpenAPI 3.1',
      scope: null,
      anonymous: true,
      handle: async (ctx) => ok(describeApi(routes, ctx.caller.base_url)),
    }),
  ]
}
