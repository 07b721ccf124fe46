import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { rawRequest } from '#test/raw_http.ts'
import { exampleFaults } from '#cli/examples.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { fixedActions } from '#rules/actions.ts'
import { fixedFields } from '#rules/fields.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#lib/root.ts'
import { type Example, readExamples } from './examples.ts'
import { keysOf, MEMBER_WORDS, memberWords } from './member_words.ts'
import { NOTES } from './notes.ts'
import { titleOf, topicOf } from './operation.ts'
import { QUERY_WORDS, wordsOf } from './parameters.ts'
import { SUBJECTS } from './topics.ts'

const app = await useApp()

/** Operations without a recorded example, each with the reason. */
const NO_EXAMPLE: Readonly<Record<string, string>> = {
  'GET /api/v2/macros/attachments/:id/content': 'its answer is a file, which is no text',
  'GET /api/v2/openapi': 'its answer is the description that the examples are in',
  'POST /api/v2/macros/:id/attachments': 'it takes a form with a file, which is no text',
  'POST /api/v2/macros/attachments': 'it takes a form with a file, which is no text',
  'PUT /api/v2/brands/:id/logo': 'it takes a form with a picture, which is no text',
}

const keyOf = ({ method, path }: AnyRoute) => `${method} ${path}`
const expectNone = (faults: readonly string[]) => assert.deepEqual(faults, [])
const examples = await readExamples()

test('every route is described with its parameters and its body, without credentials', async () => {
  const { status, body } = await app.as({}).get('/api/v2/openapi.json')
  assert.equal(status, 200)
  assert.equal(body.openapi, '3.1.0')
  assert.deepEqual(body.servers, [{ url: app.base_url }])
  for (const route of allRoutes) {
    const operation = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    assert.ok(operation !== undefined, `${route.method} ${route.path}`)
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path')
    assert.equal(inPath.length, [...route.path.matchAll(/:/g)].length)
    assert.equal(operation.requestBody !== undefined, route.body !== undefined || route.files !== undefined, keyOf(route))
    assert.equal(route.file_field !== undefined, route.files === 'form', keyOf(route))
    assert.match(operation.description, /\*\*Who:\*\* \w/, keyOf(route))
  }
  const ids = Object.values(body.paths).flatMap((path) => Object.values(path as object).map((operation) => operation.operationId))
  assert.equal(new Set(ids).size, ids.length)
})

test('every operation has a recorded example, or a reason why it has none', () => {
  expectNone(allRoutes.map(keyOf).filter((key) => (examples.get(key)?.path === undefined) !== key in NO_EXAMPLE))
  const known = new Set(allRoutes.map(keyOf))
  expectNone([...examples.keys(), ...Object.keys(NO_EXAMPLE), ...Object.keys(NOTES)].filter((key) => !known.has(key)))
})

test('each example fits the schemas of its operation, and has no secret and no address of the recording machine', () => {
  expectNone(
    allRoutes.flatMap((route) =>
      examples.get(keyOf(route))?.path === undefined ? [] : exampleFaults(route, examples.get(keyOf(route)) as Example),
    ),
  )
  const secrets = /\bdh[a-z]_\w{6}|127\.0\.0\.1|localhost:\d|correct horse|\/tmp\/|\/dev\/shm/
  expectNone([...examples.values()].map((example) => JSON.stringify(example)).filter((line) => secrets.test(line)))
})

test('every topic of the API belongs to one subject, and has a title of its own', async () => {
  const listed = SUBJECTS.flatMap(({ topics }) => Object.keys(topics))
  assert.deepEqual(listed.toSorted(), [...new Set(allRoutes.map(topicOf))].toSorted())
  assert.equal(new Set(listed.map(titleOf)).size, listed.length)
  expectNone(listed.map(titleOf).filter((title) => !/^[A-Z][A-Za-z -]+$/.test(title)))
})

test('tags and x-tagGroups begin with tickets, users and organizations, and list each topic once', async () => {
  const { body } = await app.as({}).get('/api/v2/openapi')
  const names = body.tags.map(({ name }: { name: string }) => name)
  assert.deepEqual(names.slice(0, 3), ['Tickets', 'Users', 'Organizations'])
  assert.deepEqual(body['x-tagGroups'][0], { name: 'Core resources', tags: names.slice(0, 3) })
  assert.deepEqual(
    body['x-tagGroups'].flatMap(({ tags }: { tags: string[] }) => tags),
    names,
  )
  const used = Object.values(body.paths).flatMap((path) => Object.values(path as object).flatMap(({ tags }) => tags))
  assert.deepEqual(new Set(used), new Set(names))
})

test('every query parameter is explained', () => {
  const names = new Set(
    allRoutes.flatMap(({ query }) => Object.keys((query as { properties?: Record<string, unknown> } | undefined)?.properties ?? {})),
  )
  expectNone([...names].filter((name) => wordsOf(name) === undefined))
  expectNone(Object.keys(QUERY_WORDS).filter((name) => !names.has(name)))
})

/** Calls `found` with each member of a schema and of those nested in it, and the name of the parent member. */
function eachMember(shape: unknown, parent: string | null, found: (name: string, parent: string | null, member: unknown) => void): void {
  const { properties = {}, items, anyOf = [] } = (shape ?? {}) as { properties?: object; items?: unknown; anyOf?: unknown[] }
  for (const [name, member] of Object.entries(properties)) {
    found(name, parent, member)
    eachMember(member, name, found)
  }
  if (items !== undefined) eachMember(items, parent, found)
  for (const each of anyOf) eachMember(each, parent, found)
}

