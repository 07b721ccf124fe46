import type { AnyRoute } from '#http/route.ts'
import { answerOk, route } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { describeApi } from './describe.ts'
import { readExamples, readRefusedRoles } from './examples.ts'
import { Description } from './schema.ts'

/** The route that describes all routes. The others are a parameter, because importing the list that contains this one would be a cycle. */
export function openapiRoutes(routes: readonly AnyRoute[]): AnyRoute[] {
  // the same for every caller and host, so it is built once: for the first request and those that come meanwhile
  let described: Promise<ReturnType<typeof describeApi>> | undefined
  const describe = async () => {
    try {
      const [examples, refused_roles] = await allOf(readExamples, readRefusedRoles)
      return describeApi([...routes, own], { examples, refused_roles })
    } catch (error) {
      described = undefined
      throw error
    }
  }
  const own: AnyRoute = route({
    method: 'GET',
    path: '/api/v2/openapi',
    name: 'openapi/show',
    summary: 'Describe this API in OpenAPI 3.1',
    scope: null,
    anonymous: true,
    answer: Description,
    handle: async (ctx) => {
      const { openapi, info, ...rest } = await (described ??= describe())
      return answerOk({ openapi, info, servers: [{ url: ctx.caller.base_url }], ...rest })
    },
  })
  return [own]
}
