/** Attack: numbers beyond 2^53 differ in the text of a request and are the same when JavaScript has read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../app.ts'

const app = await useApp()
const ONE = '9007199254740992'
const OTHER = '9007199254740993'

test('two users whose external ids are such numbers stay two', async () => {
  const put = (external_id: string, name: string) =>
    app.api.post('/api/v2/users/create_or_update', `{"user":{"name":"${name}","external_id":${external_id}}}`)
  const one = await put(ONE, 'One')
  const other = await put(OTHER, 'Other')
  assert.deepEqual([one.status, other.status], [201, 201])
  assert.notEqual(one.body.user.id, other.body.user.id)
  assert.deepEqual([one.body.user.external_id, other.body.user.external_id], [ONE, OTHER])
  assert.equal((await put(OTHER, 'Other again')).body.user.id, other.body.user.id)
  const found = await app.api.get(`/api/v2/users/show_many?external_ids=${OTHER}`)
  assert.deepEqual(
    found.body.users.map((user: { name: string }) => user.name),
    ['Other again'],
  )
})

test('an id that is such a number names no record', async () => {
  assert.equal((await app.api.get(`/api/v2/users/${OTHER}`)).status, 404)
  for (const digits of [OTHER, `${app.admin.id}.0000000000000000001`, '9007199254740991.4']) {
    const answer = await app.api.post('/api/v2/tickets', `{"ticket":{"subject":"x","comment":{"body":"x"},"requester_id":${digits}}}`)
    assert.equal(answer.status, 400, digits)
  }
  assert.deepEqual((await app.api.get(`/api/v2/users/show_many?ids=${OTHER}`)).body.users, [])
})

test('custom fields keep the digits, free-form members refuse what they would round', async () => {
  const fields: { id: number }[] = []
  for (const type of ['text', 'integer', 'decimal']) {
    const made = await app.api.post('/api/v2/ticket_fields', { ticket_field: { type, title: `An exact ${type}` } })
    fields.push(made.body.ticket_field)
  }
  const values = [`2.50`, OTHER, `0.1234567890123456789`]
  const sent = fields.map((field, index) => `{"id":${field.id},"value":${values[index]}}`).join(',')
  const made = await app.api.post('/api/v2/tickets', `{"ticket":{"subject":"x","comment":{"body":"x"},"custom_fields":[${sent}]}}`)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const held = new Map(made.body.ticket.custom_fields.map((one: { id: number; value: unknown }) => [one.id, one.value]))
  assert.deepEqual(
    fields.map(({ id }) => held.get(id)),
    values,
  )
  const createTicket = (digits: string) =>
    app.api.post('/api/v2/tickets', `{"ticket":{"comment":{"body":"x"},"metadata":{"order":${digits}}}}`)
  const refused = await createTicket(OTHER)
  assert.deepEqual([refused.status, refused.body.error], [422, 'InvalidValue'])
  assert.match(refused.body.description, /ticket\.metadata has a number with more digits/)
  const kept = await createTicket('50.0')
  assert.equal(kept.status, 201)
  assert.equal(kept.body.audit.metadata.custom.order, 50)
})

test('an idempotency key does not take two such numbers for the same request', async () => {
  const make = (digits: string) =>
    app.api.post('/api/v2/tickets', `{"ticket":{"comment":{"body":"x"},"external_id":${digits}}}`, { 'idempotency-key': 'rounded' })
  assert.equal((await make(ONE)).status, 201)
  assert.equal((await make(OTHER)).status, 400)
})
