import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/sharing_agreements'

test('an agreement is proposed, is pending, changes its status and nothing else, and is deleted', async () => {
  const made = await api.post(PATH, { sharing_agreement: { remote_subdomain: 'Foo' } })
  assert.equal(made.status, 201)
  const { sharing_agreement } = made.body
  assert.equal(made.headers.get('location'), sharing_agreement.url)
  assert.deepEqual([sharing_agreement.status, sharing_agreement.type, sharing_agreement.remote_subdomain], ['pending', 'outbound', 'foo'])
  const path = `${PATH}/${sharing_agreement.id}`
  const changed = (await api.put(path, { sharing_agreement: { status: 'accepted', remote_subdomain: 'bar' } })).body.sharing_agreement
  assert.deepEqual([changed.status, changed.remote_subdomain], ['accepted', 'foo'])
  assert.equal((await api.put(path, { sharing_agreement: { status: 'great' } })).status, 422)
  assert.equal((await api.get(`${PATH}.json`)).body.count, 1)
  assert.equal((await api.delete(path)).status, 204)
  assert.equal((await api.get(path)).status, 404)
})

test('an agreement needs a subdomain', async () => {
  const refused = await api.post(PATH, { sharing_agreement: { remote_subdomain: 'not a name', type: 'sideways' } })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['remote_subdomain', 'type']])
})

test('without credentials 401; agents can list but not write', async () => {
  const agent = await makeWith(api).agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await app.as({}).get(PATH)).status, 401)
  assert.equal((await asAgent.get(PATH)).status, 200)
  assert.equal((await asAgent.post(PATH, { sharing_agreement: { remote_subdomain: 'foo' } })).status, 403)
})
