import type { AnyRoute } from '../../http/route.ts'
import { ok, route } from '../../http/route.ts'
import { describeApi } from './describe.ts'

/** The route that describes all others; it is told them, so that it need not know the list it stands in. */
export function openapiRoutes(routes: readonly AnyRoute[]): AnyRoute[] {
  // anybody may ask, under any host: it is worked out for the first who does, not for each
  let described: Record<string, unknown> | undefined
  return [
    route({
      method: 'GET',
      path: '/api/v2/openapi',
      name: 'openapi/show',
      summary: 'Describe this API in OpenAPI 3.1',
      scope: null,
      anonymous: true,
      handle: async (ctx) => {
        const { openapi, info, ...rest } = (described ??= describeApi(routes))
        return ok({ openapi, info, servers: [{ url: ctx.caller.base_url }], ...rest })
      },
    }),
  ]
}
