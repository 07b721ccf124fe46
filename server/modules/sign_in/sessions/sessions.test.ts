import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const nobody = app.as({})
const PASSWORD = 'a long enough one'

async function signIn(credentials: { email: string; password: string }, headers: Record<string, string> = {}) {
  const answer = await nobody.post('/access/sign_in', credentials, headers)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] as string
  const csrf: string = answer.body.user.authenticity_token
  return { answer, cookie, read: { cookie }, write: { cookie, 'x-csrf-token': csrf }, csrf }
}

test('signing in opens a session by a cookie that scripts cannot read', async () => {
  const { answer, read } = await signIn(app.admin)
  const [session, device] = answer.headers.getSetCookie()
  assert.match(session ?? '', /^deskhand_session=dhs_\w+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/)
  assert.match(device ?? '', /^deskhand_device=dhd_\w+; Path=\/access; Max-Age=7776000; HttpOnly; SameSite=Lax$/)
  assert.deepEqual([answer.body.user.id, answer.body.user.email], [app.admin.id, app.admin.email])
  assert.ok(answer.body.user.last_login_at !== null)
  const me = await nobody.get('/api/v2/users/me', read)
  assert.deepEqual([me.body.user.id, me.body.user.authenticity_token], [app.admin.id, answer.body.user.authenticity_token])
})

test('over https the cookie is sent over https only', async () => {
  const secure = await useApp({ DESKHAND_PUBLIC_URL: 'https://desk.example' })
  const answer = await secure.as({}).post('/access/sign_in', secure.admin)
  const cookies = answer.headers.getSetCookie()
  assert.equal(cookies.length, 2)
  for (const cookie of cookies) assert.match(cookie, /; SameSite=Lax; Secure$/)
})

test('wrong credentials are refused without a challenge, and a form of another site is refused', async () => {
  const wrong = await nobody.post('/access/sign_in', { email: app.admin.email, password: 'wrong' })
  assert.deepEqual(
    [wrong.status, wrong.body, wrong.headers.get('www-authenticate'), wrong.headers.get('set-cookie')],
    [401, { error: "Couldn't authenticate you" }, null, null],
  )
  assert.equal((await nobody.post('/access/sign_in', {})).status, 401)
  const form = `email=${encodeURIComponent(app.admin.email)}&password=${encodeURIComponent(app.admin.password)}`
  assert.equal((await nobody.post('/access/sign_in', form, { 'content-type': 'application/x-www-form-urlencoded' })).status, 415)
  assert.equal((await nobody.post('/access/sign_in', JSON.stringify(app.admin), { 'content-type': 'text/plain' })).status, 415)
})

test('suspended, unverified and deleted users cannot sign in; suspending a signed-in user ends their sessions', async () => {
  const agent = await make.agent({ password: PASSWORD })
  const unverified = await make.agent({ password: PASSWORD, verified: false })
  const { read } = await signIn({ email: agent.email, password: PASSWORD })
  assert.equal((await nobody.get('/api/v2/users', read)).status, 200)
  await app.api.put(`/api/v2/users/${agent.id}`, { user: { suspended: true } })
  assert.equal((await nobody.get('/api/v2/users', read)).status, 401)
  for (const user of [agent, unverified])
    assert.equal((await nobody.post('/access/sign_in', { email: user.email, password: PASSWORD })).status, 401)
  await app.api.put(`/api/v2/users/${agent.id}`, { user: { suspended: false } })
  const again = await signIn({ email: agent.email, password: PASSWORD })
  await app.api.delete(`/api/v2/users/${agent.id}`)
  assert.equal((await nobody.get('/api/v2/users', again.read)).status, 401)
})

test('guessing is throttled', async () => {
  const agent = await make.agent({ password: PASSWORD })
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess++)
    statuses.push((await nobody.post('/access/sign_in', { email: agent.email, password: `guess ${guess}` })).status)
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
})

test('people can sign in on a production instance too, where programs may not use passwords', async () => {
  await setUp(app, {}, 'production')
  assert.equal((await app.as(app.admin).get('/api/v2/users')).status, 200, 'by token')
  assert.equal((await app.as({ email: app.admin.email, password: app.admin.password }).get('/api/v2/users')).status, 401)
  const { read } = await signIn(app.admin)
  assert.equal((await nobody.get('/api/v2/users', read)).status, 200)
  await setUp(app, {}, 'development')
})

