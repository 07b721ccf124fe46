/** The request body of an operation: JSON, a form with a file, or a file. */
import type { AnyRoute } from '#http/route.ts'
import { ensureDefined } from '#lib/defined.ts'
import { isObject } from '#lib/json.ts'
import type { Example } from './examples.ts'
import type { Schemas } from './schemas.ts'

/** The schema of a file. */
export const FILE = { type: 'string', format: 'binary' } as const

/** The media type without its parameters; JSON if none was recorded. */
export function readMediaType(type: string | undefined): string {
  return ensureDefined((type ?? 'application/json').split(';', 1)[0])
}

/** Whether the body is always a form: there is no JSON that says the same without the file. */
export function isFormOnly({ files, file_field, body }: AnyRoute): boolean {
  return files === 'form' && (body === undefined || Object.hasOwn(membersOf(body), ensureDefined(file_field)))
}

/** The member `requestBody`, where the operation has one. */
export function describeBody(route: AnyRoute, example: Example | undefined, schemas: Schemas): Record<string, unknown> {
  const content = { ...describeText(route, example, schemas), ...describeFiles(route, schemas) }
  return Object.keys(content).length === 0 ? {} : { requestBody: { content } }
}

function describeText(route: AnyRoute, example: Example | undefined, schemas: Schemas): Record<string, unknown> {
  if (route.body === undefined || route.files === 'body' || isFormOnly(route)) return {}
  const sent = example?.sent === undefined ? {} : { example: example.sent }
  return { [readMediaType(example?.sent_type)]: { schema: schemas.of(route.body), ...sent } }
}

function describeFiles(route: AnyRoute, schemas: Schemas): Record<string, unknown> {
  if (route.files === undefined) return {}
  if (route.files === 'form') return { 'multipart/form-data': { schema: describeForm(route, schemas) } }
  return { '*/*': { schema: FILE }, ...(route.body === undefined ? {} : { 'multipart/form-data': { schema: schemas.of(route.body) } }) }
}

/** The file beside the members of the body. */
function describeForm(route: AnyRoute, schemas: Schemas): Record<string, unknown> {
  const field = ensureDefined(route.file_field)
  const shape = route.body === undefined ? { type: 'object' } : schemas.of(route.body)
  return {
    ...shape,
    properties: { ...membersOf(shape), [field]: { ...FILE, description: 'The file.' } },
    ...(isFormOnly(route) ? { required: [field] } : {}),
  }
}

function membersOf(shape: unknown): Record<string, unknown> {
  return isObject(shape) && isObject(shape.properties) ? shape.properties : {}
}
