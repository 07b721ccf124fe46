/**
 * Invariant: to one instance, the records of another do not exist. A reference to them is answered as if they did not exist, no answer
 * contains any data of theirs, no write reaches them, and no record of one's own ever points at them.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import type { AnyRoute } from '#http/route.ts'
import { isObject } from '#lib/json.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import type { Answer } from '../client.ts'
import { basicToken, hostClient, putInstance, putSettings } from '../instances.ts'
import { drawSample } from '../sweep.ts'
import { bodyInputs, fillPath, kindOf, type PathInput, pathInputs, plainBody, queryInputs } from './input_fields.ts'
import { firstInstance, type IdsByTable, idsOf, waitForJobs, populate, whenJobsAllow } from './populate.ts'

/** The ids of the other instance begin here, in every table; ids created later begin at the second. */
const FOREIGN = 500_000_000_000_000
const LATER = 600_000_000_000_000
/** An id that no record has. */
const NOBODY = 700_000_000_000_000
const MARK = 'Zweitmandant'
/** The text that populate() puts into addresses and external ids of the other instance: it is the second to be filled. */
const TAG = 'zweitmandant2'
/** Lists below a record that are empty where the record does not exist. */
const EMPTY_BELOW_NOBODY = new Set([
  '/api/v2/users/:user_id/groups',
  '/api/v2/users/:user_id/groups/count',
  '/api/v2/organizations/:organization_id/organization_memberships',
  '/api/v2/organizations/:organization_id/merges',
  '/api/v2/organizations/:organization_id/subscriptions',
  '/api/v2/users/:user_id/organization_subscriptions',
])
/** Id columns without records: sharing between instances does not exist here. */
const POINTING_NOWHERE = new Set(['tickets.sharing_agreement_ids'])
/** All tables of instances, except the two that requests of any caller write to. */
const WATCHED = [...TENANT_TABLES].filter((table) => table !== 'request_log' && table !== 'rate_limits')

const app = await useApp({}, { own: true }) // fills the first instance
const { database } = app.database
const one = firstInstance(app)
const two = await putInstance(app, { subdomain: 'two' })
let foreign: IdsByTable
let own: IdsByTable
let untouched: ReadonlySet<string>
let shown = 0

/** Continues the ids of every table after `to`. */
async function moveIds(to: number): Promise<void> {
  const sequences = await database.driver<
    { name: string }[]
  >`select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' and sequencename <> 'accounts_id_seq'`
  for (const { name } of sequences) await database.driver.unsafe(`select setval('${name}', ${to}, true)`)
  await database.run(defineStatement<unknown>('update ticket_counters set last_id = $2 where account_id = $1')(two.id, to))
  // the rest of the block of ids that the process has drawn
  const { ids } = app.running.server.services
  for (let id = 0; id <= to;) id = (await ids.take(database, 1))[0] as number
}

/** Every row of an instance, after the name of its table. */
async function rowsOf(accountId: number): Promise<Set<string>> {
  const found: string[] = []
  for (const table of WATCHED) {
    const rows = await database.all(
      defineStatement<{ text: string }>(`select t::text as text from ${table} t where t.account_id = $1`)(accountId),
    )
    found.push(...rows.map(({ text }) => `${table} ${text}`))
  }
  return new Set(found)
}

before(async () => {
  await populate(app, one, 'Erstmandant')
  await moveIds(FOREIGN)
  await populate(app, two, MARK)
  // its clock stands still, so that nothing that is scheduled concerns it
  await putSettings(app, two.id, { clock: { mode: 'frozen', at: new Date().toISOString() } })
  await moveIds(LATER)
  own = await idsOf(app, one.id)
  foreign = await idsOf(app, two.id)
  shown = await shownToThemselves()
  assert.equal((await two.api.get(`/api/v2/users/search?external_id=${TAG}-a`)).body.users[0]?.email, `agent.${TAG}@example.org`)
  // the instance's own requests have marked its credentials as used
  await app.running.server.requestLog.flush()
  untouched = await rowsOf(two.id)
})