test('writes of a session carry its CSRF token; signing in again needs none', async () => {
  const { read, write } = await signIn(app.admin)
  assert.equal((await nobody.put('/api/v2/users/me', { user: { alias: 'x' } }, read)).status, 403)
  assert.equal((await nobody.put('/api/v2/users/me', { user: { alias: 'x' } }, write)).status, 200)
  assert.notEqual((await signIn(app.admin, read)).cookie, read.cookie)
})

test('callers see their own session and its CSRF token', async () => {
  const { read, csrf } = await signIn(app.admin)
  const { session } = (await nobody.get('/api/v2/users/me/session.json', read)).body
  const { id: _id, url: _url, authenticated_at: _at, last_seen_at: _seen, user_agent, ...rest } = session
  assert.deepEqual(rest, { user_id: app.admin.id, ip_address: '127.0.0.1', method: 'password', second_factor: false })
  assert.equal(typeof user_agent, 'string')
  assert.equal(session.url, `${app.base_url}/api/v2/users/${app.admin.id}/sessions/${session.id}.json`)
  assert.deepEqual((await nobody.get('/api/v2/users/me/session/renew', read)).body, { authenticity_token: csrf })
  assert.deepEqual((await nobody.get(`/api/v2/users/${app.admin.id}/sessions/${session.id}`, read)).body, { session })
})

test('a password and tokens see their call as a session that is stored nowhere and lets nobody in', async () => {
  const agent = await make.agent({ password: PASSWORD })
  const { client: program } = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Reader', identifier: 'reader' } })).body
  const { token } = (await app.inPerson.post('/api/v2/oauth/tokens', { token: { client_id: program.id, scopes: ['read'] } })).body
  const sessions = async (id: number) => (await app.api.get(`/api/v2/users/${id}/sessions?per_page=100`)).body.sessions.length
  for (const [method, client, id] of [
    ['password', app.as({ email: agent.email, password: PASSWORD }), agent.id],
    ['api_token', app.as({ email: agent.email, token: app.admin.token }), agent.id],
    ['oauth', app.as({ bearer: token.full_token }), app.admin.id],
  ] as const) {
    const before = await sessions(id)
    const shown = await client.get('/api/v2/users/me/session')
    const { session } = shown.body
    assert.deepEqual(
      [shown.status, session.user_id, session.method, session.second_factor, shown.headers.get('set-cookie')],
      [200, id, method, false, null],
      JSON.stringify(shown.body),
    )
    assert.equal(session.url, `${app.base_url}/api/v2/users/${id}/sessions/${session.id}.json`)
    assert.equal(session.authenticated_at, session.last_seen_at)
    const renewed = await client.get('/api/v2/users/me/session/renew')
    assert.equal(renewed.status, 200)
    const { authenticity_token } = renewed.body
    assert.notEqual((await client.get('/api/v2/users/me/session/renew')).body.authenticity_token, authenticity_token)
    assert.equal(await sessions(id), before, method)
    assert.equal((await app.api.get(`/api/v2/users/${id}/sessions/${session.id}`)).status, 404, method)
    for (const cookie of [authenticity_token, String(session.id)])
      assert.equal((await nobody.get('/api/v2/users', { cookie: `deskhand_session=${cookie}` })).status, 401, method)
    const { read } = await signIn({ email: agent.email, password: PASSWORD })
    const forged = { ...read, 'x-csrf-token': authenticity_token }
    assert.equal((await nobody.put('/api/v2/users/me', { user: { alias: 'x' } }, forged)).status, 403, method)
  }
})

test('signing out ends the session and deletes the cookie', async () => {
  const { read, write } = await signIn(app.admin)
  const out = await nobody.delete('/api/v2/users/me/logout', undefined, write)
  assert.deepEqual([out.status, out.headers.get('set-cookie')], [204, 'deskhand_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'])
  assert.equal((await nobody.get('/api/v2/users/me', read)).body.user.id, null)
  assert.equal((await app.api.delete('/api/v2/users/me/logout')).status, 204)
})

