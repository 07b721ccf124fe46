/**
 * Invariant: whatever is sent to any route, the answer is a result or a documented refusal; the server never answers 500, logs no error,
 * loses no job, and continues to answer. Fixed tables first, then random bodies from a fixed seed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defineStatement } from '#db/builder.ts'
import type { AnyRoute } from '#http/route.ts'
import { FAULT } from '#modules/common/job_statuses/run.ts'
import { type Shape } from '#http/read_input.ts'
import { LIST_QUERY } from '#http/shape.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { basicToken, putSettings } from '../instances.ts'
import { rawBytes, rawRequest, type RawAnswer } from '../raw_http.ts'
import { drawSample } from '../sweep.ts'
import { assertDocumented } from './envelopes.ts'
import { BODY_TEXTS, BODY_VALUES, HEADERS, MEDIA_TYPES, PATH_IDS, QUERIES, QUERY_VALUES } from './odd_values.ts'
import { bodyInputs, fillPath, kindOf, pathInputs, plainBody, queryInputs } from './input_fields.ts'
import { firstInstance, type IdsByTable, waitForJobs, newestIdsOf, populate } from './populate.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const { database } = app.database
const faults: string[] = []
const { log } = app.running.server
/** On a busy machine a process may miss its heartbeats for a moment; it logs that and continues. */
const OF_BUSY_MACHINES = /receives no cache invalidations/
const recordFault = (data: object, text: string) =>
  OF_BUSY_MACHINES.test(text) || faults.push(`${text}: ${(data as { err?: Error }).err?.stack ?? JSON.stringify(data)}`)
log.error = recordFault
log.warn = (data, text) => text !== 'single sign-on failed' && recordFault(data, text) // the identity providers of these records do not exist

const WRITES: readonly AnyRoute[] = ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
  allRoutes.filter((route) => route.method === method),
)
const READS = allRoutes.filter((route) => route.method === 'GET')
/** Tested by QUERIES. */
const PAGING = new Set(Object.keys(LIST_QUERY))
const one = firstInstance(app)
const unlimited = { rate_limit: { plan: 'unlimited', endpoints: false } }

let ids: IdsByTable = new Map()
let headers: Record<string, string> = {}
let sent = 0

/** New records to work on, and a separate administrator who may lose their own rights: the owner is never changed. */
async function renewRecords(): Promise<void> {
  await putSettings(app, 1, unlimited)
  const email = `fuzzer${sent}@example.org`
  const made = await app.api.post('/api/v2/users', { user: { name: 'Fuzzer', email, role: 'admin', verified: true } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  headers = basicToken(email, app.admin.token)
  // an account can have 100, and many were made on the way
  for (const { id } of (await app.api.get('/api/v2/queues')).body.queues) await app.api.delete(`/api/v2/queues/${id}`)
  await populate(app, one, 'Fuzz')
  ids = await newestIdsOf(app, 1)
}

/** Repairs what writes have broken: settings, the administrator, missing records. */
async function settle(route: AnyRoute): Promise<void> {
  if (route.method === 'GET') return
  await putSettings(app, 1, unlimited)
  ids = await newestIdsOf(app, 1)
  const mine = await rawRequest(app.base_url, { path: '/api/v2/groups/count', headers })
  if (mine.status !== 200 || [...ids.values()].some((list) => list.length === 0)) await renewRecords()
}

/** The newest record of each kind, never the administrator or their token. */
const pathOf = (route: AnyRoute) => fillPath(route, ({ table }) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1)))

async function send(
  route: AnyRoute,
  path: string,
  given: { headers?: Readonly<Record<string, string>>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> {
  sent += 1
  const type: Record<string, string> = given.body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await rawRequest(app.base_url, {
    ...given,
    method: route.method,
    path,
    headers: { ...headers, ...type, ...given.headers },
  })
  const what = `${route.method} ${path.slice(0, 300)} ${JSON.stringify(given.headers ?? {}).slice(0, 200)} ${typeof given.body === 'string' ? given.body.slice(0, 300) : ''}`
  try {
    assertDocumented(what, answer.status, answer.headers['content-type'], answer.text)
  } catch (error) {
    faults.push((error as Error).message)
  }
  return answer
}

/** Runs the work eight at a time. */
async function runConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    }),
  )
}

