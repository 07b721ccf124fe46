import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const BEGIN = Date.UTC(2030, 0, 1)
const minutes = (count: number) => setUp(app, { clock: { mode: 'frozen', at: new Date(BEGIN + count * 60_000).toISOString() } })
const KEYS = [
  'url',
  'id',
  'ticket_id',
  'created_at',
  'updated_at',
  'group_stations',
  'assignee_stations',
  'reopens',
  'replies',
  'assignee_updated_at',
  'requester_updated_at',
  'status_updated_at',
  'initially_assigned_at',
  'assigned_at',
  'solved_at',
  'latest_comment_added_at',
  'reply_time_in_minutes',
  'reply_time_in_seconds',
  'first_resolution_time_in_minutes',
  'full_resolution_time_in_minutes',
  'agent_wait_time_in_minutes',
  'requester_wait_time_in_minutes',
  'on_hold_time_in_minutes',
  'custom_status_updated_at',
]
const makeMinutes = (value: number | null) => ({ calendar: value, business: value })

test('a new ticket has metrics at once, most of them null', async () => {
  const { id, created_at } = await make.ticket({ requester_id: (await make.user()).id })
  const { ticket_metric } = (await app.api.get(`/api/v2/tickets/${id}/metrics.json`)).body
  assert.deepEqual(Object.keys(ticket_metric), KEYS)
  const { url, ticket_id, reopens, replies, reply_time_in_minutes, requester_wait_time_in_minutes, on_hold_time_in_minutes } = ticket_metric
  assert.deepEqual(
    [
      url,
      ticket_id,
      reopens,
      replies,
      reply_time_in_minutes,
      requester_wait_time_in_minutes,
      on_hold_time_in_minutes,
      ticket_metric.created_at,
    ],
    [
      `${app.base_url}/api/v2/ticket_metrics/${ticket_metric.id}.json`,
      id,
      0,
      0,
      makeMinutes(null),
      makeMinutes(null),
      makeMinutes(0),
      created_at,
    ],
  )
  assert.deepEqual((await app.api.get(`/api/v2/ticket_metrics/${ticket_metric.id}`)).body, { ticket_metric })
})

test('metrics follow the life of a ticket, for writes of all users', async () => {
  await minutes(0)
  const customer = await make.user()
  const first = await make.agent()
  const second = await make.agent()
  const { id } = await make.ticket({ requester_id: customer.id, comment: { body: 'Help', author_id: customer.id } })
  const change = async (at: number, ticket: Record<string, unknown>) => {
    await minutes(at)
    const { status, body } = await app.api.put(`/api/v2/tickets/${id}`, { ticket })
    assert.equal(status, 200, JSON.stringify(body))
  }
  await change(10, { assignee_id: first.id })
  await change(15, { status: 'pending', comment: { body: 'Which one?' } })
  await change(45, { comment: { body: 'That one', author_id: customer.id } })
  await change(50, { status: 'solved', assignee_id: second.id, comment: { body: 'Done', public: false } })
  await change(60, { comment: { body: 'Not quite', author_id: customer.id } })
  await change(100, { status: 'solved', comment: { body: 'Now' } })
  const { ticket_metric } = (await app.api.get(`/api/v2/tickets/${id}/metrics`)).body
  const { assignee_stations, reopens, replies, agent_wait_time_in_minutes, requester_wait_time_in_minutes } = ticket_metric
  assert.deepEqual([assignee_stations, reopens, replies], [2, 1, 2])
  assert.deepEqual([agent_wait_time_in_minutes, requester_wait_time_in_minutes], [makeMinutes(30), makeMinutes(60)])
  const { reply_time_in_minutes, first_resolution_time_in_minutes, full_resolution_time_in_minutes } = ticket_metric
  assert.deepEqual(
    [reply_time_in_minutes, first_resolution_time_in_minutes, full_resolution_time_in_minutes],
    [makeMinutes(15), makeMinutes(50), makeMinutes(100)],
  )
  assert.equal(ticket_metric.reply_time_in_seconds.calendar, 900)
})

test('metrics of all tickets are listed newest first, page by page in both styles', async () => {
  const made = [await make.ticket(), await make.ticket(), await make.ticket()]
  const newest = made.map(({ id }) => id).reverse()
  const pages = (await app.api.get('/api/v2/ticket_metrics.json?per_page=2')).body
  assert.deepEqual(
    pages.ticket_metrics.map((one: any) => one.ticket_id),
    newest.slice(0, 2),
  )
  assert.equal(pages.count, (await app.api.get('/api/v2/tickets/count')).body.count.value)
  const cursor = (await app.api.get('/api/v2/ticket_metrics?page[size]=2')).body
  assert.deepEqual(cursor.ticket_metrics, pages.ticket_metrics)
  const { ticket_metrics } = (await app.api.get(cursor.links.next.slice(app.base_url.length))).body
  assert.equal(ticket_metrics[0].ticket_id, newest[2])
})

test('only staff who see a ticket see its metrics', async () => {
  const { id } = await make.ticket()
  const user = await make.user()
  const agent = await make.agent({ ticket_restriction: 'assigned' })
  for (const path of ['ticket_metrics', `ticket_metrics/${id}`, `tickets/${id}/metrics`]) {
    assert.equal((await app.as({}).get(`/api/v2/${path}`)).status, 401)
    assert.equal((await app.as({ email: user.email, token: app.admin.token }).get(`/api/v2/${path}`)).status, 403)
  }
  const as = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await as.get(`/api/v2/tickets/${id}/metrics`)).status, 404)
  assert.deepEqual((await as.get('/api/v2/ticket_metrics')).body.ticket_metrics, [])
  await app.api.delete(`/api/v2/tickets/${id}`)
  assert.equal((await app.api.get(`/api/v2/ticket_metrics/${id}`)).status, 404)
  assert.equal((await app.api.get('/api/v2/ticket_metrics/some')).status, 400)
})
