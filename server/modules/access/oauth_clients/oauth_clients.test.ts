import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ownerIdOf, putUser, setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const agent = await putPerson(app, { role: 'agent' })
const KEYS = [
  'url',
  'id',
  'user_id',
  'name',
  'identifier',
  'company',
  'description',
  'redirect_uri',
  'secret',
  'created_at',
  'updated_at',
  'global',
  'logo_url',
  'kind',
  'scopes',
  'allowed_ips',
  'per_minute',
  'may_act_in_person',
  'integration_id',
  'previous_secret_expires_at',
]

const word = () => `client-${randomBytes(4).toString('hex')}`
const post = (client: object) => app.api.post('/api/v2/oauth/clients', { client })
const create = async (client: object = {}) => (await post({ name: 'Connector', identifier: word(), ...client })).body.client
const grant = (client: { identifier: string }, secret: string) =>
  app.as({}).post('/oauth/tokens', { grant_type: 'client_credentials', client_id: client.identifier, client_secret: secret })

test('a new client is confidential, belongs to its creator, and its secret is returned once', async () => {
  const made = await post({
    name: 'Connector',
    identifier: word(),
    company: 'Example',
    description: 'Copies tickets',
    redirect_uri: ['https://example.com/cb'],
    oops: 1,
  })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), made.body.client.url)
  assert.equal(made.headers.get('cache-control'), 'no-store')
  assert.match(made.headers.get('x-zendesk-api-warn') ?? '', /client\.oops/)
  const { client } = made.body
  assert.deepEqual(Object.keys(client), KEYS)
  assert.equal(client.url, `${app.base_url}/api/v2/oauth/clients/${client.id}.json`)
  assert.deepEqual(
    [client.kind, client.global, client.logo_url, client.scopes, client.user_id],
    ['confidential', false, null, null, await ownerIdOf(app)],
  )
  assert.match(client.secret, /^dhc_\w{39}$/)
  const shown = await app.api.get(`/api/v2/oauth/clients/${client.id}`)
  assert.deepEqual(shown.body.client, { ...client, secret: client.secret.slice(0, 10) })
})

test("a client acts as its creator; only the account's owner can make one act as another user", async () => {
  const one = await putUser(app, { role: 'admin' })
  const other = await putUser(app, { role: 'admin' })
  const admin = app.as({ email: one.email, token: app.admin.token })
  const make = (user_id: number) => admin.post('/api/v2/oauth/clients', { client: { name: 'A', identifier: word(), user_id } })
  for (const user_id of [app.admin.id, other.id]) assert.equal((await make(user_id)).status, 403)
  const own = (await make(one.id)).body.client
  const put = (id: number, client: object) => admin.put(`/api/v2/oauth/clients/${id}`, { client })
  for (const user_id of [app.admin.id, other.id]) assert.equal((await put(own.id, { user_id })).status, 403)
  assert.equal((await put(own.id, { name: 'B', user_id: one.id })).status, 200)
  const owners = await create()
  const others = await create({ user_id: other.id })
  assert.equal((await put(owners.id, { name: 'B' })).status, 403)
  assert.equal((await put(owners.id, { user_id: one.id })).status, 403)
  assert.equal((await admin.put(`/api/v2/oauth/clients/${owners.id}/generate_secret`)).status, 403)
  assert.equal((await put(others.id, { user_id: one.id })).status, 403, 'whoever takes it over has what it was allowed')
  assert.equal((await app.api.put(`/api/v2/oauth/clients/${others.id}`, { client: { user_id: one.id } })).body.client.user_id, one.id)
  assert.equal((await app.api.put(`/api/v2/oauth/clients/${owners.id}/generate_secret`)).status, 200)
})