/** A few of many items, different ones each turn: all of them are tried, but not each on every route. */
function pickFew<Item>(items: readonly Item[], turn: number, count: number): Item[] {
  return Array.from({ length: Math.min(count, items.length) }, (_none, index) => items[(turn * count + index) % items.length] as Item)
}

const isList = (route: AnyRoute) => (route.query as Shape | undefined)?.properties?.page !== undefined
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed())
const encodeJson = (value: unknown) => JSON.stringify(value) as string

async function forEachRoute(name: string, routes: readonly AnyRoute[], work: (route: AnyRoute) => Promise<void>): Promise<void> {
  await renewRecords()
  for (const route of drawSample(name, routes)) {
    await work(route)
    await settle(route)
  }
  const found = faults.splice(0)
  assert.deepEqual(found.slice(0, 20), [], `${found.length} faults`)
}

test('odd ids in paths', () =>
  forEachRoute(
    'ids',
    allRoutes.filter((route) => pathInputs(route).length > 0),
    async (route) => {
      const body = route.body === undefined ? {} : { body: encodeJson(plainBody(route)) }
      await runConcurrently(pickFew(PATH_IDS, allRoutes.indexOf(route), 14), (id) =>
        send(route, fillPath(route, () => id).replaceAll(' ', '%20'), body),
      )
    },
  ))

test('odd queries', () =>
  forEachRoute('queries', READS, async (route) => {
    await runConcurrently(isList(route) ? QUERIES : pickFew(QUERIES, allRoutes.indexOf(route), 8), (query) =>
      send(route, `${pathOf(route)}?${query}`),
    )
  }))

test('odd values of every member of every query', () =>
  forEachRoute(
    'members of queries',
    allRoutes.filter((route) => queryInputs(route).length > 0),
    async (route) => {
      const body = route.body === undefined ? {} : { body: encodeJson(plainBody(route)) }
      for (const { name } of queryInputs(route).filter((place) => !PAGING.has(place.name)))
        await runConcurrently(QUERY_VALUES, (value) => send(route, `${pathOf(route)}?${encodeText(name)}=${encodeText(value)}`, body))
    },
  ))

test('odd headers', () =>
  forEachRoute('headers', allRoutes, async (route) => {
    const body = route.body === undefined ? {} : { body: encodeJson(plainBody(route)) }
    await runConcurrently(
      pickFew(HEADERS, allRoutes.indexOf(route), route.idempotent === true || route.credentials === 'none' ? HEADERS.length : 5),
      (odd) => send(route, pathOf(route), { headers: odd, ...body }),
    )
  }))

test('invalid bodies', () =>
  forEachRoute('no bodies', WRITES, async (route) => {
    await runConcurrently(pickFew(BODY_TEXTS, allRoutes.indexOf(route), 8), (body) => send(route, pathOf(route), { body }))
    await runConcurrently(pickFew(MEDIA_TYPES, allRoutes.indexOf(route), 3), (type) =>
      send(route, pathOf(route), { body: '{}', headers: { 'content-type': type } }),
    )
  }))

test('odd values of every member of every body', () =>
  forEachRoute('members of bodies', WRITES, async (route) => {
    for (const [index, place] of bodyInputs(route).entries()) {
      const values = BODY_VALUES[kindOf(place.shape)] ?? (BODY_VALUES.any as readonly unknown[])
      // a list of records is parsed like one record
      const tried = place.name.includes('[].') ? pickFew(values, index, 3) : values
      await runConcurrently(tried, (value) => send(route, pathOf(route), { body: encodeJson(place.with(value)) }))
    }
  }))

test('odd values of every member of every body, from an anonymous caller', () =>
  forEachRoute(
    'members of anonymous bodies',
    WRITES.filter((route) => route.anonymous === true),
    async (route) => {
      for (const place of bodyInputs(route))
        await runConcurrently(BODY_VALUES[kindOf(place.shape)] ?? (BODY_VALUES.any as readonly unknown[]), (value) =>
          send(route, pathOf(route), { body: encodeJson(place.with(value)), headers: { authorization: '' } }),
        )
    },
  ))

