import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const BEGIN = Date.UTC(2030, 0, 1) / 1000
const EXPORT = '/api/v2/incremental'
let clock = BEGIN

/** Moves the instance's clock forward; every test begins two minutes after the writes before it. */
async function moveClock(seconds: number): Promise<number> {
  clock += seconds
  await setUp(app, { clock: { mode: 'frozen', at: new Date(clock * 1000).toISOString() } })
  return clock
}

test('tickets by time: the recorded members, the counts, and the link to the next page', async () => {
  const start = await moveClock(120)
  const first = await make.ticket()
  const second = await make.ticket()
  await moveClock(61)
  const { status, body } = await app.api.get(`${EXPORT}/tickets.json?start_time=${start}&include=comment_count`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['tickets', 'count', 'end_of_stream', 'next_page', 'end_time'])
  assert.deepEqual(
    body.tickets.map((one: any) => [one.id, one.comment_count]),
    [
      [first.id, 1],
      [second.id, 1],
    ],
  )
  assert.equal(Object.keys(body.tickets[0]).at(-2), 'generated_timestamp')
  assert.equal(body.tickets[0].generated_timestamp, start)
  assert.deepEqual(body.tickets[0].fields, body.tickets[0].custom_fields)
  assert.deepEqual([body.count, body.end_of_stream, body.end_time], [2, true, start])
  assert.equal(body.next_page, `${app.base_url}${EXPORT}/tickets.json?include=comment_count&start_time=${start}`)
})

test('tickets by cursor: each once, links keep the parameters, and the last cursor finds later changes', async () => {
  const start = await moveClock(120)
  const ids = [(await make.ticket()).id, (await make.ticket()).id, (await make.ticket()).id]
  await moveClock(61)
  const seen: number[] = []
  let address = `${app.base_url}${EXPORT}/tickets/cursor.json?start_time=${start}&per_page=2&include=users&cursor=undefined`
  for (let page = 0; page < 2; page += 1) {
    const { body } = await app.api.get(address.slice(app.base_url.length))
    assert.deepEqual(Object.keys(body), ['tickets', 'users', 'after_url', 'before_url', 'after_cursor', 'before_cursor', 'end_of_stream'])
    assert.deepEqual([body.before_url, body.before_cursor, body.end_of_stream], [null, null, page === 1])
    assert.ok(body.users.some((one: any) => one.id === app.admin.id))
    seen.push(...body.tickets.map((one: any) => one.id))
    const url = new URL(body.after_url)
    assert.deepEqual([...url.searchParams.keys()], ['cursor', 'include', 'per_page'])
    assert.match(Buffer.from(body.after_cursor, 'base64').toString(), /^\d+\.\d+\|\|\d+\|$/)
    address = body.after_url
  }
  assert.deepEqual(seen, ids)
  const idle = (await app.api.get(address.slice(app.base_url.length))).body
  assert.deepEqual([idle.tickets, idle.end_of_stream], [[], true])
  assert.equal(new URL(address).searchParams.get('cursor'), idle.after_cursor)
  await app.api.put(`/api/v2/tickets/${ids[0]}`, { ticket: { priority: 'high' } })
  assert.deepEqual((await app.api.get(idle.after_url.slice(app.base_url.length))).body.tickets, [])
  await moveClock(61)
  const more = (await app.api.get(idle.after_url.slice(app.base_url.length))).body.tickets
  assert.deepEqual(
    more.map((one: any) => [one.id, one.priority]),
    [[ids[0], 'high']],
  )
})

test('a deleted ticket is exported with the status deleted, even if permanently deleted, unless it is excluded', async () => {
  const start = await moveClock(120)
  const gone = await make.ticket({ subject: 'a secret' })
  const scrubbed = await make.ticket({ subject: 'a secret' })
  await app.api.delete(`/api/v2/tickets/${gone.id}`)
  await app.api.delete(`/api/v2/tickets/${scrubbed.id}`)
  await waitForJob(app, await app.api.delete(`/api/v2/deleted_tickets/${scrubbed.id}`))
  await moveClock(61)
  for (const path of ['tickets', 'tickets/cursor']) {
    const { tickets } = (await app.api.get(`${EXPORT}/${path}?start_time=${start}`)).body
    assert.deepEqual(tickets.map((one: any) => [one.id, one.status, one.subject === 'a secret']).sort(), [
      [gone.id, 'deleted', true],
      [scrubbed.id, 'deleted', false],
    ])
    assert.deepEqual((await app.api.get(`${EXPORT}/${path}?start_time=${start}&exclude_deleted=true`)).body.tickets, [])
  }
})