test('an administrator cannot act as another one through their client: neither by a new secret nor by its redirect URIs', async () => {
  const victim = await putUser(app, { role: 'admin' })
  const attacker = await putUser(app, { role: 'admin' })
  const redirect_uri = ['https://victim.example.com/back']
  const client = await create({ user_id: victim.id, scopes: ['tickets:read'], allowed_ips: ['127.0.0.1'], redirect_uri })
  const path = `/api/v2/oauth/clients/${client.id}`
  const makeTokenClient = (email: string) => app.as({ email, token: app.admin.token })
  const mine = ['https://attacker.example.com/back']
  const changes = { redirect_uri: mine, scopes: null, kind: 'public', user_id: attacker.id, allowed_ips: null, identifier: word() }
  for (const [member, value] of Object.entries(changes)) {
    const { status, body } = await makeTokenClient(attacker.email).put(path, { client: { name: 'Harmless', [member]: value } })
    assert.equal(status, 403, member)
    assert.match(body.error.message, new RegExp(`Only that user and the account owner may change: ${member}\\.`))
  }
  const refused = await makeTokenClient(attacker.email).put(`${path}/generate_secret`, { client: { overlap_seconds: 3600 } })
  assert.deepEqual([refused.status, /may change: secret\./.test(refused.body.error.message)], [403, true])
  assert.deepEqual((await app.api.get(path)).body.client, { ...client, secret: client.secret.slice(0, 10) }, 'nothing was changed')
  assert.equal((await grant(client, client.secret)).status, 200, 'and its secret goes on')
  const described = await makeTokenClient(attacker.email).put(path, {
    client: { ...client, name: 'Connector 2', company: 'Example', per_minute: 60 },
  })
  assert.deepEqual([described.status, described.body.client.name, described.body.client.per_minute], [200, 'Connector 2', 60])
  const own = await makeTokenClient(victim.email).put(path, { client: { redirect_uri: mine, scopes: ['read'] } })
  assert.deepEqual([own.status, own.body.client.redirect_uri], [200, mine])
  for (const who of [makeTokenClient(victim.email), app.api]) assert.equal((await who.put(`${path}/generate_secret`)).status, 200)
  assert.equal((await makeTokenClient(attacker.email).delete(path)).status, 204, 'every administrator can stop it')
})

test('name and identifier are required, and the identifier must not be taken', async () => {
  const blank = await post({ name: ' ' })
  assert.equal(blank.status, 422)
  assert.deepEqual(blank.body.details, {
    name: [{ description: 'Name: cannot be blank', error: 'BlankValue' }],
    identifier: [{ description: 'Identifier: cannot be blank', error: 'BlankValue' }],
  })
  const { identifier } = await create()
  assert.deepEqual((await post({ name: 'Again', identifier })).body.details, {
    identifier: [{ description: 'Identifier: has already been taken', error: 'DuplicateValue' }],
  })
  assert.equal((await post({ name: 'Spaced', identifier: 'two words' })).body.details.identifier[0].error, 'InvalidFormat')
  assert.equal((await app.api.post('/api/v2/oauth/clients', {})).status, 400)
  assert.equal((await post({ name: { first: 1 }, identifier: 'x' })).status, 400)
})

test('of two concurrent clients with one identifier the second is refused', async () => {
  const identifier = word()
  const answers = await Promise.all(Array.from({ length: 4 }, () => post({ name: 'Race', identifier })))
  assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
  assert.ok(answers.every((answer) => answer.status === 201 || answer.body.details.identifier[0].error === 'DuplicateValue'))
})

test('redirect URIs must be absolute and safe, and can be given as a list or as one text', async () => {
  const good = ['https://example.com/cb', 'http://localhost:3000/cb', 'http://127.0.0.1/cb']
  assert.deepEqual((await create({ redirect_uri: good })).redirect_uri, good)
  assert.deepEqual((await create({ redirect_uri: `${good[0]}\n${good[1]} ${good[2]}` })).redirect_uri, good)
  for (const address of [
    'http://example.com/cb',
    '/cb',
    'javascript:alert(1)',
    'https://example.com/#part',
    'app://cb',
    'http://localhost.example.com/',
  ]) {
    const { status, body } = await post({ name: 'Bad', identifier: word(), redirect_uri: [address] })
    assert.equal(status, 422, address)
    assert.equal(body.details.redirect_uri[0].error, 'InvalidFormat')
  }
})

