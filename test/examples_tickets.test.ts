/** Examples of tickets and their related records, and of requests; see example_calls.ts. */
import { before, test } from 'node:test'
import { useApp } from './app.ts'
import { callsOf } from './example_calls.ts'
import { waitForJobs } from './invariants/populate.ts'

const app = await useApp()
const call = callsOf(app)
const ids = { ada: 0, noor: 0, grace: 0, books: 0, printer: 0, problem: 0, old: 0 }
const asAda = () => app.as({ email: 'ada@harbourlane.example.com', token: app.admin.token })
const asNoor = () => app.as({ email: 'noor@example.org', token: app.admin.token })
const asGrace = () => app.as({ email: 'grace@example.com', token: app.admin.token })

before(async () => {
  const { organization } = await call('post', 'organizations', { organization: { name: 'Harbour Lane Books', shared_tickets: true } })
  const ada = { name: 'Ada Brook', email: 'ada@harbourlane.example.com', organization_id: organization.id, verified: true }
  const grace = { name: 'Grace Mbeki', email: 'grace@example.com', role: 'agent', verified: true }
  ids.ada = (await call('post', 'users', { user: ada })).user.id
  ids.grace = (await call('post', 'users', { user: grace })).user.id
  ids.noor = (await call('post', 'users', { user: { name: 'Noor Haddad', email: 'noor@example.org', verified: true } })).user.id
  ids.books = organization.id
  const problem = { subject: 'No print server', type: 'problem', priority: 'high', comment: { body: 'It does not answer.' } }
  ids.problem = (await call('post', 'tickets', { ticket: { ...problem, assignee_id: ids.grace } })).ticket.id
  const printer = {
    subject: 'My printer is on fire',
    comment: { body: 'The smoke is very colorful.' },
    requester_id: ids.ada,
    type: 'incident',
    problem_id: ids.problem,
    email_ccs: [{ user_id: ids.noor, action: 'put' }],
    followers: [{ user_id: ids.grace, action: 'put' }],
    tags: ['printer'],
  }
  ids.printer = (await call('post', 'tickets', { ticket: printer })).ticket.id
  ids.old = (
    await call('post', 'tickets', { ticket: { subject: 'Toner is late', comment: 'Since Monday.', requester_id: ids.ada } })
  ).ticket.id
})

test('a ticket and its related records', async () => {
  const at = `tickets/${ids.printer}`
  await call('put', at, { ticket: { status: 'pending', assignee_id: ids.grace, comment: { body: 'Please unplug it.', public: true } } })
  await call('get', `${at}/comments`)
  const { audits } = await call('get', `${at}/audits`)
  await call('get', `${at}/audits/${audits[0].id}`)
  await call('get', `${at}/conversation_log`)
  await call('get', `${at}/email_ccs`)
  await call('get', `${at}/collaborators`)
  await call('get', `${at}/followers`)
  await call('get', `${at}/related`)
  await call('post', `${at}/tags`, { tags: ['printer', 'fire', 'warranty'] })
  await call('get', `${at}/tags`)
  await call('delete', `${at}/tags`, { tags: ['warranty'] })
  await call('get', 'tags')
  await call('get', 'autocomplete/tags?name=pri')
  await call('post', 'autocomplete/tags', { name: 'pri' })
  await call('get', 'ticket_metrics')
  await call('get', 'ticket_audits?limit=1')
})

test('lists of tickets', async () => {
  await call('get', `tickets/${ids.problem}/incidents`)
  await call('get', 'problems')
  await call('post', 'problems/autocomplete', { text: 'print' })
  await call('get', `tickets/${ids.printer}`, undefined, asGrace())
  await call('get', 'tickets/recent')
  await call('get', `users/${ids.grace}/tickets/assigned`)
  await call('get', `users/${ids.grace}/tickets/followed`)
  await call('get', `users/${ids.noor}/tickets/ccd`)
  await call('get', `organizations/${ids.books}/tickets`)
})

test('bookmarks, activities and other records of an agent', async () => {
  await call('post', 'bookmarks', { bookmark: { ticket_id: ids.printer } })
  await call('get', 'bookmarks')
  await call('post', 'skips', { skip: { ticket_id: ids.printer, reason: 'Waits for a spare part' } })
  await call('get', 'skips')
  await call('get', `tickets/${ids.printer}/skips`)
  await call('get', `users/${app.admin.id}/skips`)
  const { activities } = await call('get', 'activities', undefined, asGrace())
  await call('get', `activities/${activities[0].id}`, undefined, asGrace())
  const pin = { ticket_id: String(ids.printer), content_id: 'fire-safety', content_type: 'Knowledge::Article' }
  await call('post', 'ticket_content_pins', { ticket_content_pin: pin })
  await call('get', `ticket_content_pins?ticket_id=${ids.printer}`)
})

