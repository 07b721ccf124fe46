import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const tagsOf = (ticket: { id: number }) => `/api/v2/tickets/${ticket.id}/tags`

test('tags are set, added and removed, and every response contains the resulting tags', async () => {
  const path = tagsOf(await make.ticket({ tags: ['old'] }))
  const set = await app.api.post(`${path}.json`, { tags: ['VIP', 'two words'] })
  assert.deepEqual([set.status, set.body], [201, { tags: ['two', 'vip', 'words'] }])
  assert.deepEqual((await app.api.put(path, { tags: ['new'] })).body, { tags: ['new', 'two', 'vip', 'words'] })
  assert.deepEqual((await app.api.delete(path, { tags: ['VIP', 'two'] })).body, { tags: ['new', 'words'] })
  assert.deepEqual((await app.api.delete(`${path}?tags=words`)).body, { tags: ['new'] })
  assert.deepEqual((await app.api.get(path)).body, { tags: ['new'] })
})

test('a body without tags leaves them as they are; an empty list removes all', async () => {
  const path = tagsOf(await make.ticket({ tags: ['kept'] }))
  for (const body of [{}, { tags: null }]) {
    const refused = await app.api.post(path, body)
    assert.deepEqual(
      [refused.status, refused.body],
      [400, { error: 'ParameterMissing', description: 'param is missing or the value is empty or invalid: tags' }],
    )
    assert.deepEqual((await app.api.put(path, body)).body, { tags: ['kept'] })
    assert.deepEqual((await app.api.delete(path, body)).body, { tags: ['kept'] })
  }
  assert.deepEqual((await app.api.post(path, { tags: [] })).body, { tags: [] })
})

test('tags cannot be changed with an outdated stamp, nor by users who cannot see the ticket', async () => {
  const ticket = await make.ticket({ tags: ['kept'] })
  const stale = { tags: ['x'], safe_update: false, updated_stamp: '2020-01-01T00:00:00Z' }
  const user = await make.user()
  const agent = await make.agent({ ticket_restriction: 'requested' })
  const makeTokenClient = (person: { email: string }) => app.as({ email: person.email, token: app.admin.token })
  for (const method of ['post', 'put', 'delete'] as const) {
    assert.equal((await app.api[method](tagsOf(ticket), stale)).body.error, 'UpdateConflict')
    assert.equal((await makeTokenClient(user)[method](tagsOf(ticket), { tags: ['x'] })).status, 403)
    assert.equal((await makeTokenClient(agent)[method](tagsOf(ticket), { tags: ['x'] })).status, 404)
    assert.equal((await app.as({})[method](tagsOf(ticket), { tags: ['x'] })).status, 401)
  }
  assert.deepEqual((await app.api.get(tagsOf(ticket))).body, { tags: ['kept'] })
})
