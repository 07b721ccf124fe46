/** Describes the API in OpenAPI 3.1, from the very shapes that requests are read by. @source issue "openapi.json" */
import { isObject } from '../../lib/json.ts'
import type { AnyRoute } from '../../http/route.ts'

const VERSION = '2.0.0'
const refusals = {
  400: 'A parameter has the wrong type',
  401: 'No or wrong credentials',
  403: 'Not allowed',
  404: 'No such record',
  422: 'The record may not be saved like this',
  429: 'Too many requests',
} as const

const ref = (status: string) => ({ $ref: `#/components/responses/${status}` })

/** The whole description but for `servers`, which depends on where the reader reached us. */
export function describeApi(routes: readonly AnyRoute[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  const responses = Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { type: 'object' } } } },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deskhand Support API',
      version: VERSION,
      description: 'Speaks the public Support API v2. Deskhand is not affiliated with Zendesk.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ token: [] }, { bearer: [] }],
    tags: [...new Set(routes.map(tagOf))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      responses,
      securitySchemes: {
        token: { type: 'http', scheme: 'basic', description: 'EMAIL/token as user name, an API token as password' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An OAuth access token' },
      },
    },
  }
}

const SPELLINGS: Readonly<Record<string, string>> = { api: 'API', oauth: 'OAuth' }

/** `api_tokens/index` → `API tokens`. */
function tagOf(route: AnyRoute): string {
  const [first = '', ...others] = (route.name.split('/')[0] as string).split('_')
  return [SPELLINGS[first] ?? first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
}

function operation(route: AnyRoute): Record<string, unknown> {
  const success =
    route.method === 'POST' && route.answer !== undefined ? '201' : route.method === 'DELETE' && route.answer === undefined ? '204' : '200'
  const content = route.answer === undefined ? {} : { content: { 'application/json': { schema: route.answer } } }
  return {
    operationId: `${route.method.toLowerCase()} ${route.path}`.replace(/[^a-z0-9]+/gi, '_'),
    summary: route.summary,
    tags: [tagOf(route)],
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: route.body } } } }),
    responses: {
      [success]: { description: 'Done', ...content },
      ...Object.fromEntries(Object.keys(refusals).map((status) => [status, ref(status)])),
    },
    ...(route.anonymous === true ? { security: [{}, { token: [] }, { bearer: [] }] } : {}),
  }
}

function pathParameters(route: AnyRoute): unknown[] {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: route.text_params?.includes(name as never) ? 'string' : 'integer' },
  }))
}

function queryParameters(route: AnyRoute): unknown[] {
  const shape = route.query as unknown
  const properties = isObject(shape) && isObject(shape.properties) ? shape.properties : {}
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))
}