test('a side conversation of a ticket', async () => {
  const path = `tickets/${ids.printer}/side_conversations`
  const message = { subject: 'A drum for the printer', body: 'When can you deliver one?', to: [{ email: 'orders@paper.example.org' }] }
  const { side_conversation } = await call('post', path, { message, external_ids: { order: '4711' } })
  const one = `${path}/${side_conversation.id}`
  await call('get', `${path}?include=events`)
  await call('get', one)
  const { event } = await call('post', `${one}/reply`, { message: { body: 'By Friday?', to: [{ email: 'orders@paper.example.org' }] } })
  await call('get', `${one}/events`)
  await call('get', `${one}/events/${event.id}`)
  await call('put', one, { side_conversation: { state: 'closed' } })
})

test('tickets are imported', async () => {
  const imported = {
    subject: 'Scanner shows stripes',
    requester: { name: 'Juno Park', email: 'juno@example.org' },
    created_at: '2025-03-04T09:15:00Z',
    solved_at: '2025-03-05T11:00:00Z',
    status: 'closed',
    assignee_id: ids.grace,
    comments: [
      { value: 'Every page has a stripe.', created_at: '2025-03-04T09:15:00Z' },
      { author_id: ids.grace, value: 'The glass was dirty.', created_at: '2025-03-05T10:40:00Z' },
    ],
  }
  await call('post', 'imports/tickets', { ticket: imported })
  await call('post', 'imports/tickets/create_many', { tickets: [{ subject: 'Keyboard sticks', comments: [{ value: 'The letter E.' }] }] })
  const voice = { via_id: 45, subject: 'Call from +49 30 1234567', comment: { body: 'Asks when the toner comes.' }, requester_id: ids.ada }
  await call('post', 'channels/voice/tickets', { ticket: voice })
  await waitForJobs(app)
})

test('an end user sends and reads requests, and rates the work', async () => {
  const client = asAda()
  const asked = { subject: 'The drawer is stuck', comment: { body: 'It opens half way.' }, priority: 'low' }
  const { request } = await call('post', 'requests', { request: asked }, client)
  const at = `requests/${request.id}`
  await call('get', 'requests', undefined, client)
  await call('get', at, undefined, client)
  await call('put', at, { request: { comment: { body: 'Now it does not open at all.' } } }, client)
  const { comments } = await call('get', `${at}/comments`, undefined, client)
  await call('get', `${at}/comments/${comments[0].id}`, undefined, client)
  await call('get', 'requests/open', undefined, client)
  await call('get', 'requests/search?query=drawer', undefined, client)
  await call('get', `organizations/${ids.books}/requests`)
  await call('get', `users/${ids.ada}/requests`)
  await call('get', 'requests/ccd', undefined, asNoor())
  await call('put', `tickets/${request.id}`, { ticket: { status: 'solved', assignee_id: ids.grace, comment: 'The rail was bent.' } })
  await call('get', 'requests/solved', undefined, client)
  const rating = { score: 'good', comment: 'Quick and friendly.' }
  await call('post', `tickets/${request.id}/satisfaction_rating`, { satisfaction_rating: rating }, client)
  const { satisfaction_ratings } = await call('get', 'satisfaction_ratings')
  await call('get', `satisfaction_ratings/${satisfaction_ratings[0].id}`)
  await call('get', 'satisfaction_ratings/received')
})

test('tickets are deleted and restored', async () => {
  await call('delete', `tickets/${ids.old}`)
  await call('get', 'deleted_tickets')
  await call('put', `deleted_tickets/${ids.old}/restore`)
})

test('changes are exported, except those of the last minute', async () => {
  await app.inPerson.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'shifted', offset_seconds: 3600 } } })
  for (const exported of ['tickets', 'ticket_events', 'ticket_metric_events', 'users', 'organizations', 'tickets/cursor', 'users/cursor'])
    await call('get', `incremental/${exported}?start_time=1767225600`)
  await call('get', 'incremental/tickets/sample?start_time=1767225600')
})