test('changes of the last minute are left out, and a start_time within it is refused', async () => {
  await moveClock(120)
  await make.ticket()
  const now = await moveClock(30)
  assert.equal((await app.api.get(`${EXPORT}/tickets?start_time=${now - 60}`)).body.count, 0)
  for (const path of ['tickets', 'tickets/cursor', 'users', 'users/cursor', 'organizations', 'ticket_events', 'tickets/sample']) {
    const refused = await app.api.get(`${EXPORT}/${path}?start_time=${now - 59}`)
    assert.equal(refused.status, 422, path)
    assert.deepEqual(refused.body, { error: 'InvalidValue', description: 'Too recent start_time. Use a start_time older than 1 minute' })
  }
})

test('a start_time of now, with which connectors check their access, returns an empty page: as a date, or for metric events', async () => {
  await moveClock(120)
  await make.ticket()
  const now = await moveClock(30)
  const date = new Date(now * 1000).toISOString().slice(0, 19)
  for (const query of [`organizations?start_time=${date}Z`, `tickets?start_time=${date}Z`, `ticket_metric_events?start_time=${now}`]) {
    const { status, body } = await app.api.get(`${EXPORT}/${query}`)
    assert.deepEqual([status, body.count, body.end_of_stream, body.end_time], [200, 0, true, now - 60], query)
    assert.ok(body.next_page.includes(`start_time=${now - 60}`))
  }
  const cursor = await app.api.get(`${EXPORT}/ticket_metric_events?start_time=${now}&page[size]=10`)
  assert.deepEqual([cursor.status, cursor.body.ticket_metric_events, cursor.body.meta.has_more], [200, [], false])
  assert.equal((await app.as({}).get(`${EXPORT}/ticket_metric_events?start_time=${now}`)).status, 401)
})

test('start_time can be an integer, a decimal, a date, or text that begins with a number; other text is 0', async () => {
  const start = await moveClock(120)
  const { id } = await make.ticket()
  await moveClock(61)
  const date = new Date(start * 1000).toISOString()
  for (const given of [start, `${start}.0`, `${start}.9`, date, `${date.slice(0, 19)}Z`, `${start} or so`]) {
    const { status, body } = await app.api.get(`${EXPORT}/tickets?start_time=${encodeURIComponent(given)}`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.tickets.map((one: any) => one.id),
      [id],
      String(given),
    )
  }
  for (const given of ['now', '0', '-5']) {
    const { status, body } = await app.api.get(`${EXPORT}/ticket_metric_events?start_time=${given}`)
    assert.equal(status, 200)
    assert.ok(body.count > 0)
  }
})

test('users: deleted ones are inactive, permanently deleted ones are marked; identities can be sideloaded', async () => {
  const start = await moveClock(120)
  const person = await make.user()
  const gone = await make.user()
  const scrubbed = await make.user()
  for (const { id } of [gone, scrubbed]) await app.api.delete(`/api/v2/users/${id}`)
  await app.api.delete(`/api/v2/deleted_users/${scrubbed.id}`)
  await moveClock(61)
  const byTime = (await app.api.get(`${EXPORT}/users?start_time=${start}&include=identities&per_page=50`)).body
  assert.deepEqual(
    byTime.users.map((one: any) => [one.id, one.active, one.permanently_deleted, one.identities.length]),
    [
      [person.id, true, false, 1],
      [gone.id, false, false, 0],
      [scrubbed.id, false, true, 0],
    ],
  )
  assert.equal(byTime.identities[0].value, person.email)
  assert.equal(byTime.next_page, `${app.base_url}${EXPORT}/users.json?include=identities&per_page=50&start_time=${start}`)
  const byCursor = (await app.api.get(`${EXPORT}/users/cursor?start_time=${start}&per_page=1`)).body
  assert.deepEqual([byCursor.users.length, byCursor.end_of_stream], [1, false])
})

