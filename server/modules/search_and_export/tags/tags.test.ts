import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

test('tags are set, added and removed, lower-cased and sorted', async () => {
  const ticket = await make.ticket({ tags: 'Zebra apple' })
  assert.deepEqual(ticket.tags, ['apple', 'zebra'])
  const path = `/api/v2/tickets/${ticket.id}/tags.json`
  assert.deepEqual((await app.api.put(path, { tags: ['kiwi'] })).body, { tags: ['apple', 'kiwi', 'zebra'] })
  assert.deepEqual((await app.api.delete(path, { tags: ['apple'] })).body, { tags: ['kiwi', 'zebra'] })
  const set = await app.api.post(path, { tags: ['only'] })
  assert.equal(set.status, 201)
  assert.deepEqual((await app.api.get(path)).body, { tags: ['only'] })
  assert.ok((await app.api.get('/api/v2/tags')).body.tags.some((tag: { name: string }) => tag.name === 'only'))
  assert.deepEqual((await app.api.get('/api/v2/autocomplete/tags?name=on')).body.tags, ['only'])
  assert.deepEqual((await app.api.post('/api/v2/autocomplete/tags?name=on')).body.tags, ['only'])
  assert.deepEqual((await app.api.post('/api/v2/autocomplete/tags', { name: 'on' })).body.tags, ['only'])
})

test('tags are listed by use, page by page, and counted', async () => {
  for (const tags of [['often', 'seldom'], ['often'], ['often']]) await make.ticket({ tags })
  const { body } = await app.api.get('/api/v2/tags?page[size]=1')
  assert.deepEqual(body.tags, [{ name: 'often', count: 3 }])
  const next = (await app.api.get(body.links.next.slice(app.base_url.length))).body
  assert.equal(next.tags.length, 1)
  assert.ok((await app.api.get('/api/v2/tags/count')).body.count.value >= 2)
})

test('tags are for agents: anonymous callers 401, end users 403, unknown tickets 404', async () => {
  const user = await make.user()
  const as = app.as({ email: user.email, token: app.admin.token })
  for (const path of ['/api/v2/tags', '/api/v2/tags/count', '/api/v2/autocomplete/tags?name=of']) {
    assert.equal((await app.as({}).get(path)).status, 401)
    assert.equal((await as.get(path)).status, 403)
  }
  assert.equal((await app.api.get('/api/v2/tickets/999999/tags')).status, 404)
  assert.equal((await app.api.post('/api/v2/tickets/999999/tags', { tags: 5 })).status, 400)
})
