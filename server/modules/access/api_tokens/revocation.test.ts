import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeClient } from '#test/client.ts'

const app = await useApp({}, { own: true }) // starts other processes
await trackIssues(app)
const other = await app.another()
const ROUNDS = 60

// @source docs/reference/specification.md §5.4.3
test('a token that one process deactivates is refused by the next call to the other, every time', async () => {
  const { id, token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: 'https://issues.example.com/1' } })).body
    .api_token
  const elsewhere = makeClient(other.base_url, {
    authorization: `Basic ${Buffer.from(`${app.admin.email}/token:${token}`).toString('base64')}`,
  })
  const seen: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await elsewhere.get('/api/v2/groups/count')
    await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })
    const revoked = await elsewhere.get('/api/v2/groups/count')
    await app.inPerson.put(`/api/v2/api_tokens/${id}`, { api_token: { active: true } })
    seen.push(`${before.status} ${revoked.status}`)
  }
  assert.deepEqual([...new Set(seen)], ['200 401'])
})

test('an access token that one process revokes is refused by the next call to the other, every time', async () => {
  const client = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Many', identifier: 'many' } })).body.client
  const seen: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, token } = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body.token
    const elsewhere = makeClient(other.base_url, { authorization: `Bearer ${token}` })
    const before = await elsewhere.get('/api/v2/groups/count')
    await app.api.delete(`/api/v2/oauth/tokens/${id}`)
    seen.push(`${before.status} ${(await elsewhere.get('/api/v2/groups/count')).status}`)
  }
  assert.deepEqual([...new Set(seen)], ['200 401'])
})
