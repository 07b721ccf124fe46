import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUser } from '../../test/access.ts'
import { useApp } from '../../test/app.ts'
import type { Client } from '../../test/client.ts'
import { makeWith } from '../../test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const client = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Widening', identifier: 'widening' } })).body.client
const withScopes = async (...scopes: string[]) =>
  app.as({ bearer: (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })).body.token.full_token })
const narrow = await withScopes('users:write')
const LACKS = { error: 'Forbidden', description: 'You are missing the following required scopes: read, write' }
const PASSWORD = 'a long enough one'

async function refuses(...calls: ReturnType<Client['get']>[]): Promise<void> {
  for (const answer of await Promise.all(calls)) assert.deepEqual([answer.status, answer.body], [403, LACKS])
}

test('a token for users alone gives nobody a password', async () => {
  const { id } = await make.agent()
  await refuses(
    narrow.post(`/api/v2/users/${id}/password`, { password: PASSWORD }),
    narrow.put(`/api/v2/users/${app.admin.id}/password`, { previous_password: app.admin.password, password: PASSWORD }),
    narrow.post('/api/v2/users', { user: { name: 'A', password: PASSWORD } }),
    narrow.post('/api/v2/users/create_or_update', { user: { name: 'A', external_id: 'w-1', password: PASSWORD } }),
    narrow.post('/api/v2/users/create_many', { users: [{ name: 'A', password: PASSWORD }] }),
    narrow.post('/api/v2/users/create_or_update_many', { users: [{ name: 'A', password: PASSWORD }] }),
  )
  const whole = await withScopes('read', 'write')
  assert.equal((await whole.post(`/api/v2/users/${id}/password`, { password: PASSWORD })).status, 200)
})

test('a token for users alone makes nobody staff', async () => {
  const { id } = await make.user()
  await refuses(
    ...['agent', 'admin'].flatMap((role) => [
      narrow.post('/api/v2/users', { user: { name: 'A', role } }),
      narrow.put(`/api/v2/users/${id}`, { user: { role } }),
      narrow.post('/api/v2/users/create_or_update', { user: { name: 'A', external_id: 'w-2', role } }),
      narrow.post('/api/v2/users/create_many', { users: [{ name: 'A', role }] }),
      narrow.post('/api/v2/users/create_or_update_many', { users: [{ name: 'A', role }] }),
      narrow.put(`/api/v2/users/update_many?ids=${id}`, { user: { role } }),
      narrow.put('/api/v2/users/update_many', { users: [{ id, role }] }),
    ]),
  )
})

test('a token for users alone does what users are about', async () => {
  assert.equal((await narrow.post('/api/v2/users', { user: { name: 'A' } })).status, 201)
  const { id } = await make.agent()
  assert.equal((await narrow.put(`/api/v2/users/${id}`, { user: { role: 'agent', alias: 'as before' } })).status, 200)
  assert.equal((await narrow.post('/api/v2/users/create_many', { users: [{ name: 'A', role: 'end-user' }] })).status, 200)
})

test('nobody gives himself a password without knowing the old one, not even the owner', async () => {
  const admin = await putUser(app, { role: 'admin', password: PASSWORD })
  for (const { id, email, password } of [app.admin, { ...admin, password: PASSWORD }]) {
    const own = app.as({ email, password })
    assert.equal((await own.post(`/api/v2/users/${id}/password`, { password: 'another long one' })).status, 403)
    assert.equal((await own.get('/api/v2/users/me')).body.user.id, id)
  }
})
