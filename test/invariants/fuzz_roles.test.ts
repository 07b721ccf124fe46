/**
 * Invariant: for signed-in callers of every role and credential, the server never answers 500, leaves no rejection unhandled, does not stall, and
 * holds no more memory, connections or prepared statements afterwards than before. A sample of `npm test`, 100,000 requests with
 * DESKHAND_TEST_LONG=1; DESKHAND_FUZZ_REQUESTS and DESKHAND_FUZZ_SEED set another number and order.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { personalToken } from '../access.ts'
import { ADMIN, startTestApp, type TestApp } from '../app.ts'
import { basicToken, putSettings } from '../instances.ts'
import { rawRequest } from '../raw_http.ts'
import { sessionFor } from '../system.ts'
import { assertDocumented } from './envelopes.ts'
import { BODY_TEXTS, BODY_VALUES, HEADERS, PATH_IDS, QUERIES } from './odd_values.ts'
import { bodyInputs, fillPath, kindOf, plainBody } from './input_fields.ts'
import { type MeasuredServer, type Measurement, startMeasuredServer } from './measured_server.ts'
import { firstInstance, type IdsByTable, waitForJobs, newestIdsOf, populate } from './populate.ts'

const FULL = process.env.DESKHAND_TEST_LONG === '1'
const REQUESTS = Number(process.env.DESKHAND_FUZZ_REQUESTS ?? (FULL ? 100_000 : 750))
const BATCH = 250
const MEBIBYTE = 1024 * 1024
/** Growth of the server's process after the first tenth of its requests. */
const MAX_GROWTH = 32 * MEBIBYTE
/** Processor time of one turn of its event loop, which other requests wait for. */
const MAX_STALL_MS = 250
/** Every hand-written statement, and a thousand that are built. */
const MAX_PREPARED = 4000
const PASSWORD = 'correct horse battery'
const ROLES = ['owner', 'admin', 'agent', 'restricted agent', 'light agent', 'end user', 'nobody'] as const
const KINDS = ['session', 'api_token', 'oauth', 'password'] as const

type Role = (typeof ROLES)[number]
type Kind = (typeof KINDS)[number]
type Headers = Readonly<Record<string, string>>

/** A user with a credential of each kind. */
interface Caller {
  readonly id: number
  readonly email: string
  readonly ways: Readonly<Record<Kind, Headers>>
}

/** The requests until a new instance is used: some records have a limit for each instance. */
const AN_INSTANCE = 10_000
const faults: string[] = []
const onFault = (fault: string) => void faults.push(fault)
/** The tests prepare by the application, and send by the server. */
let app: TestApp
let server: MeasuredServer

async function startBoth(): Promise<void> {
  app = await startTestApp({ DESKHAND_LOG_LEVEL: 'silent', DESKHAND_ROLE: 'web' })
  server = await startMeasuredServer(app, onFault)
}

async function stopBoth(): Promise<void> {
  await server.stop()
  await app.stop()
}

await startBoth()
after(stopBoth)
const otherUser = defineStatement<{ id: number }>(
  'select id from users where account_id = $1 and active and not id = any($2::bigint[]) order by id desc limit 1',
)

/** A pseudorandom number generator with a seed. @source https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32 */
function makeRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
const drawBelow = makeRandom(Number(process.env.DESKHAND_FUZZ_SEED ?? 7))
const pick = <Item>(items: readonly Item[]): Item => items[drawBelow(items.length)] as Item

let people = 0
const callers = new Map<Role, Caller>()
let ids: IdsByTable = new Map()
const makeBasicAuth = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

async function waysOf(id: number, email: string, password: string): Promise<Caller> {
  const { cookie } = await sessionFor(app, id)
  const me = await rawRequest(app.base_url, { path: '/api/v2/users/me', headers: { cookie } })
  const csrf = JSON.parse(me.text).user.authenticity_token as string
  const oauth = { authorization: `Bearer ${await personalToken(app, 1, id)}` }
  return {
    id,
    email,
    ways: {
      session: { cookie, 'x-csrf-token': csrf },
      api_token: basicToken(email, app.admin.token),
      oauth,
      password: makeBasicAuth(email, password),
    },
  }
}

