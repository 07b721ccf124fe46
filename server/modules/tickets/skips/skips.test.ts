import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const path = '/api/v2/skips'

test('an agent records which ticket was skipped, and why', async () => {
  const ticket = await make.ticket()
  const { status, body } = await app.api.post(`${path}.json`, { skip: { ticket_id: ticket.id, reason: 'Not mine' } })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body.skip), ['id', 'ticket_id', 'user_id', 'reason', 'created_at', 'updated_at', 'ticket'])
  assert.deepEqual([body.skip.user_id, body.skip.reason, body.skip.ticket.id], [app.admin.id, 'Not mine', ticket.id])
  for (const list of [path, `/api/v2/tickets/${ticket.id}/skips`, `/api/v2/users/${app.admin.id}/skips`])
    assert.equal((await app.api.get(`${list}?sort_order=desc`)).body.skips[0].id, body.skip.id)
  assert.equal((await app.api.get(`${path}?page[size]=1`)).body.meta.has_more, false)
})

test('agents see their own skips only', async () => {
  const agent = await make.agent()
  const ticket = await make.ticket()
  const as = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await as.post(path, { skip: { ticket_id: ticket.id } })).status, 201)
  await app.api.post(path, { skip: { ticket_id: ticket.id } })
  assert.equal((await as.get(path)).body.count, 1)
  assert.equal((await as.get(`/api/v2/tickets/${ticket.id}/skips`)).body.count, 1)
  assert.equal((await as.get(`/api/v2/users/${app.admin.id}/skips`)).status, 403)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/skips`)).body.count, 2)
})

test('only agents skip tickets, and only existing ones', async () => {
  assert.equal((await app.as({}).get(path)).status, 401)
  const user = await make.user()
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).get(path)).status, 403)
  assert.equal((await app.api.post(path, { skip: { ticket_id: 999_999_999 } })).status, 422)
  assert.equal((await app.api.get('/api/v2/tickets/999999999/skips')).status, 404)
  assert.equal((await app.api.get('/api/v2/users/999999999/skips')).status, 404)
  assert.equal((await app.api.post(path, { skip: { ticket_id: 'x' } })).status, 400)
})