/** How many routes show the other instance its own records: a test that misses the records would always pass. */
async function shownToThemselves(): Promise<number> {
  let count = 0
  for (const route of allRoutes.filter((each) => each.method === 'GET')) {
    const path = fillPath(route, ({ table }) => (table === null ? 1 : (alienOf(table)[0] as string | number)))
    if (JSON.stringify((await two.api.get(path)).body ?? '').includes(MARK)) count += 1
  }
  return count
}

const alienOf = (table: string): (string | number)[] => (foreign.get(table) ?? []).filter((id) => typeof id === 'string' || id >= FOREIGN)
const nobodyIn = (table: string): string | number =>
  typeof foreign.get(table)?.[0] === 'string' ? '00000000-0000-4000-8000-000000000000' : NOBODY

async function call(route: AnyRoute, path: string, body?: unknown): Promise<Answer> {
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  const answer = await whenJobsAllow(app, () => (method === 'get' ? one.api.get(path) : one.api[method](path, body)))
  assert.ok(
    !JSON.stringify(answer.body ?? '').includes(MARK),
    `${route.method} ${path} tells of the other instance: ${JSON.stringify(answer.body)}`,
  )
  return answer
}

/** An answer without the parts that differ from call to call: times, jobs, and the input, where the answer repeats it. */
function normalizeAnswer(answer: Answer, asked: string | number): string {
  // an answer about a list names the value of it that is wrong
  const values = [String(asked), ...String(asked).split(',')]
  const echoes = values.flatMap((value) => [value, encodeURIComponent(value)]).map((text) => text.toLowerCase())
  const text = JSON.stringify([answer.status, answer.body ?? null]).toLowerCase()
  return echoes
    .reduce((rest, echo) => rest.replaceAll(echo, '<asked>'), text)
    .replaceAll(/\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d[^"]*/g, '<time>')
    .replaceAll(/v3-[0-9a-f]{32}/g, '<job>')
}

/** For each name in a path: a foreign id for it and own ids for the others; and foreign ids for all of them. */
function listChoices(route: AnyRoute): { alien: ReadonlySet<number>; place: PathInput }[] {
  const places = pathInputs(route)
  const single = places.map((place, index) => ({ alien: new Set([index]), place }))
  const all = { alien: new Set(places.keys()), place: places.at(-1) as PathInput }
  return places.length > 1 ? [...single, all] : single
}

const idRoutes = allRoutes.filter((route) => pathInputs(route).some((place) => place.table !== null))

test('there is a foreign record for every id in a path', () => {
  for (const route of idRoutes)
    for (const { table } of pathInputs(route)) assert.ok(table === null || alienOf(table).length > 0, `${route.path}: ${table}`)
})

for (const route of idRoutes) {
  test(`${route.method} ${route.path} answers another instance's ids like ids that do not exist: 404`, async () => {
    for (const { alien, place } of listChoices(route)) {
      const pathWith = (pick: (table: string) => string | number) =>
        fillPath(route, ({ table }, index) => (alien.has(index) ? pick(table as string) : ((own.get(table as string) ?? []).at(-1) ?? 1)))
      const nobody = nobodyIn(place.table as string)
      const expected = normalizeAnswer(await call(route, pathWith(nobodyIn), plainBody(route)), nobody)
      assert.match(expected, EMPTY_BELOW_NOBODY.has(route.path) ? /^\[200,.*(\[\]|"value":0)/ : /^\[40[34],/, 'an id nobody has')
      for (const id of alienOf(place.table as string)) {
        const pick = (table: string) => (table === place.table ? id : (alienOf(table)[0] as string | number))
        assert.equal(
          normalizeAnswer(await call(route, pathWith(pick), plainBody(route)), id),
          expected,
          `${route.method} ${pathWith(pick)}`,
        )
      }
    }
  })
}

const withQuery = allRoutes.filter((route) => queryInputs(route).length > 0)
const ownPath = (route: AnyRoute) =>
  fillPath(route, ({ table }) => (table === null ? 1 : ((own.get(table) ?? []).at(-1) as string | number)))
const shared = new Set(['page', 'per_page', 'page[size]', 'page[after]', 'page[before]', 'sort', 'sort_by', 'sort_order', 'include'])

/** Values that refer to a record of the other instance, and similar ones that refer to nothing. */
function listPairs(): [theirs: string, nobodys: string][] {
  const texts = [...foreign.values()].flat().filter((id): id is string => typeof id === 'string')
  return [
    [String(FOREIGN + 1), String(NOBODY)],
    [`${FOREIGN + 1},${FOREIGN + 2},${FOREIGN + 3}`, `${NOBODY + 1},${NOBODY + 2},${NOBODY + 3}`],
    [MARK.slice(0, -2), 'Niemand'],
    [`${TAG}-p`, 'niemand2-p'],
    [`agent.${TAG}@example.org`, 'agent.niemand2@example.org'],
    // of the same form: digits stay digits, since a number may mean something
    ...(texts.map((id) => [id, id.replaceAll(/[0-9]/g, '0').replaceAll(/[a-f]/g, 'a')]) as [string, string][]),
  ]
}

/** Removes a record that was created because none was found, so that its name is free again. */
async function takeBack({ status, body }: Answer): Promise<void> {
  if (status !== 201 || !isObject(body)) return
  const [made] = Object.values(body as Record<string, { url: string }>)
  assert.equal((await one.api.delete(new URL(made?.url ?? '').pathname)).status, 204)
}

test('no query of any route finds, changes or removes a record of another instance, or reveals that one exists', async () => {
  for (const route of drawSample('queries', withQuery))
    for (const { name } of queryInputs(route).filter((place) => !shared.has(place.name)))
      for (const [theirs, nobodys] of listPairs()) {
        const body = plainBody(route)
        const answers = await Promise.all(
          [theirs, nobodys].map((value) => call(route, `${ownPath(route)}?${new URLSearchParams({ [name]: value }).toString()}`, body)),
        )
        // a record created because none was found is new each time
        const describeOutcome = ([answer, asked]: readonly [Answer, string]) =>
          answer.status === 201 ? 'made' : normalizeAnswer(answer, asked)
        const one = describeOutcome([answers[0] as Answer, theirs])
        const other = describeOutcome([answers[1] as Answer, nobodys])
        assert.equal(one, other, `${route.method} ${route.path}?${name}=${theirs}`)
        for (const answer of answers) await takeBack(answer)
      }
  await waitForJobs(app)
})

test('no list of any route contains a record of another instance, whatever is side-loaded', async () => {
  const include =
    'users,groups,organizations,identities,roles,abilities,last_audits,comment_count,brands,custom_statuses,ticket_forms,metric_sets,permissions,tickets,ticket_fields,open_ticket_count'
  for (const route of allRoutes.filter((each) => each.method === 'GET'))
    for (const query of ['', '?page[size]=100', `?include=${include}`]) await call(route, ownPath(route) + query)
  assert.ok(shown > 35, `only ${shown} routes show the other instance its own records: the test looks past them`)
})

/** Values that refer to foreign records in the forms a place of this kind takes, and similar ones that refer to nothing. */
const NAMED: Readonly<Record<string, readonly (readonly [theirs: unknown, nobodys: unknown])[]>> = {
  integer: [
    [FOREIGN + 1, NOBODY + 1],
    [FOREIGN + 2, NOBODY + 2],
  ],
  string: [
    [String(FOREIGN + 1), String(NOBODY + 1)],
    [`agent.${TAG}@example.org`, 'agent.niemand2@example.org'],
    [`${TAG}-p`, 'niemand2-p'],
  ],
  array: [
    [
      [FOREIGN + 1, FOREIGN + 2],
      [NOBODY + 1, NOBODY + 2],
    ],
    [[`agent.${TAG}@example.org`], ['agent.niemand2@example.org']],
  ],
  object: [
    [{ id: FOREIGN + 1 }, { id: NOBODY + 1 }],
    [
      { email: `agent.${TAG}@example.org`, name: TAG },
      { email: 'agent.niemand2@example.org', name: 'niemand2' },
    ],
  ],
  any: [
    [FOREIGN + 1, NOBODY + 1],
    [{ id: FOREIGN + 1 }, { id: NOBODY + 1 }],
  ],
}

test('no member of any body can refer to a record of another instance, or learns that one exists', async () => {
  const writes = allRoutes.filter((each) => each.method !== 'GET')
  for (const route of drawSample('bodies', writes))
    for (const place of bodyInputs(route))
      for (const [theirs, nobodys] of NAMED[kindOf(place.shape)] ?? []) {
        const answers = [await call(route, ownPath(route), place.with(theirs)), await call(route, ownPath(route), place.with(nobodys))]
        // created or changed: a record of one's own may have the name that no foreign record has
        const [one, other] = answers.map(({ status }) => (status < 300 ? 'done' : status))
        assert.equal(other, one, `${route.method} ${route.path} ${place.name}: ${JSON.stringify(theirs)}`)
      }
  await waitForJobs(app)
})

test('the other instance is unchanged, to the last byte', async () => {
  const now = await rowsOf(two.id)
  assert.ok(now.size > 0)
  assert.deepEqual([[...now.difference(untouched)], [...untouched.difference(now)]], [[], []])
})

test('no record of one instance points at a record of another', async () => {
  const columns = await database.driver<
    { table: string; column: string; type: string }[]
  >`select c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c where c.table_schema = 'public' and c.udt_name in ('int8', '_int8') and c.column_name not in ('account_id')`
  const checked = columns.filter(({ table, column }) => TENANT_TABLES.has(table) && !POINTING_NOWHERE.has(`${table}.${column}`))
  assert.ok(checked.length > 60)
  const pointing: string[] = []
  for (const { table, column, type } of checked) {
    const hit =
      type === '_int8'
        ? `exists (select 1 from unnest(t."${column}") as id where id > $2 and id <= $3)`
        : `t."${column}" > $2 and t."${column}" <= $3`
    const text = `select count(*) as total from ${table} t where t.account_id = $1 and ${hit}`
    const found = await database.first(defineStatement<{ total: number }>(text)(one.id, FOREIGN, LATER))
    if (found?.total !== 0) pointing.push(`${table}.${column}`)
  }
  assert.deepEqual(pointing, [])
})

test('credentials of one instance are invalid in another, even with the same e-mail address', async () => {
  const twin = await putInstance(app, { subdomain: 'twin', owner: { name: 'Twin', email: one.email, password_hash: null } })
  for (const [host, email, token] of [
    [two.host, one.email, one.token],
    [two.host, two.email, one.token],
    [one.host, one.email, two.token],
    [twin.host, one.email, one.token],
    [one.host, one.email, twin.token],
  ] as const) {
    const answer = await hostClient(app.base_url, host, basicToken(email, token)).get('/api/v2/users')
    assert.equal(answer.status, 401, `${email} at ${host}`)
  }
  assert.equal((await twin.api.get('/api/v2/users/me')).body.user.name, 'Twin')
})

test('access tokens and sessions of one instance are invalid in another', async () => {
  const { client } = (
    await two.api.post('/api/v2/oauth/clients', {
      client: { name: 'c', identifier: 'only_in_two', kind: 'confidential', redirect_uri: 'https://example.org' },
    })
  ).body
  const { token } = (await two.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body
  const bearer = { authorization: `Bearer ${token.full_token}` }
  assert.equal((await hostClient(app.base_url, two.host, bearer).get('/api/v2/groups')).status, 200)
  const refused = await hostClient(app.base_url, one.host, bearer).get('/api/v2/groups')
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_token'])
  const grant = { grant_type: 'client_credentials', client_id: 'only_in_two', client_secret: client.secret, scope: 'read' }
  assert.equal((await hostClient(app.base_url, two.host).post('/oauth/tokens', grant)).status, 200)
  assert.equal((await hostClient(app.base_url, one.host).post('/oauth/tokens', grant)).status, 401)

  const { email, password } = app.admin
  const signedIn = await hostClient(app.base_url, one.host).post('/access/sign_in', { email, password })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.equal((await hostClient(app.base_url, one.host, { cookie }).get('/api/v2/groups')).status, 200)
  assert.equal((await hostClient(app.base_url, two.host, { cookie }).get('/api/v2/groups')).status, 401)
  assert.equal((await hostClient(app.base_url, two.host).post('/access/sign_in', { email, password })).status, 401)
})
