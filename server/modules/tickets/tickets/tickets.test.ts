import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
/** The members that the public service answers, as recorded. */
const KEYS =
  'url id external_id via created_at updated_at generated_timestamp type subject raw_subject description priority status recipient requester_id submitter_id assignee_id organization_id group_id collaborator_ids follower_ids email_cc_ids forum_topic_id problem_id has_incidents is_public due_at tags custom_fields satisfaction_rating sharing_agreement_ids custom_status_id fields followup_ids ticket_form_id brand_id allow_channelback allow_attachments from_messaging_channel encoded_id satisfaction_probability support_type'.split(
    ' ',
  )

const update = (id: number, ticket: Record<string, unknown>) => app.api.put(`/api/v2/tickets/${id}.json`, { ticket })

test('a ticket needs only a comment, and is returned complete, in the recorded order', async () => {
  const { status, body, headers } = await app.api.post('/api/v2/tickets.json', { ticket: { subject: 's', comment: { body: 'b' } } })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body), ['ticket', 'audit'])
  assert.deepEqual(
    Object.keys(body.ticket).filter((name) => KEYS.includes(name)),
    KEYS,
  )
  assert.equal(headers.get('location'), body.ticket.url)
  assert.equal(body.ticket.url, `${app.base_url}/api/v2/tickets/${body.ticket.id}.json`)
  assert.equal(body.ticket.status, 'new')
  assert.equal(body.ticket.description, 'b')
  assert.equal(body.ticket.generated_timestamp, 0)
  assert.deepEqual(body.ticket.via, { channel: 'api', source: { from: {}, to: {}, rel: null } })
  assert.equal(body.ticket.requester_id, app.admin.id)
  assert.deepEqual(
    body.audit.events.slice(0, 3).map((event: { type: string; field_name?: string }) => event.field_name ?? event.type),
    ['Comment', 'subject', 'requester_id'],
  )
  assert.equal(body.audit.events[0].html_body, '<div class="zd-comment" dir="auto"><p dir="auto">b</p></div>')
  const read = (await app.api.get(`/api/v2/tickets/${body.ticket.id}`)).body.ticket
  assert.deepEqual({ ...read, generated_timestamp: 0 }, body.ticket)
})

test('a comment may be sent under its older name, "value"; "body" takes precedence', async () => {
  const made = await app.api.post('/api/v2/tickets', { ticket: { comment: { value: 'Then', public: false } } })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('x-zendesk-api-warn'), null)
  assert.deepEqual([made.body.ticket.description, made.body.ticket.is_public], ['Then', false])
  const { id } = made.body.ticket
  const answered = await app.api.put(`/api/v2/tickets/${id}`, { ticket: { comment: { value: 'Old', body: 'New' } } })
  assert.equal(answered.body.audit.events[0].body, 'New')
  assert.equal((await app.api.post('/api/v2/tickets', { ticket: { comment: { value: '' } } })).status, 422)
})

test('ticket numbers have no gaps', async () => {
  const first = await make.ticket()
  assert.equal((await make.ticket()).id, first.id + 1)
})

test('a ticket without text is refused, and uses up no number', async () => {
  const before = await make.ticket()
  const { status, body } = await app.api.post('/api/v2/tickets', { ticket: { subject: 'x' } })
  assert.equal(status, 422)
  assert.deepEqual(body, {
    error: 'RecordInvalid',
    description: 'Record validation errors',
    details: { base: [{ description: 'Description: cannot be blank', error: 'BlankValue' }] },
  })
  assert.equal((await make.ticket()).id, before.id + 1)
})

test('a requester is created from name and address, and found again by the address', async () => {
  const one = await make.ticket({ requester: { name: 'Ada', email: 'Ada@Example.org' } })
  const two = await make.ticket({ requester: 'ada@example.org' })
  assert.equal(two.requester_id, one.requester_id)
  const nameless = await app.api.post('/api/v2/tickets', {
    ticket: { comment: { body: 'x' }, requester: { email: 'nobody@example.org', name: '' } },
  })
  assert.equal(nameless.status, 422)
  const suspended = await make.user({ suspended: true })
  const refused = await app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, requester_id: suspended.id } })
  assert.deepEqual(refused.body.details.requester, [{ description: `Requester: ${suspended.name} is suspended.` }])
})

test('a ticket gets the organization of its requester', async () => {
  const organization = await make.organization()
  const user = await make.user({ organization_id: organization.id })
  assert.equal((await make.ticket({ requester_id: user.id })).organization_id, organization.id)
})

