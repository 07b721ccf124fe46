import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const path = '/api/v2/ticket_content_pins'
const pin = (ticket_content_pin: Record<string, unknown>) => app.api.post(path, { ticket_content_pin })

test('content is pinned to a ticket, listed, and unpinned', async () => {
  const ticket = await make.ticket()
  const { status, body } = await pin({ ticket_id: String(ticket.id), content_id: 'a1', content_type: 'Article', locale: 'en-us' })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body), ['account_id', 'content_id', 'content_type', 'created_at', 'id', 'locale', 'ticket_id', 'url'])
  assert.deepEqual([body.ticket_id, body.content_id, body.locale], [String(ticket.id), 'a1', 'en-us'])
  const listed = (await app.api.get(`${path}?ticket_id=${ticket.id}`)).body
  assert.deepEqual([listed.count, listed.ticket_content_pins], [1, [body]])
  const removed = await app.api.delete(`${path}/${body.id}`)
  assert.deepEqual([removed.status, removed.body], [200, body])
  assert.equal((await app.api.delete(`${path}/${body.id}`)).status, 404)
  assert.equal((await app.api.get(`${path}?ticket_id=${ticket.id}`)).body.count, 0)
})

test('missing, unknown and already pinned content is refused, each with its own message', async () => {
  const ticket = await make.ticket()
  const whole = { ticket_id: String(ticket.id), content_id: 'a2', content_type: 'Article' }
  assert.equal((await pin(whole)).status, 201)
  const again = await pin(whole)
  assert.deepEqual([again.status, again.body.error], [409, 'Conflict'])
  assert.equal((await pin({ ...whole, content_id: '' })).body.error.message, 'content_id is required')
  assert.equal((await pin({ ...whole, ticket_id: '999999999' })).status, 422)
  assert.equal((await app.api.get(path)).status, 400)
  assert.equal((await app.api.get(`${path}?ticket_id=999999999`)).status, 404)
  assert.equal((await app.as({}).get(`${path}?ticket_id=1`)).status, 401)
  const user = await make.user()
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).post(path, { ticket_content_pin: whole })).status, 403)
})
