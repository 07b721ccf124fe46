// openapi.json parsed for this page: operations by id, the topics they belong to, and the subjects of those.

/** The parts of a JSON Schema that are shown. */
export interface Schema {
  /** `#/components/schemas/NAME`: that schema, with the keywords beside `$ref` overriding its own. */
  $ref?: string
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  description?: string
  maxLength?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description: string
  schema: Schema
  example?: string | number
}

/** A body: its media type, schema and example. */
export interface Content {
  type: string
  schema: Schema
  example?: unknown
}

export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  /** In Markdown, without the summary that it begins with. */
  description: string
  tag: string
  parameters: Parameter[]
  body?: Content
  success: { status: string; content?: Content }
  refusals: { status: string; description: string }[]
  is_open: boolean
}

/** A topic of the API with its operations: those of the collection first, then those of one record, then those with longer paths. */
export interface Topic {
  name: string
  description: string
  operations: Operation[]
}

/** A group of topics, as `x-tagGroups` has it. */
export interface Subject {
  name: string
  topics: Topic[]
}

export interface ApiDocument {
  server: string
  subjects: Subject[]
  operations: ReadonlyMap<string, Operation>
  /** The operation with all `$ref`s resolved; computed when it is opened. */
  open(id: string): Operation | undefined
}

interface RawResponse {
  $ref?: string
  description?: string
  content?: Record<string, { schema: Schema; example?: unknown }>
}

interface RawOperation {
  operationId: string
  summary: string
  description: string
  tags: [string]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, RawResponse>
  security?: unknown[]
}

/** The parts of openapi.json that this page reads. */
export interface RawDocument {
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Record<string, RawOperation>>
  components: { responses: Record<string, { description: string }>; schemas: Record<string, Schema> }
}

/** Converts openapi.json to what the page shows. */
export function readDocument(raw: RawDocument): ApiDocument {
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(raw, method.toUpperCase(), path, operation)),
  )
  const byTag = Map.groupBy(operations.toSorted(compareOperations), ({ tag }) => tag)
  const topics = new Map(raw.tags.map(({ name, description }) => [name, { name, description, operations: byTag.get(name) ?? [] }] as const))
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const opened = new Map<string, Operation>()
  return {
    server: raw.servers[0]?.url ?? '',
    subjects: raw['x-tagGroups'].map(({ name, tags }) => ({ name, topics: tags.flatMap((tag) => topics.get(tag) ?? []) })),
    operations: byId,
    open(id) {
      const operation = byId.get(id)
      if (operation === undefined) return undefined
      const whole = opened.get(id) ?? wholeOperation(operation, raw.components.schemas)
      opened.set(id, whole)
      return whole
    },
  }
}

function compareOperations({ path: one }: Operation, { path: other }: Operation): number {
  const [first = '', second = ''] = [one, other].map((path) => path.replaceAll('{', ' '))
  return one.split('/').length - other.split('/').length || (first < second ? -1 : Number(first > second))
}

function wholeOperation(operation: Operation, schemas: Record<string, Schema>): Operation {
  const { body, success } = operation
  const resolveContent = (content: Content) => ({ ...content, schema: wholeSchema(content.schema, schemas) })
  return {
    ...operation,
    ...(body === undefined ? {} : { body: resolveContent(body) }),
    success: { ...success, ...(success.content === undefined ? {} : { content: resolveContent(success.content) }) },
  }
}

/** A schema with its `$ref`s resolved. */
function wholeSchema(schema: Schema, schemas: Record<string, Schema>): Schema {
  const { $ref, ...own } = schema
  const { properties, items, anyOf, ...rest } = { ...($ref === undefined ? {} : schemas[$ref.split('/').at(-1) ?? '']), ...own }
  const resolveSchema = (inner: Schema) => wholeSchema(inner, schemas)
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, resolveSchema(member)])) }),
    ...(items === undefined ? {} : { items: resolveSchema(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(resolveSchema) }),
  }
}

function readOperation(raw: RawDocument, method: string, path: string, given: RawOperation): Operation {
  const [status = '200', success] = Object.entries(given.responses).find(([each]) => Number(each) < 400) ?? []
  const body = contentOf(given.requestBody?.content)
  const content = contentOf(success?.content)
  return {
    id: given.operationId,
    method,
    path,
    summary: given.summary,
    description: given.description.replace(`${given.summary}.`, '').trim(),
    tag: given.tags[0],
    parameters: given.parameters,
    ...(body === undefined ? {} : { body }),
    success: { status, ...(content === undefined ? {} : { content }) },
    refusals: Object.keys(given.responses)
      .filter((each) => Number(each) >= 400)
      .map((each) => ({ status: each, description: raw.components.responses[each]?.description ?? '' })),
    is_open: given.security?.length === 0,
  }
}

function contentOf(content: Record<string, { schema: Schema; example?: unknown }> | undefined): Content | undefined {
  const [found] = Object.entries(content ?? {})
  return found === undefined ? undefined : { type: found[0], ...found[1] }
}

/** The topic of a name, and the subject it belongs to. */
export function findTopic({ subjects }: ApiDocument, name: string): { subject: Subject; topic: Topic } | undefined {
  for (const subject of subjects) {
    const topic = subject.topics.find((each) => each.name === name)
    if (topic !== undefined) return { subject, topic }
  }
  return undefined
}
