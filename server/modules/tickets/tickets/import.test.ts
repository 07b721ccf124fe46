import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const path = '/api/v2/imports/tickets'
const importOne = (ticket: Record<string, unknown>, query = '') => app.api.post(`${path}.json${query}`, { ticket })
const comments = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}/comments`)).body.comments

test('an imported ticket has its dates and all its comments, the oldest as description', async () => {
  const user = await make.user()
  const agent = await make.agent()
  const { status, body, headers } = await importOne({
    subject: 'Help',
    requester_id: user.id,
    assignee_id: agent.id,
    status: 'solved',
    created_at: '2019-06-25T10:15:18Z',
    updated_at: '2019-06-27T00:00:00+02:00',
    solved_at: '2019-06-26T10:00:00Z',
    tags: ['old'],
    comments: [
      { author_id: agent.id, value: 'A private note', public: false, created_at: '2019-06-26T09:00:00Z' },
      { author_id: user.id, value: 'It broke', created_at: '2019-06-25T10:15:18Z' },
    ],
  })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body), ['ticket'])
  assert.equal(headers.get('location'), body.ticket.url)
  const { ticket } = body
  assert.deepEqual(
    [ticket.created_at, ticket.updated_at, ticket.status, ticket.description, ticket.assignee_id],
    ['2019-06-25T10:15:18Z', '2019-06-26T22:00:00Z', 'solved', 'It broke', agent.id],
  )
  const kept = await comments(ticket.id)
  assert.deepEqual(
    kept.map((one: any) => [one.body, one.public, one.author_id, one.created_at]),
    [
      ['It broke', true, user.id, '2019-06-25T10:15:18Z'],
      ['A private note', false, agent.id, '2019-06-26T09:00:00Z'],
    ],
  )
  const { audits } = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body
  assert.deepEqual(
    audits.map((audit: any) => audit.created_at),
    ['2019-06-25T10:15:18Z', '2019-06-26T09:00:00Z'],
  )
  const [dated] = (await app.api.get(`/api/v2/tickets/show_many?ids=${ticket.id}&include=dates,comment_count`)).body.tickets
  assert.deepEqual(
    [dated.dates.solved_at, dated.dates.latest_comment_added_at, dated.comment_count],
    ['2019-06-26T10:00:00Z', '2019-06-26T09:00:00Z', 2],
  )
  const { ticket_metric } = (await app.api.get(`/api/v2/tickets/${ticket.id}/metrics`)).body
  const times = [ticket_metric.first_resolution_time_in_minutes, ticket_metric.full_resolution_time_in_minutes]
  assert.deepEqual([ticket_metric.solved_at, ...times.map((time) => time.calendar)], ['2019-06-26T10:00:00Z', null, null])
})

test('other records that an import creates or changes have the current date', async () => {
  const began = Date.now() - 2000
  const problem = await make.ticket({ type: 'problem' })
  const { status, body } = await importOne({
    subject: 'Old',
    type: 'incident',
    problem_id: problem.id,
    requester: { name: 'Long known', email: 'long.known@example.org' },
    created_at: '2015-01-01T00:00:00Z',
    comments: [{ value: 'It broke' }],
  })
  assert.deepEqual([status, body.ticket.created_at], [201, '2015-01-01T00:00:00Z'])
  const { user } = (await app.api.get(`/api/v2/users/${body.ticket.requester_id}`)).body
  assert.ok(Date.parse(user.created_at) >= began && Date.parse(user.updated_at) >= began)
  const { ticket } = (await app.api.get(`/api/v2/tickets/${problem.id}`)).body
  assert.equal(ticket.has_incidents, true)
  assert.ok(ticket.generated_timestamp * 1000 >= began)
})

test('a separate description becomes the first comment, and a deleted assignee is replaced by the importing admin', async () => {
  const gone = await make.agent()
  await app.api.delete(`/api/v2/users/${gone.id}`)
  const { ticket } = (await importOne({ description: 'First', assignee_id: gone.id, comments: [{ value: 'Second' }, { value: ' ' }] })).body
  assert.deepEqual(
    (await comments(ticket.id)).map((one: { body: string }) => one.body),
    ['First', 'Second'],
  )
  assert.deepEqual([ticket.description, ticket.assignee_id], ['First', app.admin.id])
})

test('closed tickets are imported without the fields that solving requires, and archived at once on request', async () => {
  const before = (await app.api.get('/api/v2/tickets/count')).body.count.value
  const old = {
    subject: 'Old',
    status: 'closed',
    comment: { value: 'x' },
    created_at: '2015-01-01T00:00:00Z',
    updated_at: '2015-02-01T00:00:00Z',
  }
  const { ticket } = (await importOne(old, '?archive_immediately=true')).body
  assert.equal(ticket.status, 'closed')
  assert.equal((await app.api.get('/api/v2/tickets/count')).body.count.value, before)
  const listed = (await app.api.get('/api/v2/tickets?page[size]=100')).body.tickets.map((one: { id: number }) => one.id)
  assert.equal(listed.includes(ticket.id), false)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/related`)).body.ticket_related.from_archive, true)
  const requested = `/api/v2/users/${app.admin.id}/tickets/requested`
  const counts = await Promise.all(
    ['', '?exclude_archived=true'].map(async (query) => (await app.api.get(`${requested}/count${query}`)).body.count.value),
  )
  assert.equal(counts[0], counts[1] + 1)
  assert.equal((await app.api.get(`${requested}?exclude_archived=true`)).body.count, counts[1])
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  assert.equal((await app.api.get('/api/v2/tickets/count')).body.count.value, before)
  await importOne(old)
  assert.equal((await app.api.get('/api/v2/tickets/count')).body.count.value, before + 1)
})

