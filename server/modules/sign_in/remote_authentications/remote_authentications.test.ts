import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const PATH = '/api/v2/remote_authentications'

test("an identity provider is shown in the public API's format, without its secret", async () => {
  assert.deepEqual((await app.api.get(PATH)).body, { remote_authentications: [] })
  const identity_provider = { name: 'Work', issuer: 'https://127.0.0.1', client_id: 'desk', client_secret: 'never to be seen' }
  const made = await app.inPerson.post('/api/v2/identity_providers', { identity_provider })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [shown] = (await app.api.get(`${PATH}.json`)).body.remote_authentications
  assert.deepEqual(
    [shown.name, shown.auth_mode, shown.auth_mode_name, shown.issuer_url, shown.agent_primary],
    ['Work', 4, 'oidc', 'https://127.0.0.1', true],
  )
  assert.ok(!JSON.stringify(shown).includes('never to be seen'))
})

test('without credentials 401, agents 403', async () => {
  const agent = await makeWith(app.api).agent()
  assert.equal((await app.as({}).get(PATH)).status, 401)
  assert.equal((await app.as({ email: agent.email, token: app.admin.token }).get(PATH)).status, 403)
})