test('the ceiling must not contain a scope next to a broader one, and the kind is one of two', async () => {
  assert.deepEqual((await create({ scopes: ['tickets:read', 'users'] })).scopes, ['tickets:read', 'users'])
  for (const scopes of [['read', 'tickets:read'], ['tickets', 'tickets:write'], [], ['a"b'], ['ticket:read'], ['bananas']]) {
    const { status, body } = await post({ name: 'Bad', identifier: word(), scopes })
    assert.equal(status, 422, scopes.join(' '))
    assert.ok(body.details.scopes)
  }
  assert.equal((await create({ kind: 'public' })).kind, 'public')
  assert.equal((await post({ name: 'Bad', identifier: word(), kind: 'secret' })).body.details.kind[0].error, 'InvalidValue')
})

test('the user of a client must be an administrator', async () => {
  const admin = await putUser(app, { role: 'admin' })
  assert.equal((await create({ user_id: admin.id })).user_id, admin.id)
  for (const user_id of [agent.id, 999_999_999]) assert.equal((await post({ name: 'Bad', identifier: word(), user_id })).status, 422)
})

test('a client is changed member by member, and null removes the ceiling', async () => {
  const client = await create({ scopes: ['read'], redirect_uri: ['https://example.com/cb'] })
  const put = (change: object) => app.api.put(`/api/v2/oauth/clients/${client.id}`, { client: change })
  const renamed = await put({ name: 'Renamed' })
  assert.deepEqual(renamed.body.client, {
    ...client,
    name: 'Renamed',
    secret: client.secret.slice(0, 10),
    updated_at: renamed.body.client.updated_at,
  })
  assert.equal((await put({ scopes: null })).body.client.scopes, null)
  assert.deepEqual((await put({ redirect_uri: [] })).body.client.redirect_uri, [])
  assert.equal((await put({ identifier: '' })).status, 422)
  assert.equal((await put({ identifier: (await create()).identifier })).status, 422)
  const entries = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=oauth_client&filter[source_id]=${client.id}&sort=created_at`))
    .body.audit_logs
  assert.deepEqual(
    entries.map((entry: { change_description: string }) => entry.change_description),
    [`Created as ${client.identifier}`, 'Changed: name', 'Changed: scopes', 'Changed: redirect_uri'],
  )
})

test('a new secret works at once, and the old one no longer does', async () => {
  const client = await create()
  assert.equal((await grant(client, client.secret)).status, 200)
  const made = await app.api.put(`/api/v2/oauth/clients/${client.id}/generate_secret`)
  assert.equal(made.status, 200)
  assert.equal(made.headers.get('cache-control'), 'no-store')
  assert.match(made.body.client.secret, /^dhc_\w{39}$/)
  assert.equal((await grant(client, client.secret)).status, 401)
  assert.equal((await grant(client, made.body.client.secret)).status, 200)
})

test('a new secret may overlap with the previous one, and the client shows until when', async () => {
  const clock = (seconds: number) =>
    setUp(app, { clock: { mode: 'frozen', at: new Date(Date.parse('2026-11-20T12:00:00Z') + seconds * 1000).toISOString() } })
  await clock(0)
  const client = await create()
  const path = `/api/v2/oauth/clients/${client.id}/generate_secret`
  const second = (await app.api.put(path, { client: { overlap_seconds: 3600 } })).body.client
  assert.equal(second.previous_secret_expires_at, '2026-11-20T13:00:00Z')
  const works = async (...secrets: string[]) => Promise.all(secrets.map(async (secret) => (await grant(client, secret)).status === 200))
  assert.deepEqual(await works(client.secret, second.secret), [true, true])
  const third = (await app.api.put(`${path}?overlap_seconds=60`)).body.client
  assert.deepEqual(await works(client.secret, second.secret, third.secret), [false, true, true])
  await clock(60)
  assert.deepEqual(await works(second.secret, third.secret), [false, true])
  assert.equal((await app.api.get(`/api/v2/oauth/clients/${client.id}`)).body.client.previous_secret_expires_at, null)
  const fourth = (await app.api.put(path)).body.client
  assert.equal(fourth.previous_secret_expires_at, null)
  assert.deepEqual(await works(third.secret, fourth.secret), [false, true])
  for (const overlap_seconds of [-1, 2_592_001]) assert.equal((await app.api.put(path, { client: { overlap_seconds } })).status, 422)
  assert.equal((await app.api.put(path, { client: { overlap_seconds: 'long' } })).status, 400)
  const [entry] = (
    await app.api.get(`/api/v2/audit_logs?filter[source_id]=${client.id}&filter[source_type]=oauth_client&sort=created_at`)
  ).body.audit_logs.filter((each: { change_description: string }) => each.change_description.includes('good until'))
  assert.equal(entry.change_description, 'New secret made; the one before is good until 20 November 2026, 13:00 (UTC)')
  await setUp(app, { clock: { mode: 'real' } })
})

test('a client may be restricted to networks and to a number of calls per minute', async () => {
  const client = await create({ allowed_ips: '192.0.2.7 2001:DB8::/32', per_minute: 60 })
  assert.deepEqual([client.allowed_ips, client.per_minute], [['192.0.2.7/32', '2001:db8::/32'], 60])
  assert.deepEqual([(await grant(client, client.secret)).status, (await grant(client, 'wrong')).status], [400, 401])
  const put = (change: object) => app.api.put(`/api/v2/oauth/clients/${client.id}`, { client: change })
  for (const allowed_ips of [['everywhere'], ['192.0.2.0/33'], '10.0.0.0/8,10.1'])
    assert.equal((await put({ allowed_ips })).body.details.allowed_ips[0].error, 'InvalidFormat')
  assert.equal((await put({ allowed_ips: Array.from({ length: 101 }, (_none, index) => `10.0.${index}.0/24`) })).status, 422)
  for (const per_minute of [0, -1, 1_000_001]) assert.equal((await put({ per_minute })).body.details.per_minute[0].error, 'InvalidValue')
  const freed = (await put({ allowed_ips: [], per_minute: null, integration_id: 7 })).body.client
  assert.deepEqual([freed.allowed_ips, freed.per_minute, freed.integration_id], [null, null, null])
  assert.equal((await grant(client, client.secret)).status, 200)
})

test('deleting a client ends its tokens at once', async () => {
  const client = await create()
  const { access_token } = (await grant(client, client.secret)).body
  const bearer = app.as({ bearer: access_token })
  assert.equal((await bearer.get('/api/v2/groups')).status, 200)
  assert.equal((await app.api.delete(`/api/v2/oauth/clients/${client.id}`)).status, 204)
  const refused = await bearer.get('/api/v2/groups')
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_token'])
  assert.equal((await app.api.get(`/api/v2/oauth/clients/${client.id}`)).status, 404)
  const [last] = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=oauth_client&filter[source_id]=${client.id}`)).body.audit_logs
  assert.equal(last.action, 'destroy')
})

