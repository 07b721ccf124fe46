/**
 * Describes the API in OpenAPI 3.1, from the same schemas that requests are validated with.
 * @source https://spec.openapis.org/oas/v3.1.0
 */
import type { AnswerOf, AnyRoute } from '#http/route.ts'
import type { Example } from './examples.ts'
import { operationOf, titleOf } from './operation.ts'
import type { Description } from './schema.ts'
import { schemasOf } from './schemas.ts'
import { REFUSALS } from './statuses.ts'
import { SUBJECTS } from './topics.ts'

const VERSION = '2.0.0'

/** What is known about operations besides their routes, by `METHOD path`. */
export interface OperationNotes {
  readonly examples: ReadonlyMap<string, Example>
  readonly refused_roles: ReadonlyMap<string, readonly string[]>
}

/** The complete description except `servers`, which depends on the URL of the request. */
export function describeApi(
  routes: readonly AnyRoute[],
  { examples, refused_roles }: OperationNotes,
): Omit<AnswerOf<typeof Description>, 'servers'> {
  const schemas = schemasOf(routes)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const key = `${route.method} ${route.path}`
    const known = { example: examples.get(key), refused: refused_roles.get(key) ?? [] }
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, known, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deskhand Support API',
      version: VERSION,
      description: 'Speaks the public Support API v2. Deskhand is not affiliated with Zendesk.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ token: [] }, { bearer: [] }],
    ...listTopics(),
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      schemas: schemas.shared,
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { type: 'object' } } } },
        ]),
      ),
      securitySchemes: {
        token: { type: 'http', scheme: 'basic', description: 'EMAIL/token as user name, an API token as password' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An OAuth access token' },
      },
    },
  }
}

/** The topics with their descriptions, and the same by subject. */
function listTopics(): Pick<AnswerOf<typeof Description>, 'tags' | 'x-tagGroups'> {
  const subjects = SUBJECTS.map(({ title, topics }) => ({
    name: title,
    tags: Object.entries(topics).map(([topic, description]) => ({ name: titleOf(topic), description })),
  }))
  return {
    tags: subjects.flatMap(({ tags }) => tags),
    'x-tagGroups': subjects.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) })),
  }
}
