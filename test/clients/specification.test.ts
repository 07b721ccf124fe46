/** The calls of the specification, as worded there, with each way to authenticate. @source docs/reference/specification.md §4, §5 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { type TestApp, useApp } from '../app.ts'

const app = await useApp({}, { own: true }) // looks names up by itself
const production = await useApp({ DESKHAND_INSTANCE_KIND: 'production' })
const encodeBase64 = (text: string) => Buffer.from(text).toString('base64')
const { email, password, token } = app.admin
const withPassword = { Authorization: `Basic ${encodeBase64(`${email}:${password}`)}` }
const withToken = { Authorization: `Basic ${encodeBase64(`${email}/token:${token}`)}` }
const json = { 'Content-Type': 'application/json' }

/** First creates an OAuth client, then its access token. */
async function withAccessToken(): Promise<{ Authorization: string }> {
  const client = { name: 'Scripts', identifier: 'scripts', kind: 'confidential' }
  const { id } = (await app.api.post('/api/v2/oauth/clients', { client })).body.client
  const made = await app.api.post('/api/v2/oauth/tokens', { token: { client_id: id, scopes: ['read', 'write'] } })
  return { Authorization: `Bearer ${made.body.token.full_token}` }
}

async function newAutomation(title: string): Promise<number> {
  const conditions = {
    all: [
      { field: 'status', operator: 'is', value: 'open' },
      { field: 'OPEN', operator: 'is', value: '48' },
    ],
    any: [],
  }
  const actions = [{ field: 'current_tags', value: title }]
  const answer = await app.api.post('/api/v2/automations', { automation: { title, conditions, actions } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.automation.id
}

const ways: [string, () => Promise<{ Authorization: string }> | { Authorization: string }][] = [
  ['email and password', () => withPassword],
  ['email/token and API token', () => withToken],
  ['an OAuth access token', withAccessToken],
]

for (const [name, credentials] of ways) {
  // @source docs/reference/specification.md §5.8
  test(`with ${name}: the users are listed, an automation is shown, disabled and deleted`, async () => {
    const headers = await credentials()
    const users = await fetch(`${app.base_url}/api/v2/users.json`, { headers })
    assert.equal(users.status, 200)
    const { users: list, count } = (await users.json()) as { users: { email: string }[]; count: number }
    assert.ok(list.some((user) => user.email === email) && count === list.length)

    const address = `${app.base_url}/api/v2/automations/${await newAutomation(name.replace(/\W/g, '_'))}`
    const shown = await fetch(address, { headers })
    assert.equal(shown.status, 200)
    assert.equal(((await shown.json()) as { automation: { active: boolean } }).automation.active, true)

    const body = JSON.stringify({ automation: { active: false } })
    const disabled = await fetch(address, { method: 'PUT', headers: { ...headers, ...json }, body })
    assert.equal(disabled.status, 200)
    assert.equal(((await disabled.json()) as { automation: { active: boolean } }).automation.active, false)

    const deleted = await fetch(address, { method: 'DELETE', headers: { ...headers, ...json } })
    assert.deepEqual([deleted.status, await deleted.text()], [204, ''])
    assert.equal((await fetch(address, { headers })).status, 404)
  })
}

// @source docs/reference/specification.md §5.9
test('credentials given directly, as the user option of curl has them, are the same header', async () => {
  for (const [auth, status] of [
    [`${email}:${password}`, 200],
    [`${email}/token:${token}`, 200],
    [`${email}/token:${password}`, 401],
    [`${email}:${token}`, 401],
  ] as const) {
    const asking = request(`${app.base_url}/api/v2/users.json`, { auth }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, status, auth)
  }
})

test('without credentials, or with wrong ones, nothing is returned', async () => {
  const wrong = [
    {},
    { Authorization: `Basic ${encodeBase64(`${email}:wrong`)}` },
    { Authorization: `Basic ${encodeBase64(`${email}/token:wrong`)}` },
    { Authorization: 'Bearer wrong' },
  ]
  for (const headers of wrong) {
    const answer = await fetch(`${app.base_url}/api/v2/users.json`, { headers })
    assert.equal(answer.status, 401)
    assert.ok(!(await answer.text()).includes(email))
  }
})

test('on a production instance a password is refused and a token is not', async () => {
  const ask = async ({ base_url }: TestApp, headers: Record<string, string>) =>
    (await fetch(`${base_url}/api/v2/users.json`, { headers })).status
  assert.deepEqual([await ask(production, withPassword), await ask(production, withToken)], [401, 200])
  assert.deepEqual([await ask(app, withPassword), await ask(app, withToken)], [200, 200])
})