test('an assignee opens the ticket and sets its group; null removes the assignee', async () => {
  const agent = await make.agent()
  const ticket = await make.ticket({ assignee_id: agent.id })
  assert.equal(ticket.status, 'open')
  assert.equal(ticket.group_id, agent.default_group_id)
  const off = await update(ticket.id, { assignee_id: null })
  assert.equal(off.status, 200)
  assert.equal(off.body.ticket.assignee_id, null)
  assert.deepEqual(
    off.body.audit.events.map(({ type, field_name, value, previous_value }: Record<string, unknown>) => ({
      type,
      field_name,
      value,
      previous_value,
    })),
    [{ type: 'Change', field_name: 'assignee_id', value: null, previous_value: String(agent.id) }],
  )
})

test('an end user or an unknown user cannot be the assignee', async () => {
  const user = await make.user()
  for (const assignee_id of [user.id, 999_999_999]) {
    const { status, body } = await app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, assignee_id } })
    assert.equal(status, 422)
    assert.equal(body.details.base[0].description, 'Assignee: is invalid')
  }
})

test('invalid choices are reported together', async () => {
  const { body } = await app.api.post('/api/v2/tickets', {
    ticket: { comment: { body: 'x' }, priority: 'huge', type: 'wish', status: 'gone' },
  })
  assert.deepEqual(
    body.details.base.map((problem: { description: string }) => problem.description),
    ['Priority: is invalid', 'Type: is invalid', 'Status: is invalid'],
  )
})

