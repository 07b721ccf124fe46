import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const AGENTS = '/api/v2/channels/voice/agents'
const OWN = '/api/v2/deskhand/display'
const readDisplay = async (as: typeof api) => {
  const { status, body } = await as.get(OWN)
  assert.equal(status, 200)
  const { requested_at: _moment, ...rest } = body.display ?? {}
  return body.display === null ? null : rest
}

test('an agent is asked to open a ticket, then the profile of a user, which replaces it', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const other = await putPerson(app, { role: 'agent' })
  const ticket = await make.ticket({ subject: 'Toner is empty' })
  const caller = await make.user()
  assert.equal(await readDisplay(agent.api), null)
  const answer = await api.post(`${AGENTS}/${agent.id}/tickets/${ticket.id}/display.json`, undefined, { [EXAMPLE]: 'yes' })
  assert.deepEqual([answer.status, answer.body], [200, undefined])
  assert.equal((await agent.api.get(OWN, { [EXAMPLE]: 'yes' })).body.display.title, 'Toner is empty')
  assert.deepEqual(await readDisplay(agent.api), { kind: 'ticket', record_id: ticket.id, title: 'Toner is empty' })
  assert.equal(await readDisplay(other.api), null)
  assert.equal((await other.api.post(`${AGENTS}/${agent.id}/users/${caller.id}/display`, undefined, { [EXAMPLE]: 'yes' })).status, 200)
  assert.deepEqual(await readDisplay(agent.api), { kind: 'user', record_id: caller.id, title: caller.name })
})

test('the dashboard asks often once a telephone system has asked the agent', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const isInUse = async () => (await agent.api.get(OWN)).body.is_in_use
  assert.equal(await isInUse(), false)
  await api.post(`${AGENTS}/${agent.id}/tickets/${(await make.ticket()).id}/display`)
  assert.equal(await isInUse(), true)
})

test('they are asked for a minute, and never for a ticket that they cannot see', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const ticket = await make.ticket()
  await api.post(`${AGENTS}/${agent.id}/tickets/${ticket.id}/display`)
  await api.put(`/api/v2/users/${agent.id}`, { user: { ticket_restriction: 'assigned' } })
  assert.equal(await readDisplay(agent.api), null)
  await api.put(`/api/v2/users/${agent.id}`, { user: { ticket_restriction: '' } })
  assert.notEqual(await readDisplay(agent.api), null)
  await app.database.database.driver`update agent_displays set requested_at = requested_at - interval '61 seconds'
    where account_id = ${app.account_id} and agent_id = ${agent.id}`
  assert.equal(await readDisplay(agent.api), null)
})

test('the ticket of a call is opened by the agent that is named with it; an unknown agent is not found, and no ticket is made', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const call = (display_to_agent: unknown) =>
    api.post('/api/v2/channels/voice/tickets', { display_to_agent, ticket: { via_id: 45, subject: 'Call', comment: { body: 'Hello' } } })
  const { status, body } = await call(agent.id)
  assert.equal(status, 201)
  assert.deepEqual(await readDisplay(agent.api), { kind: 'ticket', record_id: body.ticket.id, title: 'Call' })
  for (const none of ['', null]) assert.equal((await call(none)).status, 201)
  const count = async () => (await api.get('/api/v2/tickets/count?refresh=true')).body.count.value
  const before = await count()
  assert.equal((await call(999_999)).status, 404)
  assert.equal(await count(), before)
})

test('401 without credentials, 403 for end users; 404 for who is no agent, and for what the caller cannot see; 400 for a wrong id', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const customer = await putPerson(app, { role: 'end-user' })
  const { id } = await make.ticket()
  const path = `${AGENTS}/${agent.id}/tickets/${id}/display`
  assert.equal((await app.as({}).post(path)).status, 401)
  assert.equal((await app.as({}).get(OWN)).status, 401)
  assert.equal((await customer.api.post(path)).status, 403)
  assert.equal((await customer.api.get(OWN)).status, 403)
  for (const missing of [
    `${customer.id}/tickets/${id}`,
    `999999/tickets/${id}`,
    `${agent.id}/tickets/999999`,
    `${agent.id}/users/999999`,
    `${customer.id}/users/${agent.id}`,
  ])
    assert.equal((await api.post(`${AGENTS}/${missing}/display`)).status, 404, missing)
  assert.equal((await api.post(`${AGENTS}/x/tickets/${id}/display`)).status, 400)
  const restricted = await putPerson(app, { role: 'agent' })
  await api.put(`/api/v2/users/${restricted.id}`, { user: { ticket_restriction: 'assigned' } })
  assert.equal((await restricted.api.post(path)).status, 404)
})