async function make(role: Exclude<Role, 'owner' | 'nobody'>): Promise<Caller> {
  const email = `caller${++people}@example.org`
  const given = { name: `Caller ${people}`, email, verified: true, password: PASSWORD }
  const roles = { admin: 'admin', 'end user': 'end-user', agent: 'agent', 'restricted agent': 'agent', 'light agent': 'agent' } as const
  const { custom_roles } = (await app.inPerson.get('/api/v2/custom_roles')).body
  const light = custom_roles.find((each: { name: string }) => /light/i.test(each.name))?.id as number
  const more = { 'restricted agent': { ticket_restriction: 'assigned' }, 'light agent': { custom_role_id: light } }
  const made = await app.inPerson.post('/api/v2/users', {
    user: { ...given, role: roles[role], ...(more as Record<string, object>)[role] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return waysOf(made.body.user.id, email, PASSWORD)
}

const isIn = async (caller: Caller, kind: Kind) => {
  const { status, text } = await rawRequest(app.base_url, { path: '/api/v2/users/me', headers: caller.ways[kind] })
  return status === 200 && JSON.parse(text).user.id === caller.id
}

/** Enables every way of signing in, and replaces these callers' credentials that no longer work. */
async function signIn(roles: readonly Role[]): Promise<void> {
  await putSettings(app, 1, { rate_limit: { plan: 'unlimited', endpoints: false }, api: { password_access_end_users: true } })
  for (const role of roles) {
    if (role === 'nobody') continue
    const caller = callers.get(role)
    const all = caller === undefined ? [false] : await Promise.all(KINDS.map((kind) => isIn(caller, kind)))
    if (!all.includes(false)) continue
    callers.set(role, role === 'owner' ? await waysOf(app.admin.id, ADMIN.email, ADMIN.password) : await make(role))
  }
}

let signingIn = Promise.resolve()
/** A random request may end a session or delete a token. The next call with it is refused; later ones use another. */
const signInAgain = (role: Role) => (signingIn = signingIn.then(() => signIn([role])))

/** Signs everyone in and finds records for paths. */
async function settle(): Promise<void> {
  await signIn(ROLES)
  ids = await newestIdsOf(app, 1)
  if ([...ids.values()].some((list) => list.length === 0)) {
    // some records have a small limit for each user or instance
    for (const table of ['saved_searches', 'bookmarks'])
      await app.database.database.run(defineStatement<unknown>(`delete from ${table} where account_id = $1`)(1))
    await populate(app, firstInstance(app), `Roles${++people}`)
    ids = await newestIdsOf(app, 1)
  }
  const other = await app.running.server.database.first(
    otherUser(
      1,
      [...callers.values()].map(({ id }) => id),
    ),
  )
  ids = new Map([...ids, ['users', [other?.id ?? 1]]])
}

/** Small ids could be the owner's own. */
const spareOwner = (text: string) => text.replaceAll(/"(ids?|user_id)":1\b/g, '"$1":2')

function bodyFor(route: AnyRoute): string | Uint8Array {
  if (drawBelow(12) === 0) return pick(BODY_TEXTS)
  const places = bodyInputs(route)
  if (places.length === 0 || drawBelow(3) === 0) return JSON.stringify(plainBody(route)) as string
  const place = pick(places)
  return spareOwner(JSON.stringify(place.with(pick(BODY_VALUES[kindOf(place.shape)] ?? (BODY_VALUES.any as readonly unknown[])))) ?? '{}')
}

const statuses = new Map<string, { all: number; refused: number }>()

async function send(): Promise<void> {
  const route = pick(allRoutes)
  const role = pick(ROLES)
  const kind = pick(KINDS)
  const odd = drawBelow(8) === 0
  const path = fillPath(route, ({ table }) => (odd ? pick(PATH_IDS) : table === null ? 1 : (ids.get(table)?.at(-1) ?? 1))).replaceAll(
    ' ',
    '%20',
  )
  const query = route.method === 'GET' && drawBelow(3) === 0 ? `?${pick(QUERIES)}` : ''
  const body = route.body === undefined ? undefined : bodyFor(route)
  const oddHeaders = drawBelow(10) === 0 ? pick(HEADERS) : {}
  const headers = {
    ...callers.get(role)?.ways[kind],
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...oddHeaders,
  }
  const answer = await rawRequest(server.base_url, {
    method: route.method,
    path: path + query,
    headers,
    patience_ms: 120_000,
    ...(body === undefined ? {} : { body }),
  })
  const count = statuses.get(`${role} by ${kind}`) ?? { all: 0, refused: 0 }
  const isRefused = answer.status === 401 && role !== 'nobody' && Object.keys(oddHeaders).length === 0
  statuses.set(`${role} by ${kind}`, { all: count.all + 1, refused: count.refused + Number(isRefused) })
  if (isRefused) await signInAgain(role)
  const what = `${role} by ${kind}: ${route.method} ${(path + query).slice(0, 200)} ${String(body ?? '').slice(0, 300)}`
  try {
    assertDocumented(what, answer.status, answer.headers['content-type'], answer.text)
  } catch (error) {
    faults.push((error as Error).message)
  }
}

/** Switches to another instance, in its own process, with all callers. */
async function moveOn(): Promise<void> {
  await waitForJobs(app)
  await stopBoth()
  await startBoth()
  callers.clear()
  await populate(app, firstInstance(app), `Roles${++people}`)
}

const countConnections = defineStatement<{ count: number }>(
  'select count(*)::int as count from pg_stat_activity where datname = current_database()',
)

test('requests to all routes by signed-in callers, with every credential: no internal error, no stall, no growth', async (t) => {
  await populate(app, firstInstance(app), 'Roles')
  let sent = 0
  let before = 0
  let moved = 0
  let growth = 0
  let statements = 0
  let resident = 0
  let stall: Measurement['stall'] = { ms: 0, requests: [] }
  const look = async () => {
    const measured = await server.measure()
    resident = Math.max(resident, measured.resident)
    statements = Math.max(statements, measured.prepared)
    if (measured.stall.ms > stall.ms) stall = measured.stall
    return measured.heap_used
  }
  const grow = async () => (growth = Math.max(growth, (await look()) - before))
  while (sent < REQUESTS) {
    if (sent > 0 && Math.floor(sent / AN_INSTANCE) > moved) {
      moved += 1
      await grow()
      await moveOn()
      before = 0
    }
    await settle()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let turn = 0; turn < BATCH / 8; turn += 1) await send()
      }),
    )
    sent += 8 * Math.ceil(BATCH / 8)
    if (before === 0 && sent - moved * AN_INSTANCE >= Math.min(REQUESTS, AN_INSTANCE) / 10) before = await look()
  }
  await waitForJobs(app)
  await grow()
  const open = (await app.running.server.database.first(countConnections()))?.count ?? 0
  const formatMebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MiB`
  t.diagnostic(`${sent} requests, a heap ${formatMebibytes(growth)} larger, ${formatMebibytes(resident)} resident at most`)
  t.diagnostic(`${open} connections, ${statements} prepared statements at most, longest stall ${stall.ms.toFixed(0)} ms`)
  assert.deepEqual([...new Set(faults)].slice(0, 20), [], `${faults.length} faults`)
  assert.ok(growth < MAX_GROWTH, formatMebibytes(growth))
  assert.ok(stall.ms < MAX_STALL_MS, `${stall.ms} ms: ${stall.requests.join(', ')}`)
  assert.ok(open <= 60, `${open} connections`)
  assert.ok(statements <= MAX_PREPARED, `${statements} prepared statements at a connection`)
  for (const [who, { all, refused }] of statuses)
    if (!who.startsWith('nobody')) assert.ok(refused < all / 3, `${who} was signed in for ${all - refused} calls of ${all} only`)
  assert.equal((await app.api.get('/api/v2/users/me')).status, 200)
})
