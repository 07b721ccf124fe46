import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, ownerIdOf, putUser, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'
import { isWellFormedSecret } from '#core/secrets.ts'

const app = await useApp()
await trackIssues(app)
const agent = await putPerson(app, { role: 'agent' })
const KEYS = [
  'id',
  'url',
  'user_id',
  'user_name',
  'user_email',
  'assigned_user_id',
  'assigned_user_name',
  'stopped_because',
  'description',
  'active',
  'created_at',
  'updated_at',
  'last_used',
  'visible_token',
  'expires_at',
  'exception',
  'reason',
  'access_request_id',
  'integration_id',
  'allowed_ips',
  'per_minute',
  'replaced_by_id',
  'replaced_at',
  'silent_days',
  'deactivated_at',
  'deactivation_reason',
  'allowed_acts',
]

const compareNumbers = (one: number, other: number) => one - other
const create = (api_token: object, query = '') => app.inPerson.post(`/api/v2/api_tokens${query}`, { api_token })
const statusWith = async (token: string) => (await app.as({ email: app.admin.email, token }).get('/api/v2/groups')).status
const audits = async (id: number) =>
  (await app.api.get(`/api/v2/audit_logs?filter[source_type]=apitoken&filter[source_id]=${id}&sort=created_at`)).body.audit_logs as {
    action: string
    change_description: string
  }[]

test('creating a token returns its value once and stores only its hash', async () => {
  const made = await create({ description: issueUrl() })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), made.body.api_token.url)
  assert.equal(made.headers.get('cache-control'), 'no-store')
  assert.deepEqual(Object.keys(made.body.api_token), [...KEYS, 'token'])
  const { id, token, visible_token } = made.body.api_token
  assert.match(token, /^dhp_\w{39}$/)
  assert.ok(isWellFormedSecret(token))
  assert.equal(visible_token, `${token.slice(0, 8)}…${token.slice(-4)}`)
  assert.equal(await statusWith(token), 200)
  const shown = await app.api.get(`/api/v2/api_tokens/${id}.json`)
  assert.deepEqual(Object.keys(shown.body.api_token), KEYS)
  const [row] = await app.database.database.all(
    defineStatement<Record<string, unknown>>('select * from api_tokens where account_id = $1 and id = $2')(app.account_id, id),
  )
  assert.doesNotMatch(JSON.stringify(row), new RegExp(token))
})

test('the creator of a token is the caller, with name and e-mail address when include_users is set', async () => {
  const { id, user_id } = (await create({ description: issueUrl() })).body.api_token
  assert.equal(user_id, await ownerIdOf(app))
  const plain = (await app.api.get(`/api/v2/api_tokens/${id}`)).body.api_token
  assert.deepEqual([plain.user_name, plain.user_email], [null, null])
  const named = (await app.api.get(`/api/v2/api_tokens/${id}?include_users=true`)).body.api_token
  assert.deepEqual([named.user_name, named.user_email], ['Administrator', app.admin.email])
})

test('the list is paged both ways and filtered by state', async () => {
  const { id } = (await create({ description: issueUrl() })).body.api_token
  await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })
  const all = await app.api.get('/api/v2/api_tokens.json?include_users=true')
  assert.deepEqual(Object.keys(all.body), ['api_tokens', 'next_page', 'previous_page', 'count'])
  assert.equal(all.body.api_tokens[0].user_email, app.admin.email)
  const inactive = await app.api.get('/api/v2/api_tokens?active=false')
  assert.deepEqual(
    inactive.body.api_tokens.map((token: { id: number }) => token.id),
    [id],
  )
  const page = await app.api.get('/api/v2/api_tokens?page[size]=1&active=true&sort=-id')
  assert.equal(page.body.api_tokens.length, 1)
  assert.equal(page.body.meta.has_more, true)
  assert.equal((await app.api.get('/api/v2/api_tokens?page[size]=1&sort=last_used')).status, 400)
  assert.equal((await app.api.get('/api/v2/api_tokens?page=one')).status, 400)
})

