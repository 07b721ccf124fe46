import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { registerClient } from '#test/oauth.ts'
import { putPerson } from '#test/records.ts'
import { signInUser } from '#test/session.ts'

const app = await useApp()
const session = await signInUser(app, app.admin)
const PATH = '/api/v2/deskhand/radar'
const SETTINGS = '/api/v2/deskhand/settings'
const NOBODY = { at: null, whole_instance: false, api_token_ids: [], user_ids: [], oauth_client_ids: [] }

const put = async (settings: object) => {
  const { status, body } = await session.put(SETTINGS, { settings })
  assert.equal(status, 200, JSON.stringify(body))
}
const rehearse = (rehearsal: object) => put({ api: { rehearsal: { ...NOBODY, ...rehearsal } } })

async function readRetirement(key: string): Promise<any> {
  await app.running.server.requestLog.flush()
  const { status, body } = await session.get(PATH)
  assert.equal(status, 200, JSON.stringify(body))
  return body.radar.retirements.find((one: any) => one.key === key)
}

async function makeToken(description: string) {
  const { status, body } = await session.post('/api/v2/api_tokens', {
    api_token: { description, exception: 'team_automation', reason: 'A test' },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const { id, token } = body.api_token
  return { id: id as number, api: app.as({ email: app.admin.email, token }) }
}

// @source docs/reference/specification.md §5.4.2, §9
test('the radar lists who still calls with API tokens, with the days left by the clock of the account', async () => {
  await put({ clock: { mode: 'frozen', at: '2027-04-20T00:00:00Z' } })
  const script = await makeToken('A nightly script')
  await script.api.get('/api/v2/groups', { 'user-agent': 'nightly/2' })
  await script.api.get('/api/v2/groups', { 'user-agent': 'nightly/2' })
  const { ends_at, days_left, callers, replacement } = await readRetirement('api_tokens')
  assert.deepEqual([ends_at, days_left], ['2027-04-30T00:00:00Z', 10])
  assert.match(replacement, /OAuth/)
  const caller = callers.find((one: any) => one.credential_id === script.id)
  const { label, user, user_agent, ip_address, calls, blocked_from, rehearsing } = caller
  assert.deepEqual([label, user, user_agent, ip_address, calls], ['A nightly script', app.admin.email, 'nightly/2', '127.0.0.1', 2])
  assert.deepEqual([blocked_from, rehearsing], [null, false])
  await put({ api: { token_after_sunset: 'refuse' } })
  assert.equal((await readRetirement('api_tokens')).callers[0].blocked_from, '2027-04-30T00:00:00Z')
  await put({ clock: { mode: 'real' }, api: { token_after_sunset: 'header' } })
})

test('a deactivated token is no longer listed as a caller', async () => {
  const script = await makeToken('A script that ends')
  await script.api.get('/api/v2/groups')
  const isListed = async () => (await readRetirement('api_tokens')).callers.some((one: any) => one.credential_id === script.id)
  assert.equal(await isListed(), true)
  await session.put(`/api/v2/api_tokens/${script.id}`, { api_token: { active: false } })
  assert.equal(await isListed(), false)
})

test('the radar lists callers with passwords of staff, with tokens that never expire and with tokens of the password grant', async () => {
  const { email, password } = app.admin
  await app.as({ email, password }).get('/api/v2/groups')
  const client = await registerClient(app, { kind: 'confidential' })
  const never = (await session.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body.token
  const { client_id, client_secret } = client
  const grant = { grant_type: 'password', client_id, client_secret, username: email, password, scope: 'read' }
  const granted = await app.as({}).post('/oauth/tokens', grant)
  assert.ok(granted.status < 300, JSON.stringify(granted.body))
  await app.as({ bearer: never.token }).get('/api/v2/groups')
  await app.as({ bearer: granted.body.access_token }).get('/api/v2/groups')
  assert.deepEqual(
    (await readRetirement('passwords')).callers.map((one: any) => [one.credential_kind, one.user]),
    [['password', email]],
  )
  const ids = async (key: string) => (await readRetirement(key)).callers.map((one: any) => one.credential_id)
  assert.ok((await ids('unexpiring_tokens')).includes(never.id))
  assert.equal((await ids('password_grant')).length, 1)
  assert.deepEqual(await ids('implicit_grant'), [])
})

test('an endpoint configured for retirement has callers, and its responses announce the end', async () => {
  const ends_at = '2027-01-31T00:00:00Z'
  await put({ api: { retired_endpoints: [{ route: 'GET /api/v2/groups/count', ends_at, replacement: 'Count yourself' }] } })
  const { token } = (await session.post('/api/v2/oauth/tokens', { token: { client_id: (await registerClient(app)).id, scopes: ['read'] } }))
    .body.token
  const { status, headers } = await app.as({ bearer: token }).get('/api/v2/groups/count.json')
  assert.deepEqual([status, headers.get('sunset')], [200, 'Sun, 31 Jan 2027 00:00:00 GMT'])
  assert.equal((await app.as({ bearer: token }).get('/api/v2/groups')).headers.get('sunset'), null)
  const found = await readRetirement('endpoint:GET /api/v2/groups/count')
  assert.deepEqual([found.ends_at, found.replacement, found.callers_count, found.calls], [ends_at, 'Count yourself', 1, 1])
  await rehearse({ at: '2027-02-01T00:00:00Z', whole_instance: true })
  const gone = await app.as({ bearer: token }).get('/api/v2/groups/count')
  assert.deepEqual([gone.status, gone.body], [404, { error: 'InvalidEndpoint', description: 'Not found' }])
  assert.equal((await session.get('/api/v2/groups/count')).status, 200)
  await rehearse({})
  await put({ api: { retired_endpoints: [] } })
})

test('in a rehearsal, only the chosen token is refused as it will be on that date, and the response says so', async () => {
  const chosen = await makeToken('Rehearses')
  const other = await makeToken('Does not')
  await rehearse({ at: '2027-05-01T00:00:00Z', api_token_ids: [chosen.id] })
  const refused = await chosen.api.get('/api/v2/groups')
  assert.deepEqual(
    [refused.status, refused.body],
    [401, { error: "Couldn't authenticate you", description: 'API tokens have been retired. Use an OAuth access token.' }],
  )
  const header = (name: string) => refused.headers.get(name)
  assert.deepEqual([header('x-deskhand-rehearsal'), header('sunset')], ['2027-05-01T00:00:00Z', 'Fri, 30 Apr 2027 00:00:00 GMT'])
  const answer = await other.api.get('/api/v2/groups')
  assert.deepEqual([answer.status, answer.headers.get('x-deskhand-rehearsal')], [200, null])
  const callers = (await readRetirement('api_tokens')).callers as { credential_id: number; rehearsing: boolean; calls: number }[]
  const isSimulated = (id: number) => callers.find((one) => one.credential_id === id)?.rehearsing
  assert.deepEqual([isSimulated(chosen.id), isSimulated(other.id)], [true, false])
  await rehearse({ at: '2027-04-29T23:59:59Z', api_token_ids: [chosen.id] })
  const before = await chosen.api.get('/api/v2/groups')
  assert.deepEqual([before.status, before.headers.get('x-deskhand-rehearsal')], [200, '2027-04-29T23:59:59Z'])
  await rehearse({})
  assert.equal((await chosen.api.get('/api/v2/groups')).headers.get('x-deskhand-rehearsal'), null)
})

test('a rehearsal for users and clients ends passwords, the password grant and new API tokens for them', async () => {
  const person = await putPerson(app, { role: 'admin' })
  await session.post(`/api/v2/users/${person.id}/password`, { password: 'a long enough phrase' })
  const byPassword = app.as({ email: person.email, password: 'a long enough phrase' })
  assert.equal((await byPassword.get('/api/v2/groups')).status, 200)
  await rehearse({ at: '2027-05-01T00:00:00Z', user_ids: [person.id] })
  const refused = await byPassword.get('/api/v2/groups')
  assert.deepEqual(
    [refused.status, refused.body.description],
    [401, 'Password access to the API has been retired. Use an OAuth access token.'],
  )
  const me = await byPassword.get('/api/v2/users/me')
  assert.deepEqual([me.status, me.body.user.id], [200, null])
  assert.equal((await app.as({ email: app.admin.email, password: app.admin.password }).get('/api/v2/groups')).status, 200)
  const client = await registerClient({ api: app.inPerson }, { kind: 'confidential', may_act_in_person: true })
  const { client_id, client_secret } = client
  const account = { username: app.admin.email, password: app.admin.password }
  const grant = () =>
    app.as({}).post('/oauth/tokens', { grant_type: 'password', client_id, client_secret, scope: 'read write in_person', ...account })
  const granted = await grant()
  assert.ok(granted.status < 300)
  await rehearse({ at: '2027-05-01T00:00:00Z', oauth_client_ids: [client.id] })
  assert.deepEqual([(await grant()).status, (await grant()).body.error], [400, 'unsupported_grant_type'])
  const bearer = app.as({ bearer: granted.body.access_token })
  const answer = await bearer.get('/api/v2/groups')
  assert.deepEqual([answer.status, answer.headers.get('x-deskhand-rehearsal')], [200, '2027-05-01T00:00:00Z'])
  const made = await bearer.post('/api/v2/api_tokens', {
    api_token: { description: 'Late', exception: 'team_automation', reason: 'A test' },
  })
  assert.equal(made.status, 422)
  assert.match(JSON.stringify(made.body), /API tokens can no longer be created since 27 October 2026/)
  await rehearse({})
})

test('a rehearsal for the whole account excludes the dashboard, so that it can be ended there', async () => {
  await rehearse({ at: '2027-05-01T00:00:00Z', whole_instance: true })
  assert.equal((await app.api.get('/api/v2/groups')).status, 401)
  const page = await session.get('/api/v2/groups')
  assert.deepEqual([page.status, page.headers.get('x-deskhand-rehearsal')], [200, null])
  const again = await signInUser(app, app.admin)
  assert.equal((await again.put(SETTINGS, { settings: { api: { rehearsal: NOBODY } } })).status, 200)
  assert.equal((await app.api.get('/api/v2/groups')).status, 200)
  const { audit_logs } = (await session.get('/api/v2/audit_logs?sort=-created_at&filter[source_type]=account_setting')).body
  const entries = audit_logs.filter((entry: any) => entry.source_label === 'api.rehearsal.at')
  assert.match(entries[0].change_description, /from 1 May 2027, 00:00 \(UTC\) to null/)
  assert.match(entries[1].change_description, /from null to 1 May 2027, 00:00 \(UTC\)/)
})

test('a rehearsal also works for a production account, whose clock cannot be moved', async () => {
  const rehearsal = { at: '2027-05-01T00:00:00.000Z', whole_instance: true }
  const settings = { rate_limit: { plan: 'unlimited' }, api: { rehearsal } }
  const live = await putInstance(app, { kind: 'production', settings })
  const { status, headers } = await live.api.get('/api/v2/groups')
  assert.deepEqual([status, headers.get('x-deskhand-rehearsal')], [401, '2027-05-01T00:00:00Z'])
})

test('the radar can be exported as CSV with all callers', async () => {
  const { status, headers, body } = await session.get(`${PATH}?format=csv`)
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="radar_\d{4}-\d\d-\d\d\.csv"$/)
  const [head, ...lines] = (body as string).trimEnd().split('\r\n')
  assert.match(head ?? '', /^retirement,title,ends_at,days_left,credential,/)
  assert.ok(lines.some((line) => line.startsWith('api_tokens,API tokens,2027-04-30T00:00:00Z,')))
})

test('a rehearsal without a date or callers, an invalid endpoint, and callers who are no administrators are refused', async () => {
  const bad = [
    [{ rehearsal: { at: '2027-05-01T00:00:00Z' } }, 422],
    [{ rehearsal: { at: '2027-05-01T00:00:00Z', user_ids: [0] } }, 422],
    [{ rehearsal: { at: 'soon' } }, 400],
    [{ retired_endpoints: [{ route: 'groups', ends_at: '2027-01-01' }] }, 422],
    [{ retired_endpoints: [{ route: 'GET /api/v2/groups' }] }, 422],
    [{ retired_endpoints: [1, 2].map(() => ({ route: 'GET /api/v2/groups', ends_at: '2027-01-01' })) }, 422],
  ] as const
  for (const [api, status] of bad) assert.equal((await session.put(SETTINGS, { settings: { api } })).status, status, JSON.stringify(api))
  const agent = await putPerson(app, { role: 'agent' })
  assert.equal((await agent.api.put(SETTINGS, { settings: { api: { rehearsal: NOBODY } } })).status, 403)
  assert.equal((await session.get(`${PATH}?format=pdf`)).status, 400)
})