/** Bodies of a shape, with some odd values. */
function generateBodies(shape: Shape): fc.Arbitrary<unknown> {
  const odd = fc.constantFrom(...(BODY_VALUES[kindOf(shape)] ?? (BODY_VALUES.any as readonly unknown[])))
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map(generateBodies))
  const kind = kindOf(shape)
  if (kind === 'object' && shape.properties !== undefined) {
    const members = Object.fromEntries(Object.entries(shape.properties).map(([key, member]) => [key, generateBodies(member)]))
    return fc.oneof(
      { weight: 15, arbitrary: fc.record(members, { requiredKeys: (shape.required ?? []) as never[] }) },
      { weight: 1, arbitrary: odd },
    )
  }
  if (kind === 'array')
    return fc.oneof({ weight: 8, arbitrary: fc.array(generateBodies(shape.items ?? {}), { maxLength: 3 }) }, { weight: 1, arbitrary: odd })
  const plain: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    string: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('open', 'solved', 'admin', 'agent', 'email', 'a@example.org', 'en-US', 'UTC'),
    ),
    integer: fc.oneof(fc.integer({ min: -1, max: 40 }), fc.maxSafeInteger()),
    boolean: fc.boolean(),
    moment: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  }
  return fc.oneof({ weight: 8, arbitrary: plain[kind] ?? fc.jsonValue({ maxDepth: 3 }) }, { weight: 1, arbitrary: odd })
}

/** Small ids could be the owner's own; random bodies use other ones. */
const spareOwner = (body: unknown) => encodeJson(body).replaceAll(/"(ids?|user_id)":1\b/g, '"$1":2')

test('random bodies', () =>
  forEachRoute(
    'random bodies',
    WRITES.filter((route) => route.body !== undefined),
    async (route) => {
      const property = fc.asyncProperty(
        generateBodies(route.body as Shape),
        async (body) => void (await send(route, pathOf(route), { body: spareOwner(body) })),
      )
      await fc.assert(property, { seed: 7, numRuns: 25, endOnFailure: true })
    },
  ))

test('a body of megabytes', () =>
  forEachRoute(
    'large bodies',
    // routes that take files accept large bodies; their limit is a setting
    WRITES.filter((route) => route.files !== 'body'),
    async (route) => {
      const makeLargeBody = (bytes: number) => `{"padding":"${'x'.repeat(bytes)}"}`
      const refused = await send(route, pathOf(route), { body: makeLargeBody(4 * 1024 * 1024) })
      assert.ok(refused.status === 413, `${route.method} ${route.path} took a body of 4 MiB: ${refused.status}`)
    },
  ))

test('bytes that are not HTTP', async () => {
  const line = 'GET /api/v2/groups HTTP/1.1\r\nHost: localhost\r\n'
  const post = 'POST /api/v2/groups HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const texts = [
    'nonsense\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /api/v2/groups HTTP/1.1\r\n\r\n',
    'GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /api/v2/groups#x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET //api//v2//groups HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'BREW /api/v2/groups HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /api/v2/groups HTTP/1.0\r\n\r\n',
    `${line}Host: other\r\nConnection: close\r\n\r\n`,
    `${line}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    `${line}Bad Header: x\r\n\r\n`,
    `${line}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    `${line}Expect: 200-maybe\r\nConnection: close\r\n\r\n`,
    `${line}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    `${post}Content-Length: -1\r\n\r\n{}`,
    `${post}Content-Length: 99999999999999999999\r\n\r\n{}`,
    `${post}Content-Length: 5, 6\r\n\r\n{}`,
    `${post}Content-Length: 100\r\n\r\n{"group":`,
    `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
    `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: gzip\r\n\r\n{}`,
    `${post}Content-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  ]
  await runConcurrently(texts, async (text) => {
    const answer = await rawBytes(app.base_url, Buffer.from(text, 'latin1'))
    assert.doesNotMatch(answer, /^HTTP\/1\.1 5\d\d/, text)
  })
})

const failedJobs = defineStatement<{ last_error: string }>('select j.last_error from graphile_worker.jobs j where j.last_error is not null')

test('afterwards the server answers, has logged no error and failed no job', async (t) => {
  await waitForJobs(app)
  t.diagnostic(`${sent} requests`)
  assert.deepEqual(faults, [])
  assert.deepEqual([...(await database.all(failedJobs()))], [])
  const broken = await database.all(
    defineStatement<unknown>(`select id, job_type, message, results from job_statuses where account_id = $1 and status = 'failed'
      and (job_type not like '% Resource Collection' or message = $2)`)(1, FAULT), // a job whose items were refused has failed too
  )
  assert.deepEqual([...broken], [])
  assert.equal((await app.api.get('/api/v2/users/me')).status, 200)
})