test('the description is the URL of the access request', async () => {
  const wrong = [
    ['for my script', 'InvalidFormat'],
    ['/access/1', 'InvalidFormat'],
    ['ftp://example.com/1', 'InvalidFormat'],
    ['https://', 'InvalidFormat'],
    [' ', 'BlankValue'],
    [null, 'BlankValue'],
  ]
  for (const [description, error] of wrong) {
    const { status, body } = await create({ description })
    assert.equal(status, 422, String(description))
    assert.equal(body.details.description[0].error, error)
  }
  assert.equal((await app.inPerson.post('/api/v2/api_tokens', {})).status, 400)
})

test('an exception replaces the URL and needs a reason, which is kept in the audit log', async () => {
  const blank = await create({ description: 'Nightly triage', exception: 'team_automation', reason: ' ' })
  assert.deepEqual(blank.body.details, { reason: [{ description: 'Reason: cannot be blank', error: 'BlankValue' }] })
  assert.equal((await create({ description: 'Mine', exception: 'because', reason: 'x' })).body.details.exception[0].error, 'InvalidValue')
  assert.equal((await create({ description: 'Mine', exception: 'bootstrap', reason: 'x' })).status, 422)
  const made = await create({ description: 'Nightly triage', exception: 'team_automation', reason: 'Sorts the tickets of the day' })
  assert.equal(made.status, 201)
  const [entry] = await audits(made.body.api_token.id)
  assert.equal(entry?.change_description, 'Created by the exception team_automation: Sorts the tickets of the day')
})

// @source docs/reference/specification.md §5.4.1
test('no token of a lower level can be issued, and the refusal says why', async () => {
  for (const [member, value] of Object.entries({
    role: 'agent',
    level: 'read-only',
    permission: 'light agent',
    scopes: ['tickets:read'],
    scope: 'read',
    permissions: ['tickets:read'],
    read_only: true,
    access: 'read',
    admin: false,
  })) {
    const { status, body } = await create({ description: issueUrl(), [member]: value })
    assert.equal(status, 422, member)
    assert.match(body.details[member][0].description, /every API token is administrator-level/)
  }
  assert.equal((await create({ description: issueUrl(), role: 'admin', level: 'Administrator', scopes: ['read', 'write'] })).status, 201)
  const full = { permissions: ['admin'], read_only: false, access: 'full', admin: true, scope: 'read write' }
  assert.equal((await create({ description: issueUrl(), ...full })).status, 201)
})

test('a token may end on a future day, and be assigned to an administrator who may sign in', async () => {
  const past = await create({ description: issueUrl(), expires_at: '2020-01-01T00:00:00Z' })
  assert.equal(past.body.details.expires_at[0].error, 'InvalidValue')
  const suspended = await putUser(app, { role: 'admin', suspended: true })
  for (const assigned_user_id of [999_999_999, suspended.id])
    assert.equal((await create({ description: issueUrl(), assigned_user_id })).status, 422)
  const other = await putUser(app, { role: 'admin' })
  const made = await create({ description: issueUrl(), expires_at: '2090-01-01T00:00:00Z', assigned_user_id: other.id })
  assert.deepEqual([made.body.api_token.expires_at, made.body.api_token.assigned_user_id], ['2090-01-01T00:00:00Z', other.id])
})