test('organizations by time', async () => {
  const start = await moveClock(120)
  const { id } = await make.organization()
  await moveClock(61)
  const { body } = await app.api.get(`${EXPORT}/organizations.json?start_time=${start}`)
  assert.deepEqual([body.organizations.map((one: any) => one.id), body.count, body.end_of_stream, body.end_time], [[id], 1, true, start])
})

test('ticket events: an audit with its child events, comments on request', async () => {
  const start = await moveClock(120)
  const { id } = await make.ticket({ tags: ['one', 'two'] })
  await moveClock(1)
  const comment = { body: 'For us only', public: false }
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { priority: 'high', tags: ['two', 'three'], assignee_id: app.admin.id, comment } })
  await moveClock(61)
  const { body } = await app.api.get(`${EXPORT}/ticket_events?start_time=${start}`)
  const [made, changed] = body.ticket_events
  assert.deepEqual(Object.keys(made), [
    'id',
    'ticket_id',
    'timestamp',
    'created_at',
    'updater_id',
    'via',
    'system',
    'event_type',
    'child_events',
  ])
  assert.deepEqual(
    [made.ticket_id, made.timestamp, made.updater_id, made.via, made.event_type],
    [id, start, app.admin.id, 'Web service', 'Audit'],
  )
  const findChildEvent = (event: any, member: string) => event.child_events.find((child: any) => Object.hasOwn(child, member))
  assert.deepEqual([findChildEvent(made, 'subject').event_type, findChildEvent(made, 'subject').via_reference_id], ['Create', null])
  assert.deepEqual([findChildEvent(changed, 'priority').priority, findChildEvent(changed, 'priority').previous_value], ['high', null])
  const { tags, added_tags, removed_tags } = findChildEvent(changed, 'tags')
  assert.deepEqual([tags, added_tags, removed_tags], [['three', 'two'], ['three'], ['one']])
  assert.equal(findChildEvent(changed, 'assignee_id').assignee_id, app.admin.id)
  const plain = findChildEvent(changed, 'comment_present')
  assert.deepEqual([plain.event_type, plain.comment_public, plain.body], ['Comment', false, undefined])
  const whole = (await app.api.get(`${EXPORT}/ticket_events?start_time=${start}&include=comment_events`)).body.ticket_events[1]
  const said = findChildEvent(whole, 'comment_present')
  assert.deepEqual(
    [said.body, said.public, said.event_type, said.type, said.via.channel],
    ['For us only', false, 'Comment', 'Comment', 'api'],
  )
})

test('ticket metric events, by time, and by cursor in both directions', async () => {
  const start = await moveClock(120)
  const { id } = await make.ticket()
  const gone = await make.ticket()
  await app.api.delete(`/api/v2/tickets/${gone.id}`)
  await moveClock(180)
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'solved', assignee_id: app.admin.id, comment: { body: 'Done' } } })
  await moveClock(61)
  const { body } = await app.api.get(`${EXPORT}/ticket_metric_events?start_time=${start}`)
  assert.deepEqual(Object.keys(body), ['ticket_metric_events', 'count', 'end_of_stream', 'next_page', 'end_time'])
  const all = body.ticket_metric_events
  const told = all.filter((one: any) => one.ticket_id === id && one.metric === 'resolution_time')
  assert.deepEqual(
    told.map((one: any) => [one.type, one.instance_id, one.status]),
    [
      ['measure', 0, undefined],
      ['activate', 1, undefined],
      ['fulfill', 1, undefined],
      ['update_status', 1, { calendar: 3, business: 3 }],
    ],
  )
  const seen: any[] = []
  let path = `${EXPORT}/ticket_metric_events?start_time=${start}&page[size]=4`
  let previous = ''
  for (let more = true; more;) {
    const page = (await app.api.get(path)).body
    seen.push(...page.ticket_metric_events)
    more = page.meta.has_more
    path = page.links.next.slice(app.base_url.length)
    previous = page.links.prev.slice(app.base_url.length)
  }
  assert.deepEqual(seen, all)
  const end = (await app.api.get(path)).body
  assert.deepEqual([end.ticket_metric_events, end.meta.has_more, end.links], [[], false, { prev: null, next: null }])
  const before = (await app.api.get(previous)).body.ticket_metric_events
  const at = all.findIndex((one: any) => one.id === before.at(-1).id)
  assert.deepEqual(before, all.slice(at - 3, at + 1))
  const living = (await app.api.get(`${EXPORT}/ticket_metric_events?start_time=${start}&exclude_deleted=true&include_changes=true`)).body
  assert.deepEqual(
    living.ticket_metric_events,
    all.filter((one: any) => one.ticket_id === id),
  )
})

