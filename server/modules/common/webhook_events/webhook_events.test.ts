import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER, type Receiver, useReceiver } from '#test/receiver.ts'
import { EVENT_TYPES } from './event_types.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const make = makeWith(api)

async function createSubscription(receiver: Receiver, types: readonly string[]): Promise<string> {
  const webhook = {
    name: 'Told of events',
    status: 'active',
    endpoint: receiver.url,
    http_method: 'POST',
    request_format: 'json',
    subscriptions: types.map((type) => `zen:event-type:${type}`),
  }
  const { status, body } = await api.post('/api/v2/webhooks', { webhook })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}

const listTypes = (domain: string) =>
  [...EVENT_TYPES].map((type) => type.replace('zen:event-type:', '')).filter((type) => type.startsWith(domain))
const typesOf = (events: readonly any[]) => events.map(({ type }) => type.replace('zen:event-type:', '')).toSorted()

/** The next events about this subject, once as many have arrived. */
async function waitForEvents(receiver: Receiver, subject: string, many: number): Promise<any[]> {
  const listEvents = () => receiver.calls.map(({ body }) => JSON.parse(body)).filter((event) => event.subject === subject)
  await waitFor(async () => listEvents().length >= many, true)
  const events = listEvents()
  receiver.calls.length = 0
  return events
}

test('a change of a user is sent in the recorded form', async () => {
  const receiver = await useReceiver()
  await createSubscription(receiver, listTypes('user.'))
  const user = await make.user({ name: 'Ann', external_id: 'a-1' })
  const [created] = await waitForEvents(receiver, `zen:user:${user.id}`, 1)
  assert.deepEqual(Object.keys(created), ['account_id', 'detail', 'event', 'id', 'subject', 'time', 'type', 'zendesk_event_version'])
  assert.deepEqual(created.detail, {
    created_at: user.created_at,
    default_group_id: '0',
    email: user.email,
    external_id: 'a-1',
    id: String(user.id),
    organization_id: '0',
    role: 'end-user',
    updated_at: user.updated_at,
  })
  assert.deepEqual([created.account_id, created.type, created.event], [app.account_id, 'zen:event-type:user.created', {}])
  assert.equal(created.zendesk_event_version, '2022-11-06')
  await api.put(`/api/v2/users/${user.id}`, { user: { name: 'Anna', notes: 'New', tags: ['vip'], suspended: true } })
  const changed = await waitForEvents(receiver, `zen:user:${user.id}`, 4)
  assert.deepEqual(typesOf(changed), ['user.name_changed', 'user.notes_changed', 'user.suspended_changed', 'user.tags_changed'])
  const eventOf = (type: string) => changed.find((one) => one.type === `zen:event-type:${type}`).event
  assert.deepEqual(eventOf('user.name_changed'), { current: 'Anna', previous: 'Ann' })
  assert.deepEqual(eventOf('user.tags_changed'), { added: { tags: ['vip'] }, removed: { tags: [] } })
  await api.delete(`/api/v2/users/${user.id}`)
  const gone = ['user.active_changed', 'user.deleted', 'user.identity_deleted']
  assert.deepEqual(typesOf(await waitForEvents(receiver, `zen:user:${user.id}`, 3)), gone)
})

test('a change of an organization is sent', async () => {
  const receiver = await useReceiver()
  await createSubscription(receiver, listTypes('organization.'))
  const organization = await make.organization({ name: 'Harbour' })
  const subject = `zen:organization:${organization.id}`
  const [created] = await waitForEvents(receiver, subject, 1)
  assert.deepEqual([created.type, created.detail.group_id, created.detail.name], ['zen:event-type:organization.created', '0', 'Harbour'])
  await api.put(`/api/v2/organizations/${organization.id}`, { organization: { name: 'Harbour Lane', tags: ['big'] } })
  assert.deepEqual(typesOf(await waitForEvents(receiver, subject, 2)), ['organization.name_changed', 'organization.tags_changed'])
  await api.delete(`/api/v2/organizations/${organization.id}`)
  assert.deepEqual(typesOf(await waitForEvents(receiver, subject, 1)), ['organization.deleted'])
})

test('the changes of a ticket are sent, each event with its place among them', async () => {
  const receiver = await useReceiver()
  await createSubscription(receiver, listTypes('ticket.'))
  const ticket = await make.ticket({ subject: 'Printer', comment: { body: 'It smokes' } })
  const subject = `zen:ticket:${ticket.id}`
  const created = await waitForEvents(receiver, subject, 2)
  assert.deepEqual(typesOf(created), ['ticket.comment_added', 'ticket.created'])
  const { detail } = created[0]
  assert.deepEqual(
    [detail.id, detail.subject, detail.status, detail.organization_id, detail.external_id, detail.via],
    [String(ticket.id), 'Printer', 'NEW', '0', '', { channel: 'api' }],
  )
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { priority: 'high', status: 'pending', tags: ['smoke'] } })
  const changed = await waitForEvents(receiver, subject, 4)
  assert.deepEqual(typesOf(changed), [
    'ticket.custom_status_changed',
    'ticket.priority_changed',
    'ticket.status_changed',
    'ticket.tags_changed',
  ])
  const status = changed.find(({ type }) => type.endsWith('ticket.status_changed')).event
  assert.deepEqual([status.current, status.previous, status.meta.sequence.total], ['PENDING', 'NEW', 4])
  assert.deepEqual(changed.map(({ event }) => event.meta.sequence.position).toSorted(), [1, 2, 3, 4])
})

test('only what a webhook subscribes to is sent, and nothing after it is switched off', async () => {
  const receiver = await useReceiver()
  const webhook = await createSubscription(receiver, ['organization.deleted'])
  const { id } = await make.organization()
  await api.delete(`/api/v2/organizations/${id}`)
  assert.deepEqual(typesOf(await waitForEvents(receiver, `zen:organization:${id}`, 1)), ['organization.deleted'])
  const log = (await api.get(`/api/v2/webhooks/${webhook}/invocations`)).body.invocations
  assert.equal(log.length, 1)
  await api.patch(`/api/v2/webhooks/${webhook}`, { webhook: { status: 'inactive' } })
  const other = await make.organization()
  await api.delete(`/api/v2/organizations/${other.id}`)
  const witness = await useReceiver()
  await createSubscription(witness, ['organization.deleted'])
  const last = await make.organization()
  await api.delete(`/api/v2/organizations/${last.id}`)
  await waitForEvents(witness, `zen:organization:${last.id}`, 1)
  assert.equal((await api.get(`/api/v2/webhooks/${webhook}/invocations`)).body.invocations.length, 1)
})