test('an imported closed ticket stays closed if it has the custom status of solved ones', async () => {
  const { custom_statuses } = (await app.api.get('/api/v2/custom_statuses')).body
  const idOf = (category: string) => custom_statuses.find((one: any) => one.status_category === category && one.default).id
  const closed = { status: 'closed', custom_status_id: idOf('solved'), comment: { value: 'x' } }
  const { results } = await waitForJob(app, await app.api.post(`${path}/create_many`, { tickets: [closed] }))
  const { ticket: many } = (await app.api.get(`/api/v2/tickets/${results[0].id}`)).body
  const one = (await importOne(closed)).body.ticket
  const made = await make.ticket({ ...closed, assignee_id: app.admin.id })
  for (const ticket of [one, many, made]) assert.deepEqual([ticket.status, ticket.custom_status_id], ['closed', closed.custom_status_id])
  const { ticket: open } = (await importOne({ ...closed, custom_status_id: idOf('open') })).body
  assert.equal(open.status, 'open')
})

test('the source of a conversation is stored, and the ticket is found by it', async () => {
  const via = { channel: 'whatsapp', source: { from: { conversation_id: 'c-1' }, to: {}, rel: null } }
  const { ticket } = (await importOne({ via, comment: { value: 'Hi' } })).body
  assert.deepEqual([ticket.via, ticket.from_messaging_channel], [via, true])
  assert.equal((await app.api.get('/api/v2/tickets/messaging/conversations/c-1/ticket')).body.ticket.id, ticket.id)
})

test('many are imported by a job', async () => {
  const job = await waitForJob(
    app,
    await app.api.post(`${path}/create_many`, { tickets: [{ comment: { value: 'One' } }, { subject: 'No text' }] }),
  )
  assert.deepEqual(
    job.results.map((row: { success?: boolean }) => row.success),
    [undefined, false],
  )
  assert.equal((await comments(job.results[0].id))[0].body, 'One')
})

test('only admins import, and no date may be before the creation', async () => {
  assert.equal((await app.as({}).post(path, { ticket: {} })).status, 401)
  const agent = await make.agent()
  const as = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await as.post(path, { ticket: { comment: { value: 'x' } } })).status, 403)
  assert.equal((await as.post(`${path}/create_many`, { tickets: [] })).status, 403)
  const backwards = { comment: { value: 'x' }, created_at: '2020-01-02T00:00:00Z', solved_at: '2020-01-01T00:00:00Z' }
  assert.equal((await importOne(backwards)).body.details.solved_at[0].description, 'Solved at: is before created at')
  assert.equal((await importOne({ comments: [{ value: 'x' }, { value: 'y', author_id: 999_999_999 }] })).status, 422)
  assert.equal((await importOne({ created_at: 'yesterday' })).status, 400)
})
