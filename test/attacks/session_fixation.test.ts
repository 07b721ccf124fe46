/** Attack: make a user sign in to a session, a single sign-on or a cookie that the attacker chose or knows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecret } from '#core/secrets.ts'
import { putUser } from '../access.ts'
import { useApp } from '../app.ts'
import { makeClient } from '../client.ts'
import { sessionOf, signInUser } from '../session.ts'

const app = await useApp()
const PASSWORD = 'correct horse battery'
const planted = `deskhand_session=${makeSecret('dhs')}`
const createPerson = async () => ({ ...(await putUser(app, { role: 'agent', password: PASSWORD })), password: PASSWORD })

test('signing in creates a new session, whatever cookie the browser sends', async () => {
  const one = await createPerson()
  const answer = await makeClient(app.base_url, { cookie: planted }).post('/access/sign_in', one)
  const session = sessionOf(app.base_url, answer)
  assert.notEqual(session.cookie, planted)
  assert.equal((await makeClient(app.base_url, { cookie: planted }).get('/api/v2/groups')).status, 401)
  assert.equal((await session.get('/api/v2/users/me')).body.user.id, one.id)
})

test("signing in over another user's session creates a new one and leaves the other unchanged", async () => {
  const attacker = await createPerson()
  const victim = await createPerson()
  const bait = await signInUser(app, attacker)
  const answer = await makeClient(app.base_url, { cookie: bait.cookie }).post('/access/sign_in', victim)
  const session = sessionOf(app.base_url, answer)
  assert.notEqual(session.cookie, bait.cookie)
  assert.notEqual(session.csrf, bait.csrf)
  assert.equal((await bait.get('/api/v2/users/me')).body.user.id, attacker.id)
  assert.equal((await session.get('/api/v2/users/me')).body.user.id, victim.id)
})

test("two sign-ins of one user create two sessions with two CSRF tokens, and neither accepts the other's", async () => {
  const one = await createPerson()
  const first = await signInUser(app, one)
  const second = await signInUser(app, one)
  assert.notEqual(first.cookie, second.cookie)
  const mixed = makeClient(app.base_url, { cookie: first.cookie, 'x-csrf-token': second.csrf })
  assert.equal((await mixed.put('/api/v2/users/me', { user: { alias: 'x' } })).status, 403)
})

test('a session is read from the cookie only, not from the URL, the body or another header', async () => {
  const { cookie } = await signInUser(app, await createPerson())
  const token = cookie.slice(cookie.indexOf('=') + 1)
  const nobody = app.as({})
  for (const query of [`deskhand_session=${token}`, `session=${token}`, `access_token=${token}`, `token=${token}`])
    assert.equal((await nobody.get(`/api/v2/groups?${query}`)).status, 401, query)
  for (const headers of [
    { 'x-session': token },
    { 'deskhand-session': token },
    { authorization: `Session ${token}` },
    { authorization: `Bearer ${token}` },
    { cookie: `x=deskhand_session=${token}` },
    { cookie: `not_deskhand_session=${token}` },
  ])
    assert.equal((await nobody.get('/api/v2/groups', headers)).status, 401, JSON.stringify(headers))
})

test('only the response to signing in sets the session cookie', async () => {
  const session = await signInUser(app, await createPerson())
  for (const path of [
    '/api/v2/users/me',
    '/api/v2/users/me/session',
    '/api/v2/users/me/session/renew',
    '/sign-in',
    '/admin',
    '/access/methods',
  ])
    assert.equal((await session.get(path, { cookie: `${session.cookie}; other=1` })).headers.get('set-cookie'), null, path)
  const cookies = (await app.as({}).post('/access/sign_in', await createPerson())).headers.getSetCookie()
  assert.match(cookies[0] ?? '', /^deskhand_session=dhs_\w{39}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  assert.match(cookies[1] ?? '', /^deskhand_device=dhd_\w{39}; Path=\/access; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  assert.equal(cookies.length, 2)
})