test('deactivating, reactivating and describing a token are audited', async () => {
  const url = issueUrl()
  const other = issueUrl()
  const { id, token } = (await create({ description: url })).body.api_token
  const put = (change: object) => app.inPerson.put(`/api/v2/api_tokens/${id}`, { api_token: change })
  assert.equal((await put({ active: false })).body.api_token.active, false)
  assert.equal(await statusWith(token), 401)
  assert.equal((await put({ active: 'true' })).body.api_token.active, true)
  assert.equal(await statusWith(token), 200)
  assert.equal((await put({ description: 'no URL' })).status, 422)
  assert.equal((await put({ expires_at: '2020-01-01T00:00:00Z' })).status, 422)
  assert.equal((await put({ role: 'agent' })).status, 422)
  assert.equal((await put({ description: other })).body.api_token.description, other)
  assert.equal((await put({ description: other })).status, 200)
  const entries = await audits(id)
  assert.deepEqual(
    entries.map((entry) => entry.action),
    ['create', 'update', 'update', 'update'],
  )
  assert.deepEqual(
    entries.slice(1).map((entry) => entry.change_description),
    ['Deactivated', 'Reactivated', `Description changed from ${url} to ${other}`],
  )
})

test('only an inactive token can be deleted', async () => {
  const { id, token } = (await create({ description: issueUrl() })).body.api_token
  const active = await app.api.delete(`/api/v2/api_tokens/${id}`)
  assert.equal(active.status, 422)
  assert.equal(await statusWith(token), 200)
  await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })
  assert.equal((await app.api.delete(`/api/v2/api_tokens/${id}.json`, {})).status, 204)
  assert.equal((await app.api.get(`/api/v2/api_tokens/${id}`)).status, 404)
  assert.equal((await audits(id)).at(-1)?.action, 'destroy')
})

test('the last use of a token comes from the request log', async () => {
  const { id, token, last_used } = (await create({ description: issueUrl() })).body.api_token
  assert.equal(last_used, null)
  await statusWith(token)
  await app.running.server.requestLog.flush()
  assert.match((await app.api.get(`/api/v2/api_tokens/${id}`)).body.api_token.last_used, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
})

test('administrators only: 401 without credentials, 403 for an agent, 404 for an unknown id, 400 for a word', async () => {
  const { id } = (await create({ description: issueUrl() })).body.api_token
  const body = { api_token: { description: issueUrl() } }
  for (const [who, status] of [
    [app.as({}), 401],
    [agent.api, 403],
  ] as const) {
    assert.equal((await who.get('/api/v2/api_tokens')).status, status)
    assert.equal((await who.post('/api/v2/api_tokens', body)).status, status)
    assert.equal((await who.get(`/api/v2/api_tokens/${id}`)).status, status)
    assert.equal((await who.put(`/api/v2/api_tokens/${id}`, body)).status, status)
    assert.equal((await who.delete(`/api/v2/api_tokens/${id}`)).status, status)
  }
  // a caller who may not create tokens gets no details about the body
  assert.equal((await agent.api.post('/api/v2/api_tokens', { api_token: { description: 'no issue' } })).status, 403)
  for (const path of ['999999999', '9223372036854775807']) {
    assert.equal((await app.api.get(`/api/v2/api_tokens/${path}`)).status, 404)
    assert.equal((await app.api.put(`/api/v2/api_tokens/${path}`, body)).status, 404)
    assert.equal((await app.api.delete(`/api/v2/api_tokens/${path}`)).status, 404)
  }
  assert.equal((await app.api.get('/api/v2/api_tokens/mine')).status, 400)
})

test('an account has at most 256 tokens, also with concurrent requests', async () => {
  const id = app.account_id
  const fill =
    defineStatement<unknown>(`insert into api_tokens (account_id, user_id, description, token_hash, visible_token, created_at, updated_at)
    select $1, $2, 'https://issues.example.com/' || n, decode(md5(n::text), 'hex'), '…', $3, $3 from generate_series(1, 254 - (select count(*) from api_tokens where account_id = $1)) as n`)
  await app.database.database.run(fill(id, await ownerIdOf(app), new Date()))
  const answers = await Promise.all(Array.from({ length: 6 }, () => create({ description: issueUrl() })))
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(compareNumbers), [201, 201, 422, 422, 422, 422])
  assert.match(answers.find((answer) => answer.status === 422)?.body.details.base[0].description, /256/)
})