test('a closed ticket cannot be changed, but followed up', async () => {
  const ticket = await make.ticket({ status: 'closed', assignee_id: app.admin.id, tags: ['vip'] })
  const { status, body } = await update(ticket.id, { subject: 'new' })
  assert.equal(status, 422)
  assert.deepEqual(body.details, { status: [{ description: 'closed prevents ticket update' }] })
  const next = await make.ticket({ via_followup_source_id: ticket.id })
  assert.equal(next.via.source.rel, 'follow_up')
  assert.deepEqual(next.tags, ['vip'])
  assert.deepEqual((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.followup_ids, [next.id])
})

test('a comment of an end user reopens a solved ticket; a ticket never becomes new again', async () => {
  const user = await make.user()
  const ticket = await make.ticket({ requester_id: user.id, assignee_id: app.admin.id, status: 'solved' })
  const reopened = await update(ticket.id, { comment: { body: 'Still broken', author_id: user.id } })
  assert.equal(reopened.body.ticket.status, 'open')
  assert.equal((await update(ticket.id, { status: 'new' })).body.ticket.status, 'open')
})

test('an update without changes leaves the ticket as it was', async () => {
  const ticket = await make.ticket()
  const { status, body } = await update(ticket.id, { subject: ticket.subject })
  assert.equal(status, 200)
  assert.deepEqual(body.audit.events, [])
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/audits/count`)).body.count.value, 1)
})

test('the address a ticket was sent to is changed and audited; times in audits are in whole seconds', async () => {
  const ticket = await make.ticket({ recipient: 'help@example.org', due_at: '2027-01-01T10:00:00+02:00' })
  const { body } = await update(ticket.id, { recipient: 'sales@example.org' })
  assert.equal(body.ticket.recipient, 'sales@example.org')
  const changed = { type: 'Change', value: 'sales@example.org', field_name: 'recipient', previous_value: 'help@example.org' }
  assert.deepEqual(body.audit.events, [{ id: body.audit.events[0].id, ...changed }])
  await update(ticket.id, { due_at: null })
  const { audits } = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body
  const due = audits.map(({ events }: any) => events.find((event: any) => event.field_name === 'due_at'))
  assert.deepEqual([due[0].value, due[1], due[2].previous_value], ['2027-01-01T08:00:00Z', undefined, '2027-01-01T08:00:00Z'])
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.recipient, 'sales@example.org')
})

test('a safe update is refused if the ticket has changed since it was read', async () => {
  const ticket = await make.ticket()
  const stale = await update(ticket.id, { subject: 'x', safe_update: false, updated_stamp: '2020-01-01T00:00:00Z' })
  assert.equal(stale.status, 409)
  assert.equal(stale.body.error, 'UpdateConflict')
  assert.equal((await update(ticket.id, { subject: 'x', safe_update: true, updated_stamp: ticket.updated_at })).status, 200)
})

test('sixteen concurrent writes all succeed, each with its comment', async () => {
  const ticket = await make.ticket()
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_none, index) => update(ticket.id, { comment: { body: `n${index}` }, additional_tags: [`t${index}`] })),
  )
  assert.deepEqual(
    answers.map((answer) => answer.status),
    Array.from({ length: 16 }, () => 200),
  )
  const { comments } = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body
  assert.equal(comments.length, 17)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.tags.length, 16)
})

test('agents see what their restriction allows; other tickets are 404', async () => {
  const group = await make.group()
  const agent = await make.agent({ ticket_restriction: 'assigned', password: 'a long password' })
  const mine = await make.ticket({ assignee_id: agent.id })
  const other = await make.ticket({ group_id: group.id })
  const as = app.as({ email: agent.email, password: 'a long password' })
  assert.equal((await as.get(`/api/v2/tickets/${mine.id}`)).status, 200)
  assert.equal((await as.get(`/api/v2/tickets/${other.id}`)).status, 404)
  assert.deepEqual(
    (await as.get('/api/v2/tickets')).body.tickets.map((ticket: { id: number }) => ticket.id),
    [mine.id],
  )
})

test('end users are refused, and anonymous callers are unauthenticated', async () => {
  assert.equal((await app.as({}).get('/api/v2/tickets')).status, 401)
  const user = await make.user()
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).get('/api/v2/tickets')).status, 403)
})

test('lists page to their end in both styles, and side-load', async () => {
  const { count } = (await app.api.get('/api/v2/tickets?per_page=1')).body
  const ids: number[] = []
  let next: string | null = '/api/v2/tickets.json?page[size]=7&include=users,groups,comment_count'
  let pages = 0
  while (next !== null) {
    const page: { tickets: { id: number; comment_count: number }[]; users: unknown[]; links: { next: string | null } } = (
      await app.api.get(next)
    ).body
    ids.push(...page.tickets.map((ticket) => ticket.id))
    for (const ticket of page.tickets) assert.ok(ticket.comment_count >= 1)
    assert.ok(Array.isArray(page.users))
    next = page.links.next === null ? null : page.links.next.slice(app.base_url.length)
    pages++
  }
  assert.equal(ids.length, count)
  assert.deepEqual(
    ids,
    [...ids].sort((one, other) => one - other),
  )
  assert.equal(pages, Math.ceil(count / 7) + 1)
  assert.equal((await app.api.get('/api/v2/tickets?sort=subject&page[size]=5')).body.errors[0].code, 'InvalidPaginationParameter')
})

test('two requests with one idempotency key create one ticket', async () => {
  const send = (subject: string) =>
    app.api.post('/api/v2/tickets', { ticket: { subject, comment: { body: 'once' } } }, { 'idempotency-key': 'k1' })
  const [one, two] = await Promise.all([send('a'), send('a')])
  assert.equal(one.body.ticket.id, two.body.ticket.id)
  assert.deepEqual([one, two].map((answer) => answer.headers.get('x-idempotency-lookup')).sort(), ['hit', 'miss'])
  const other = await send('b')
  assert.equal(other.status, 400)
  assert.equal(other.body.error, 'IdempotentRequestError')
})

test('a job with nothing to do ends with an empty list of results', async () => {
  const job = await waitForJob((await app.api.delete('/api/v2/tickets/destroy_many')).body.job_status.id)
  assert.deepEqual([job.status, job.total, job.results], ['completed', 0, []])
})

test('many tickets are created, changed and deleted by jobs', async () => {
  const job = await app.api.post('/api/v2/tickets/create_many', {
    tickets: [{ comment: { body: 'one' } }, { subject: 'no text' }, { comment: { body: 'two' } }],
  })
  assert.equal(job.body.job_status.status, 'queued')
  const made = await waitForJob(job.body.job_status.id)
  assert.equal(made.job_type, 'Bulk Create Ticket')
  assert.deepEqual(
    made.results.map((row: { success?: boolean }) => row.success),
    [undefined, false, undefined],
  )
  const ids = made.results.filter((row: { id?: number }) => row.id).map((row: { id: number }) => row.id)
  const changed = await waitForJob(
    (await app.api.put(`/api/v2/tickets/update_many?ids=${ids.join()}`, { ticket: { additional_tags: ['bulk'] } })).body.job_status.id,
  )
  assert.deepEqual(changed.results[0], { id: ids[0], action: 'update', success: true, status: 'Updated' })
  assert.deepEqual((await app.api.get(`/api/v2/tickets/${ids[1]}`)).body.ticket.tags, ['bulk'])
  const gone = await waitForJob((await app.api.delete(`/api/v2/tickets/destroy_many?ids=${ids.join()}`)).body.job_status.id)
  assert.equal(gone.status, 'completed')
  const over = await app.api.post('/api/v2/tickets/create_many', {
    tickets: Array.from({ length: 101 }, () => ({ comment: { body: 'x' } })),
  })
  assert.deepEqual(over.body, { error: 'TooManyValues', description: 'Parameter  cannot specify more than 100 values', max_count: 100 })
})

async function waitForJob(id: string): Promise<any> {
  for (;;) {
    const { job_status } = (await app.api.get(`/api/v2/job_statuses/${id}`)).body
    if (job_status.status === 'completed' || job_status.status === 'failed') return job_status
    await new Promise((resolve) => setImmediate(resolve))
  }
}
