import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { activitiesOf } from './activities.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

async function agentWithClient() {
  const agent = await make.agent()
  return { agent, client: app.as({ email: agent.email, token: app.admin.token }) }
}
const verbs = (body: any) => body.activities.map((one: any) => one.verb)

test('the assignee gets an activity for the assignment, for comments and for a raised priority, newest first', async () => {
  const { agent, client } = await agentWithClient()
  const ticket = await make.ticket({ subject: 'Told', assignee_id: agent.id, priority: 'low' })
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'A word', public: false } } })
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { priority: 'urgent' } })
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { priority: 'low' } })
  const { body } = await client.get('/api/v2/activities.json')
  assert.deepEqual(verbs(body).sort(), ['tickets.assignment', 'tickets.comment', 'tickets.priority_increase'])
  assert.deepEqual(Object.keys(body), ['activities', 'actors', 'users', 'next_page', 'previous_page', 'count'])
  const comment = body.activities.find((one: any) => one.verb === 'tickets.comment')
  assert.deepEqual(Object.keys(comment), [
    'url',
    'id',
    'title',
    'verb',
    'user_id',
    'actor_id',
    'updated_at',
    'created_at',
    'object',
    'target',
    'user',
    'actor',
  ])
  assert.deepEqual(comment.object, { comment: { value: 'A word', public: false }, ticket: { id: ticket.id, subject: 'Told' } })
  assert.deepEqual([comment.user.id, comment.actor.id], [agent.id, app.admin.id])
  assert.deepEqual(
    [body.users, body.actors].map((list) => list.map((one: any) => one.id)),
    [[agent.id], [app.admin.id]],
  )
  assert.equal((await client.get('/api/v2/activities/count')).body.count.value, 3)
  assert.equal((await client.get(`/api/v2/activities/${comment.id}`)).body.activity.id, comment.id)
})

test('users get no activities for their own actions and cannot read those of others', async () => {
  const { agent, client } = await agentWithClient()
  const ticket = await make.ticket()
  await client.put(`/api/v2/tickets/${ticket.id}`, { ticket: { assignee_id: agent.id, comment: { body: 'Mine' } } })
  assert.deepEqual((await client.get('/api/v2/activities')).body.activities, [])
  const other = await agentWithClient()
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { assignee_id: other.agent.id } })
  const [told] = (await other.client.get('/api/v2/activities')).body.activities
  assert.equal(told.verb, 'tickets.assignment')
  assert.equal((await client.get(`/api/v2/activities/${told.id}`)).status, 404)
})

test('a refused write records no activity, and activities of a deleted ticket are not listed', async () => {
  const { agent, client } = await agentWithClient()
  const ticket = await make.ticket()
  const refused = await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { assignee_id: agent.id, priority: 'no priority' } })
  assert.equal(refused.status, 422)
  assert.equal((await client.get('/api/v2/activities/count')).body.count.value, 0)
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { assignee_id: agent.id } })
  assert.equal((await client.get('/api/v2/activities/count')).body.count.value, 1)
  await api.delete(`/api/v2/tickets/${ticket.id}`)
  assert.deepEqual((await client.get('/api/v2/activities')).body.activities, [])
})

test('an agent who can no longer see a ticket does not see its activities', async () => {
  const agent = await make.agent({ ticket_restriction: 'assigned' })
  const client = app.as({ email: agent.email, token: app.admin.token })
  const ticket = await make.ticket({ subject: 'Secret', assignee_id: agent.id })
  const [told] = (await client.get('/api/v2/activities')).body.activities
  assert.equal(told.object.ticket.subject, 'Secret')
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { assignee_id: app.admin.id } })
  assert.deepEqual((await client.get('/api/v2/activities')).body.activities, [])
  assert.equal((await client.get('/api/v2/activities/count')).body.count.value, 0)
  assert.equal((await client.get(`/api/v2/activities/${told.id}`)).status, 404)
})

test('only activities of the last 30 days are listed, and with `since` only newer ones', async () => {
  const { agent, client } = await agentWithClient()
  const setClock = (moment: string) => api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at: moment } } })
  await setClock('2027-01-01T00:00:00Z')
  await make.ticket({ assignee_id: agent.id })
  await setClock('2027-01-20T00:00:00Z')
  await make.ticket({ assignee_id: agent.id })
  const count = async (query = '') => (await client.get(`/api/v2/activities${query}`)).body.activities.length
  assert.deepEqual([await count(), await count('?since=2027-01-10T00:00:00Z')], [2, 1])
  await setClock('2027-02-10T00:00:00Z')
  assert.equal(await count(), 1)
  await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'real' } } })
})

test('cursor pages of activities join without overlap', async () => {
  const { agent, client } = await agentWithClient()
  for (let count = 0; count < 5; count++) await make.ticket({ assignee_id: agent.id })
  const seen: number[] = []
  let next: string | null = `${app.base_url}/api/v2/activities.json?page%5Bsize%5D=2`
  while (next !== null) {
    const page: any = (await client.get(next.slice(app.base_url.length))).body
    seen.push(...page.activities.map((one: any) => one.id))
    next = page.links.next
  }
  assert.deepEqual([seen.length, new Set(seen).size], [5, 5])
})

test('without credentials 401, end users 403, unknown ids 404, an invalid timestamp 400', async () => {
  const person = await make.user()
  assert.equal((await app.as({}).get('/api/v2/activities')).status, 401)
  for (const path of ['activities', 'activities/count', 'activities/1'])
    assert.equal((await app.as({ email: person.email, token: app.admin.token }).get(`/api/v2/${path}`)).status, 403, path)
  assert.equal((await api.get('/api/v2/activities/999999999')).status, 404)
  assert.equal((await api.get('/api/v2/activities?since=yesterday-ish')).status, 400)
})

test('a lowered priority and a write without an assignee produce no activity', () => {
  const makeOwnTicket = (priority: string | null) => ({ assignee_id: 7, priority })
  assert.deepEqual(activitiesOf(1, makeOwnTicket('urgent'), makeOwnTicket('low'), null), [])
  assert.deepEqual(activitiesOf(1, null, { assignee_id: null, priority: 'urgent' }, 5), [])
  assert.deepEqual(
    activitiesOf(1, makeOwnTicket(null), makeOwnTicket('low'), 5).map((one) => one.verb),
    ['tickets.comment', 'tickets.priority_increase'],
  )
})
