/**
 * Attack: send members beyond those of the form, to gain permissions: `role`, `state`, `account_id`, `token_hash` … Members a route does
 * not know must leave no trace in any table, for any caller; members it knows must not give permissions to a caller without the right.
 * Both are tried on every route that writes.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import type { AnyRoute } from '#http/route.ts'
import type { Shape } from '#http/read_input.ts'
import { isObject } from '#lib/json.ts'
import { allRoutes } from '#app/routes.ts'
import { inPerson } from '../access.ts'
import { useApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { fillPath, bodyInputs, plainBody } from '../invariants/input_fields.ts'
import { firstInstance, type IdsByTable, waitForJobs, newestIdsOf, populate } from '../invariants/populate.ts'
import { putPerson } from '../records.ts'
import { assertEnough, drawSample } from '../sweep.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const { database } = app.database
const WRITES = allRoutes.filter((route) => route.method !== 'GET' && route.body !== undefined)
let ids: IdsByTable
let columns: string[]

before(async () => {
  await populate(app, firstInstance(app), 'Assigned')
  ids = await newestIdsOf(app, 1)
  const rows = await database.driver<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`
  columns = [
    ...rows.map(({ name }) => name),
    'is_owner',
    'duties',
    'approved_by_id',
    '__proto__',
    'constructor',
    'admin',
    'permissions',
  ].sort()
})

const pathOf = (route: AnyRoute) => fillPath(route, ({ table }) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1)))

function call(route: AnyRoute, client: Client, body: unknown): Promise<Answer> {
  return client[route.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete'](pathOf(route), body)
}

const MARK_ID = 424_242_424_242
const MARK_TEXT = 'verymuchassigned'
const MARK_TIME = '1999-09-09T09:09:09Z'
const MARKS = ['424242424242', MARK_TEXT, '1999-09-09']

/** A body with a marked value for every column of any table that the shape lacks, at each of its levels. */
function withUnknown(shape: Shape, body: unknown, as: 'id' | 'text' | 'time' | 'list'): unknown {
  if (Array.isArray(body)) return body.map((item) => withUnknown(shape.items ?? {}, item, as))
  if (!isObject(body) || shape.properties === undefined) return body
  const value = { id: MARK_ID, text: MARK_TEXT, time: MARK_TIME, list: [MARK_TEXT] }[as]
  const known = Object.entries(body).map(([key, inner]) => [key, withUnknown(shape.properties?.[key] ?? {}, inner, as)])
  const unknown = columns.filter((name) => shape.properties?.[name] === undefined).map((name) => [name, value])
  return { ...Object.fromEntries(known), ...Object.fromEntries(unknown) }
}

async function findMarkedRows(): Promise<string[]> {
  const found: string[] = []
  for (const table of TENANT_TABLES) {
    const condition = MARKS.map((mark) => `t::text like '%${mark}%'`).join(' or ')
    const rows = await database.all(
      defineStatement<{ text: string }>(`select t::text as text from ${table} t where t.account_id = $1 and (${condition})`)(1),
    )
    for (const { text } of rows) found.push(`${table}: ${text.slice(0, 300)}`)
  }
  return found
}

for (const as of ['id', 'text', 'time', 'list'] as const)
  test(`no member unknown to a route reaches any table, sent by the owner as ${as}`, async () => {
    const taken: string[] = []
    for (const route of drawSample(`unknown members as ${as}`, WRITES)) {
      const body = withUnknown(route.body as Shape, plainBody(route) ?? {}, as)
      const { status } = await call(route, app.inPerson, body)
      assert.ok(status < 500, `${route.method} ${route.path}: ${status}`)
      if (status < 300) taken.push(route.path)
      ids = await newestIdsOf(app, 1)
    }
    await waitForJobs(app)
    assertEnough(new Set(taken).size, 15, `only ${taken.join()} took their body: the law looks past the records`)
    assert.deepEqual(await findMarkedRows(), [])
  })