test('lists are paged in both styles; mine lists only own clients, and global clients have their own list', async () => {
  const admin = await putUser(app, { role: 'admin' })
  const theirs = await create({ user_id: admin.id })
  const foreign = await create()
  await app.database.database.run(
    defineStatement<unknown>('update oauth_clients set global = true where account_id = $1 and id = $2')(app.account_id, foreign.id),
  )
  const ids = (body: Record<string, { id: number }[]>, key: string) => (body[key] ?? []).map((client) => client.id)
  const all = await app.api.get('/api/v2/oauth/clients.json')
  assert.deepEqual(Object.keys(all.body), ['clients', 'next_page', 'previous_page', 'count'])
  assert.ok(ids(all.body, 'clients').includes(theirs.id) && !ids(all.body, 'clients').includes(foreign.id))
  const page = await app.api.get('/api/v2/oauth/clients?page[size]=2&sort=-created_at')
  assert.deepEqual([page.body.clients.length, page.body.meta.has_more], [2, true])
  assert.deepEqual(
    ids((await app.as({ email: admin.email, token: app.admin.token }).get('/api/v2/users/me/oauth/clients')).body, 'clients'),
    [theirs.id],
  )
  const global = (await app.api.get('/api/v2/oauth/global_clients')).body.global_clients
  assert.deepEqual(
    global.map((client: object) => Object.keys(client)),
    [['id', 'name', 'identifier', 'company', 'description', 'logo_url', 'kind']],
  )
  assert.equal(global[0].id, foreign.id)
  assert.deepEqual((await app.api.get(`/api/v2/oauth/global_clients/${foreign.id}`)).body.global_client, global[0])
  assert.equal((await app.api.get(`/api/v2/oauth/global_clients/${theirs.id}`)).status, 404)
})

