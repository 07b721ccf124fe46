// Triggers that call webhooks and targets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const make = makeWith(api)

async function addTrigger(title: string, tag: string, actions: readonly object[]): Promise<void> {
  const all = [{ field: 'current_tags', operator: 'includes', value: tag }]
  const { status, body } = await api.post('/api/v2/triggers', { trigger: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
}
async function addWebhook(endpoint: string, given: object = {}): Promise<string> {
  const webhook = { name: endpoint, status: 'active', http_method: 'POST', request_format: 'json', endpoint, ...given }
  const { status, body } = await api.post('/api/v2/webhooks', { webhook })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}

test('a trigger calls a webhook once; values are escaped for the strings of its JSON', async () => {
  const receiver = await useReceiver()
  const webhook = await addWebhook(`${receiver.url}/json`)
  await addTrigger('Call', 'call', [
    { field: 'notification_webhook', value: [webhook, '{"subject":"{{ticket.title}}","id":"{{ticket.id}}"}'] },
  ])
  const subject = 'A "quoted" word\\ and a }} brace'
  const { id } = await make.ticket({ subject })
  const answer = await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['call'] } })
  const event = answer.body.audit.events.find((one: any) => one.type === 'External')
  assert.deepEqual([event.resource, event.via.source.rel], [webhook, 'trigger'])
  await waitFor(() => Promise.resolve(receiver.calls.length), 1)
  assert.deepEqual(JSON.parse(receiver.calls[0]?.body ?? ''), { subject, id: String(id) })
})

test('values are escaped for XML in webhooks and targets that take it, and for JSON in targets', async () => {
  const receiver = await useReceiver()
  const webhook = await addWebhook(`${receiver.url}/xml`, { request_format: 'xml' })
  const target = { type: 'url_target_v2', title: 'Escapes', method: 'post', target_url: `${receiver.url}/json` }
  const targetOf = async (content_type: string, path: string): Promise<string> => {
    const given = { ...target, content_type, target_url: `${receiver.url}/${path}` }
    return String((await api.post('/api/v2/targets', { target: given })).body.target.id)
  }
  await addTrigger('Escape', 'escape', [
    { field: 'notification_webhook', value: [webhook, '<t a="{{ticket.title}}">{{ticket.title}}</t>'] },
    { field: 'notification_target', value: [await targetOf('application/json', 'json'), '{"t":"{{ticket.title}}"}'] },
    { field: 'notification_target', value: [await targetOf('application/xml', 'xml-target'), '<t>{{ticket.title}}</t>'] },
  ])
  const { id } = await make.ticket({ subject: `<b> & "q" 'a'` })
  await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['escape'] } })
  await waitFor(() => Promise.resolve(receiver.calls.length), 3)
  const title = '&lt;b&gt; &amp; &quot;q&quot; &#39;a&#39;'
  const bodies = new Map(receiver.calls.map(({ url, body }) => [url, body]))
  assert.equal(bodies.get('/xml'), `<t a="${title}">${title}</t>`)
  assert.equal(bodies.get('/json'), String.raw`{"t":"<b> & \"q\" 'a'"}`)
  assert.equal(bodies.get('/xml-target'), `<t>${title}</t>`)
})

test('a webhook without a body gets the pairs of the action as its query', async () => {
  const receiver = await useReceiver()
  const webhook = await addWebhook(`${receiver.url}/get`, { http_method: 'GET' })
  await addTrigger('Get', 'get', [{ field: 'notification_webhook', value: [webhook, [['ticket', '{{ticket.id}}']]] }])
  const { id } = await make.ticket()
  await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['get'] } })
  await waitFor(() => Promise.resolve(receiver.calls.length), 1)
  assert.equal(receiver.calls[0]?.url, `/get?ticket=${id}`)
})

test('a trigger calls a target, with placeholders in its address', async () => {
  const receiver = await useReceiver()
  const target = { type: 'url_target', title: 'Old', method: 'get', attribute: 'text', target_url: `${receiver.url}/t/{{ticket.id}}` }
  const made = await api.post('/api/v2/targets', { target })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await addTrigger('Target', 'aim', [{ field: 'notification_target', value: [String(made.body.target.id), 'Ticket {{ticket.id}}'] }])
  const { id } = await make.ticket()
  await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['aim'] } })
  await waitFor(() => Promise.resolve(receiver.calls.length), 1)
  const { pathname, searchParams } = new URL(receiver.calls[0]?.url ?? '', receiver.url)
  assert.deepEqual([pathname, searchParams.get('text')], [`/t/${id}`, `Ticket ${id}`])
})

test('a webhook that an active trigger calls cannot be deleted', async () => {
  const webhook = await addWebhook('https://example.org/used')
  await addTrigger('Uses it', 'uses', [{ field: 'notification_webhook', value: [webhook, '{}'] }])
  assert.equal((await api.delete(`/api/v2/webhooks/${webhook}`)).status, 400)
})

test('actions on skills change what a ticket requires', async () => {
  const { attribute } = (await api.post('/api/v2/routing/attributes', { attribute: { name: 'Language' } })).body
  const made = await api.post(`/api/v2/routing/attributes/${attribute.id}/values`, { attribute_value: { name: 'German' } })
  const id = made.body.attribute_value.id
  await addTrigger('German', 'german', [{ field: 'add_skills', value: [id] }])
  const ticket = await make.ticket()
  assert.equal((await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { tags: ['german'] } })).status, 200)
  const { attribute_values } = (await api.get(`/api/v2/routing/tickets/${ticket.id}/instance_values`)).body
  assert.deepEqual(
    attribute_values.map((one: any) => one.id),
    [id],
  )
})