test('SCIM, which ignores unknown members, stores none of them', async () => {
  const fillColumns = (value: unknown) => Object.fromEntries(columns.map((name) => [name, value]))
  const userName = 'assigned@example.org'
  const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const path = '/api/scim/v2/Users'
  const known = {
    userName,
    displayName: 'Somebody',
    active: true,
    externalId: null,
    phoneNumbers: [],
    name: {},
    roles: [],
    locale: 'en-US',
  }
  const made = await app.api.post(path, {
    ...fillColumns(MARK_TEXT),
    ...known,
    [extension]: { manager: { value: String(MARK_ID) }, department: MARK_TEXT },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal((await app.api.put(`${path}/${made.body.id}`, { ...fillColumns(MARK_ID), ...known })).status, 200)
  for (const name of columns.filter((each) => !Object.hasOwn(known, each))) {
    const Operations = [{ op: 'add', path: name, value: MARK_TEXT }]
    assert.ok((await app.api.patch(`${path}/${made.body.id}`, { Operations })).status < 500, name)
    assert.ok(
      (await app.api.patch(`${path}/${made.body.id}`, { Operations: [{ op: 'replace', value: { [name]: MARK_ID } }] })).status < 500,
      name,
    )
  }
  assert.deepEqual(await findMarkedRows(), [])
  const { body } = await app.api.get(`/api/v2/users/${made.body.id}`)
  assert.deepEqual([body.user.role, body.user.suspended], ['agent', false])
})

test('unknown members are reported as unknown', async () => {
  const answer = await app.api.post('/api/v2/users', { user: { name: 'A', is_owner: true, password_hash: 'x', account_id: 2 } })
  assert.match(
    answer.headers.get('x-zendesk-api-warn') ?? '',
    /unpermitted_keys=>\["user\.is_owner", "user\.password_hash", "user\.account_id"\]/,
  )
  assert.equal(answer.body.user.role, 'end-user')
})

/** Members that would give the caller more permissions, and the values an attacker would send. `me` is the caller. */
const PRIVILEGED: Readonly<Record<string, (me: number) => readonly unknown[]>> = {
  role: () => ['admin', 'agent'],
  custom_role_id: () => [1],
  duties: () => [['requester', 'provisioner', 'engineer', 'support_operations']],
  manager_id: (me) => [me],
  is_owner: () => [true],
  owner_id: (me) => [me],
  user_id: (me) => [me, app.admin.id],
  assigned_user_id: (me) => [me],
  requester_id: (me) => [me],
  approved_by_id: (me) => [me],
  reviewed_by_id: (me) => [me],
  decided_by_id: (me) => [me],
  state: () => ['accepted', 'active', 'issued'],
  status: () => ['accepted'],
  scopes: () => [['read', 'write', 'impersonate', 'unrestricted']],
  exception: () => ['personal_use', 'team_automation'],
  integration_bot_id: (me) => [me],
  token_binding: () => ['none'],
  ticket_restriction: () => [null],
  only_private_comments: () => [false],
  suspended: () => [false, true],
  verified: () => [true],
  active: () => [true, false],
  allowed_ips: () => [[]],
  password: () => ['a password of the attacker'],
  tracker_urls: () => [['https://evil.example.net/']],
  link_by_verified_email: () => [true],
  allowed_domains: () => [['evil.example.net']],
}

/** The permissions of all users, as far as tables contain them; the user `except` may write their own. */
async function readPermissions(except: number): Promise<string[]> {
  const read = (text: string) => database.all(defineStatement<unknown>(text)(1, except))
  const texts = [
    `select id, role, suspended, ticket_restriction, only_private_comments, password_hash, two_factor_auth_enabled from users
      where account_id = $1 and $2::bigint is not null and role <> 'end-user' order by id`,
    'select user_id, duties, manager_id from access_people where account_id = $1 and $2::bigint is not null order by user_id',
    `select id, state, requester_id, manager_id, approved_by_id, reviewed_by_id, decided_by_id, issued_by_id, scopes from access_requests
      where account_id = $1 and requester_id <> $2 order by id`,
    'select id, user_id, assigned_user_id, active, allowed_ips, token_hash from api_tokens where account_id = $1 and $2::bigint is not null order by id',
    'select id, user_id, scopes, kind, secret_hash, redirect_uri from oauth_clients where account_id = $1 and $2::bigint is not null order by id',
    'select id, user_id, scopes from oauth_tokens where account_id = $1 and user_id <> $2 order by id',
    'select id, state, scopes from integrations where account_id = $1 and $2::bigint is not null order by id',
    'select id, issuer, allowed_domains, active from identity_providers where account_id = $1 and $2::bigint is not null order by id',
    `select user_id, value, verified from user_identities where account_id = $1 and user_id in (select id from users where account_id = $1 and role <> 'end-user' and id <> $2) order by id`,
    'select settings, owner_id, kind, deployment from accounts where id = $1 and $2::bigint is not null',
  ]
  const rows: string[] = []
  for (const text of texts) for (const row of await read(text)) rows.push(JSON.stringify(row))
  return rows
}

for (const role of ['agent', 'end-user'] as const)
  test(`no known member gives an ${role} more permissions, or changes those of others`, async () => {
    const person = await putPerson(app, { role })
    const clients = [person.api, await inPerson(app, person.id)]
    const before = await readPermissions(person.id)
    let tried = 0
    for (const client of clients)
      for (const route of drawSample(`known members of an ${role}`, WRITES))
        for (const place of bodyInputs(route)) {
          const name = place.name.split('.').at(-1)?.replace(/\[\]$/, '') ?? ''
          for (const value of Object.hasOwn(PRIVILEGED, name) ? (PRIVILEGED[name] as (me: number) => readonly unknown[])(person.id) : []) {
            tried += 1
            const { status } = await call(route, client, place.with(value))
            assert.ok(status < 500, `${route.method} ${route.path} ${place.name}: ${status}`)
          }
        }
    await waitForJobs(app)
    assertEnough(tried, 100, `only ${tried} places were tried`)
    assert.deepEqual(await readPermissions(person.id), before)
  })

test('every privileged member that a route knows is covered by the test above', () => {
  const names = new Set(WRITES.flatMap((route) => bodyInputs(route)).map(({ name }) => name.split('.').at(-1)?.replace(/\[\]$/, '') ?? ''))
  const missing = ['role', 'duties', 'manager_id', 'scopes', 'user_id', 'exception', 'verified', 'suspended', 'password'].filter(
    (name) => !names.has(name) || !Object.hasOwn(PRIVILEGED, name),
  )
  assert.deepEqual(missing, [])
})
