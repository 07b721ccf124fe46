import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { EVENT_TYPES } from './event_types.ts'

const { api } = await useApp()

test('a webhook can subscribe to every type of event, and to no other', async () => {
  const hook = { name: 'All', status: 'active', endpoint: 'https://example.org/in', http_method: 'POST', request_format: 'json' }
  const subscriptions = [...EVENT_TYPES]
  const { status, body } = await api.post('/api/v2/webhooks', { webhook: { ...hook, subscriptions } })
  assert.equal(status, 201)
  assert.deepEqual(body.webhook.subscriptions, subscriptions)
  assert.ok(subscriptions.every((type) => /^zen:event-type:(?:user|organization|ticket)\.[a-z_]+$/.test(type)))
  const unknown = await api.post('/api/v2/webhooks', { webhook: { ...hook, subscriptions: [...subscriptions, 'zen:event-type:user.'] } })
  assert.equal(unknown.status, 400)
})