test('tickets include their metrics on request', async () => {
  const start = await moveClock(120)
  const { id } = await make.ticket()
  await moveClock(61)
  const include = 'metric_sets,metric_events,slas,dates,incident_counts,last_audits'
  const { body } = await app.api.get(`${EXPORT}/tickets/cursor?start_time=${start}&include=${include}`)
  const [ticket] = body.tickets
  assert.deepEqual(
    [ticket.metric_set.ticket_id, ticket.metric_set.replies, ticket.slas, ticket.incident_count],
    [id, 0, { policy_metrics: [] }, 0],
  )
  assert.deepEqual(
    ticket.metric_events.resolution_time.map((one: any) => one.type),
    ['measure', 'activate'],
  )
  assert.equal(body.last_audits, undefined)
  assert.deepEqual((await app.api.get(`/api/v2/tickets/${id}?include=metric_sets`)).body.ticket.metric_set, ticket.metric_set)
})

test('a sample has at most 50 rows; a record type without an export has no sample', async () => {
  for (const resource of ['tickets', 'users', 'organizations', 'ticket_events', 'ticket_metric_events']) {
    const { status, body } = await app.api.get(`${EXPORT}/${resource}/sample.json?start_time=0`)
    assert.equal(status, 200)
    assert.ok(body[resource].length > 0 && body[resource].length <= 50, resource)
    assert.equal(body.count, body[resource].length)
  }
  assert.equal((await app.api.get(`${EXPORT}/ticket_metric_events/sample?start_time=0`)).body.count, 50)
  assert.equal((await app.api.get(`${EXPORT}/oauth_tokens/sample?start_time=0`)).status, 404)
})

test('exports are for administrators, and errors name the invalid parameter', async () => {
  const agent = await make.agent()
  for (const path of [
    'tickets',
    'tickets/cursor',
    'users',
    'users/cursor',
    'organizations',
    'ticket_events',
    'ticket_metric_events',
    'users/sample',
  ]) {
    assert.equal((await app.as({}).get(`${EXPORT}/${path}?start_time=0`)).status, 401, path)
    assert.equal((await app.as({ email: agent.email, token: app.admin.token }).get(`${EXPORT}/${path}?start_time=0`)).status, 403, path)
    assert.equal((await app.api.get(`${EXPORT}/${path}`)).status, 400, path)
    assert.equal((await app.api.get(`${EXPORT}/${path}?start_time=0&per_page=some`)).status, 400, path)
  }
  for (const cursor of ['none', Buffer.from('1.0||x|').toString('base64')]) {
    const { status, body } = await app.api.get(`${EXPORT}/users/cursor?cursor=${cursor}`)
    assert.deepEqual([status, body.error], [422, 'InvalidValue'])
  }
  for (const query of ['page[size]=many', 'page[after]=MS4wfHwxfA==&page[before]=MS4wfHwxfA=='])
    assert.equal((await app.api.get(`${EXPORT}/ticket_metric_events?start_time=0&${query}`)).status, 400)
})

test('ten exports a minute, of all kinds together', async () => {
  const { api } = await putInstance(app, { settings: { rate_limit: { plan: 'unlimited', endpoints: true } } })
  const answers = []
  for (let call = 0; call < 11; call += 1)
    answers.push(await api.get(`${EXPORT}/${call % 2 === 0 ? 'users' : 'tickets/cursor'}?start_time=0`))
  const refused = answers.filter((answer) => answer.status === 429)
  // the window of a minute may end in between
  assert.ok(
    refused.length === 1 || answers.some(({ headers }) => /remaining=9/.test(headers.get('zendesk-ratelimit-incremental-exports') ?? '')),
  )
  assert.match(answers[0]?.headers.get('zendesk-ratelimit-incremental-exports') ?? '', /^total=10; remaining=9; resets=\d+$/)
})