test('every member of every body has a description, and every description a member', () => {
  const known = MEMBER_WORDS.flatMap((each) => Object.keys(each))
  expectNone(known.filter((key, index) => known.indexOf(key) !== index))
  const used = new Set<string>()
  const missing: string[] = []
  for (const route of allRoutes)
    for (const shape of [route.body, route.answer])
      eachMember(shape, null, (name, parent, member) => {
        used.add(keysOf(name, parent).find((key) => known.includes(key)) ?? '')
        if (memberWords(name, parent, member) === undefined) missing.push(`${keyOf(route)}: ${keysOf(name, parent)[0]}`)
      })
  expectNone(missing)
  expectNone(known.filter((key) => !used.has(key)))
  expectNone(MEMBER_WORDS.flatMap(Object.entries).flatMap(([key, words]) => (/^[`A-Z0-9].*[.]$/.test(words) ? [] : [`${key}: ${words}`])))
})

test('schemas have the descriptions, every $ref resolves, and every shared schema is used', async () => {
  const { body } = await app.as({}).get('/api/v2/openapi')
  const { ticket } = body.paths['/api/v2/tickets'].post.requestBody.content['application/json'].schema.properties
  const members = body.components.schemas[ticket.$ref.split('/').at(-1)].properties
  assert.match(members.assignee_id.description, /agent who works on it/)
  assert.match(members.comment.description, /comment to add/)
  // a shape's own description comes before that of its name
  assert.match(JSON.stringify(body), /"filter":\{[^{}]*"anyOf":.*?"description":"Whether deleted records are left out; null if/)
  const pointers = [...JSON.stringify(body).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)]
  expectNone(pointers.filter(([, kind = '', name = '']) => body.components[kind][name] === undefined).map(([all]) => all))
  const pointed = new Set(pointers.map(([, kind, name]) => `${kind}/${name}`))
  expectNone(Object.keys(body.components.schemas).filter((name) => !pointed.has(`schemas/${name}`)))
})

test('a form names its file, and is the only body where JSON cannot say the same', async () => {
  const { body } = await app.as({}).get('/api/v2/openapi')
  const readContent = (path: string, method: string) => body.paths[path][method].requestBody.content
  const file = { type: 'string', format: 'binary', description: 'The file.' }
  for (const [path, method, field] of [
    ['/api/v2/brands/{id}/logo', 'put', 'brand[logo][uploaded_data]'],
    ['/api/v2/custom_objects/{custom_object_key}/records/{record_id}/attachments', 'post', 'uploaded_data'],
    ['/api/v2/macros/attachments', 'post', 'attachment'],
    ['/api/v2/macros/{id}/attachments', 'post', 'attachment'],
  ] as const) {
    const content = readContent(path, method)
    assert.deepEqual(Object.keys(content), ['multipart/form-data'], path)
    const { schema } = content['multipart/form-data']
    assert.deepEqual([schema.properties[field], schema.required], [file, [field]], path)
  }
  assert.ok('filename' in readContent('/api/v2/macros/attachments', 'post')['multipart/form-data'].schema.properties)
  const user = readContent('/api/v2/users', 'post')
  assert.deepEqual(Object.keys(user), ['application/json', 'multipart/form-data'])
  assert.deepEqual(Object.keys(user['multipart/form-data'].schema.properties), ['user', 'user[photo][uploaded_data]'])
  const { responses } = body.paths['/api/v2/macros/attachments/{id}/content'].get
  assert.deepEqual(responses[200].content, { '*/*': { schema: { type: 'string', format: 'binary' } } })
})

test('an operation lists the error statuses it can return, and no others', async () => {
  const { body } = await app.as({}).get('/api/v2/openapi')
  const statuses = (path: string, method: string) =>
    Object.keys(body.paths[path][method].responses)
      .map(Number)
      .filter((status) => status >= 400)
  assert.deepEqual(statuses('/api/v2/groups/count', 'get'), [401, 403, 429])
  assert.deepEqual(statuses('/api/v2/groups/{id}', 'get'), [400, 401, 403, 404, 429])
  for (const status of [400, 401, 403, 404, 409, 413, 415, 422, 429])
    assert.ok(statuses('/api/v2/tickets/{id}', 'put').includes(status), `${status}`)
  assert.ok(!statuses('/access/methods', 'get').includes(401))
  assert.deepEqual(Object.keys(body.paths['/api/v2/users/{id}'].delete.responses)[0], '200')
  assert.ok('204' in body.paths['/api/v2/groups/{id}'].delete.responses)
})

test('the guide to conditions and actions lists every field and every action', () => {
  const guide = readFileSync(join(ROOT, 'web/apps/reference/guides/conditions_and_actions.md'), 'utf8')
  expectNone([...fixedFields, ...fixedActions.map(({ name }) => name)].filter((name) => !guide.includes(`| \`${name}\` |`)))
})

test('the reference pages load nothing from other hosts and may run only their own files', async () => {
  for (const path of ['/docs/api', '/docs/api/guides/paging', '/docs/api/operations/get_api_v2_tickets', '/docs/api/topics/Tickets']) {
    const page = await rawRequest(app.base_url, { path })
    assert.equal(page.status, 200, path)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'.*script-src 'self'; style-src 'self'$/)
    const { text } = page
    assert.doesNotMatch(text, /https?:|<style|<script>/)
    assert.doesNotMatch(text, /assets\/(?:first|aria|kit|tanstack)-/, 'nothing of the dashboard')
  }
})