test('admins see and end all sessions, other users their own', async () => {
  const agent = await make.agent({ password: PASSWORD })
  const one = await signIn({ email: agent.email, password: PASSWORD })
  const two = await signIn({ email: agent.email, password: PASSWORD })
  const ids = async (path: string, headers?: Record<string, string>) =>
    (await (headers === undefined ? app.api : nobody).get(path, headers)).body.sessions.map(
      (session: { user_id: number }) => session.user_id,
    )
  assert.ok(new Set(await ids('/api/v2/sessions.json?page[size]=100')).size > 1)
  assert.deepEqual(await ids('/api/v2/sessions', one.read), [agent.id, agent.id])
  assert.deepEqual(await ids(`/api/v2/users/${agent.id}/sessions`), [agent.id, agent.id])
  for (const answer of [
    nobody.get(`/api/v2/users/${app.admin.id}/sessions`, one.read),
    nobody.get(`/api/v2/users/${app.admin.id}/sessions/1`, one.read),
    nobody.delete(`/api/v2/users/${app.admin.id}/sessions`, undefined, one.write),
    nobody.delete(`/api/v2/users/${app.admin.id}/sessions/1`, undefined, one.write),
  ])
    assert.equal((await answer).status, 403)
  const [first] = (await app.api.get(`/api/v2/users/${agent.id}/sessions`)).body.sessions
  assert.equal((await nobody.delete(`/api/v2/users/${agent.id}/sessions/${first.id}.json`, undefined, two.write)).status, 204)
  assert.equal((await nobody.get('/api/v2/users', one.read)).status, 401)
  assert.equal((await nobody.get('/api/v2/users', two.read)).status, 200)
  assert.equal((await app.api.delete(`/api/v2/users/${agent.id}/sessions`)).status, 204)
  assert.equal((await nobody.get('/api/v2/users', two.read)).status, 401)
  const three = await signIn({ email: agent.email, password: PASSWORD })
  const out = await app.api.post(`/api/v2/users/logout_many?ids=${agent.id}`)
  assert.equal(out.status, 202)
  assert.equal((await nobody.get('/api/v2/users', three.read)).status, 401)
})

test("ending another user's sessions is audited with who did it, signing out is not", async () => {
  const agent = await make.agent({ password: PASSWORD })
  const path = `/api/v2/users/${agent.id}/sessions`
  const entries = async () =>
    (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${agent.id}`)).body.audit_logs.filter(
      (entry: { change_description: string; actor_id: number }) =>
        entry.change_description === 'Signed out' && entry.actor_id === app.admin.id,
    ).length
  const { write } = await signIn({ email: agent.email, password: PASSWORD })
  await signIn({ email: agent.email, password: PASSWORD })
  assert.equal((await nobody.delete('/api/v2/users/me/logout', undefined, write)).status, 204)
  assert.equal(await entries(), 0)
  const [{ id }] = (await app.api.get(path)).body.sessions
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 204)
  assert.equal(await entries(), 1)
  assert.equal((await app.api.delete(path)).status, 204)
  assert.equal(await entries(), 2)
  assert.equal((await app.api.post(`/api/v2/users/logout_many?ids=${agent.id},${app.admin.id}`)).status, 202)
  assert.equal(await entries(), 3)
})

test('the list of sessions supports only cursors', async () => {
  const { body } = await app.api.get('/api/v2/sessions?page=2&per_page=1')
  assert.deepEqual(Object.keys(body), ['sessions', 'meta', 'links'])
})

test('without credentials sessions answer 401, unknown ones 404', async () => {
  for (const path of ['sessions', 'users/1/sessions', 'users/1/sessions/1', 'users/me/session', 'users/me/session/renew'])
    assert.equal((await nobody.get(`/api/v2/${path}`)).status, 401, path)
  for (const path of ['users/1/sessions', 'users/1/sessions/1', 'users/me/logout'])
    assert.equal((await nobody.delete(`/api/v2/${path}`)).status, 401, path)
  assert.equal((await app.api.get('/api/v2/users/99999999/sessions')).status, 404)
  assert.equal((await app.api.get(`/api/v2/users/${app.admin.id}/sessions/99999999`)).status, 404)
  assert.equal((await app.api.delete(`/api/v2/users/${app.admin.id}/sessions/99999999`)).status, 404)
})