test('the tokens of global clients are counted, expired ones only on request', async () => {
  const foreign = await create()
  await app.database.database.run(
    defineStatement<unknown>('update oauth_clients set global = true where account_id = $1 and id = $2')(app.account_id, foreign.id),
  )
  await grant(foreign, foreign.secret)
  const { access_token } = (await grant(foreign, foreign.secret)).body
  const path = `/api/v2/oauth/global_clients/token_summary?global_client_id=${foreign.id}`
  const summary = async (more = '') => (await app.api.get(path + more)).body
  assert.deepEqual((await summary()).global_clients, [{ id: foreign.id, last_used_at: null, tokens_count: 2 }])
  assert.equal((await app.as({ bearer: access_token }).get('/api/v2/groups')).status, 200)
  await app.running.server.requestLog.flush()
  assert.match((await summary()).global_clients[0].last_used_at, /^\d{4}-\d\d-\d\dT[\d:]+Z$/)
  await setUp(app, { clock: { mode: 'shifted', offset_seconds: 3600 } })
  assert.equal((await summary()).global_clients[0].tokens_count, 0)
  assert.equal((await summary('&include_expired=true')).global_clients[0].tokens_count, 2)
  await setUp(app, { clock: { mode: 'real' } })
  assert.deepEqual((await summary('&page[size]=1')).meta.has_more, false)
  assert.equal((await app.api.get('/api/v2/oauth/global_clients/token_summary')).body.count >= 1, true)
})

test('administrators only: 401 without credentials, 403 for an agent, 404 for an unknown id', async () => {
  const { id } = await create()
  const body = { client: { name: 'X', identifier: word() } }
  for (const [who, status] of [
    [app.as({}), 401],
    [agent.api, 403],
  ] as const) {
    for (const path of [
      '/api/v2/oauth/clients',
      `/api/v2/oauth/clients/${id}`,
      '/api/v2/users/me/oauth/clients',
      '/api/v2/oauth/global_clients',
      '/api/v2/oauth/global_clients/token_summary',
      `/api/v2/oauth/global_clients/${id}`,
    ])
      assert.equal((await who.get(path)).status, status, path)
    assert.equal((await who.post('/api/v2/oauth/clients', body)).status, status)
    assert.equal((await who.put(`/api/v2/oauth/clients/${id}`, body)).status, status)
    assert.equal((await who.put(`/api/v2/oauth/clients/${id}/generate_secret`)).status, status)
    assert.equal((await who.delete(`/api/v2/oauth/clients/${id}`)).status, status)
  }
  assert.equal((await app.api.get('/api/v2/oauth/clients/999999999')).status, 404)
  assert.equal((await app.api.put('/api/v2/oauth/clients/999999999', body)).status, 404)
  assert.equal((await app.api.put('/api/v2/oauth/clients/999999999/generate_secret')).status, 404)
  assert.equal((await app.api.delete('/api/v2/oauth/clients/999999999')).status, 404)
  assert.equal((await app.api.get('/api/v2/oauth/clients/mine')).status, 400)
})
