import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { basicToken } from '#test/instances.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'

const app = await useApp()
const make = makeWith(app.api)
const KEYS =
  'url id status priority type subject description organization_id via custom_fields requester_id collaborator_ids email_cc_ids is_public due_at can_be_solved_by_me created_at updated_at recipient followup_source_id assignee_id group_id ticket_form_id custom_status_id fields solved'.split(
    ' ',
  )

/** An end user who signs in. */
async function person(given: Record<string, unknown> = {}): Promise<{ id: number; email: string; api: Client }> {
  const { id, email } = await make.user(given)
  return { id, email, api: app.as({ email, token: app.admin.token }) }
}

const ask = async (api: Client, request: Record<string, unknown> = {}): Promise<any> => {
  const answer = await api.post('/api/v2/requests.json', { request: { subject: 'Help', comment: { body: 'It is broken' }, ...request } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.request
}
const idsIn = async (api: Client, path: string): Promise<number[]> => {
  const { status, body } = await api.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.requests.map((request: { id: number }) => request.id)
}

test('an end user makes a request, reads it and answers it', async () => {
  const ann = await person()
  const made = await ann.api.post('/api/v2/requests', { request: { subject: 'Help', comment: { body: 'It is broken' } } })
  assert.equal(made.status, 201)
  const { request } = made.body
  assert.equal(made.headers.get('location'), `${app.base_url}/api/v2/requests/${request.id}.json`)
  assert.deepEqual(Object.keys(request), KEYS)
  assert.deepEqual([request.status, request.description, request.requester_id], ['new', 'It is broken', ann.id])
  assert.deepEqual((await ann.api.get(`/api/v2/requests/${request.id}`)).body.request, request)
  const answered = await ann.api.put(`/api/v2/requests/${request.id}`, { request: { comment: { body: 'Still broken' } } })
  assert.equal(answered.status, 200)
  const { comments, users } = (await ann.api.get(`/api/v2/requests/${request.id}/comments`)).body
  assert.deepEqual(
    comments.map((comment: { body: string }) => comment.body),
    ['It is broken', 'Still broken'],
  )
  assert.deepEqual(users, [{ id: ann.id, name: users[0].name, photo: null, agent: false, organization_id: null }])
  const [{ id }] = comments
  assert.equal((await ann.api.get(`/api/v2/requests/${request.id}/comments/${id}`)).body.comment.request_id, request.id)
})

test('a comment may be sent under its older name, "value"', async () => {
  const ann = await person()
  const { id, description } = await ask(ann.api, { comment: { value: 'It is broken' } })
  assert.equal(description, 'It is broken')
  assert.equal((await ann.api.put(`/api/v2/requests/${id}`, { request: { comment: { value: 'Still' } } })).status, 200)
  const { comments } = (await ann.api.get(`/api/v2/requests/${id}/comments`)).body
  assert.equal(comments[1].body, 'Still')
  const blank = { request: { subject: 'Help', comment: { value: ' ' } } }
  assert.equal((await ann.api.post('/api/v2/requests', blank)).status, 422)
})

test('private comments are never part of a request', async () => {
  const ann = await person()
  const ticket = await make.ticket({ requester_id: ann.id, comment: { body: 'Hidden', public: false } })
  assert.equal((await ann.api.get(`/api/v2/requests/${ticket.id}`)).status, 404)
  assert.deepEqual(await idsIn(ann.api, '/api/v2/requests'), [])
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'Shown', public: true } } })
  const { request } = (await ann.api.get(`/api/v2/requests/${ticket.id}`)).body
  assert.equal(request.description, 'Shown')
  const { comments } = (await ann.api.get(`/api/v2/requests/${ticket.id}/comments`)).body
  assert.deepEqual(
    comments.map((comment: { body: string; metadata: object }) => [comment.body, comment.metadata]),
    [['Shown', { system: {}, custom: {} }]],
  )
  const hidden = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body.comments[0].id
  assert.equal((await ann.api.get(`/api/v2/requests/${ticket.id}/comments/${hidden}`)).status, 404)
  assert.deepEqual(await idsIn(ann.api, '/api/v2/requests/search?query=hidden'), [])
})

test('comments are filtered by time, and by agents or end users as authors', async () => {
  const ann = await person()
  const request = await ask(ann.api)
  await app.api.put(`/api/v2/tickets/${request.id}`, { ticket: { comment: { body: 'Answer' } } })
  const bodies = async (query: string) =>
    (await ann.api.get(`/api/v2/requests/${request.id}/comments?${query}`)).body.comments.map((comment: { body: string }) => comment.body)
  assert.deepEqual(await bodies('role=agent'), ['Answer'])
  assert.deepEqual(await bodies('role=end_user'), ['It is broken'])
  assert.deepEqual(await bodies('since=2100-01-01T00:00:00Z'), [])
  assert.deepEqual(await bodies('page[size]=1'), ['It is broken'])
  assert.equal((await ann.api.get(`/api/v2/requests/${request.id}/comments?since=yesterday`)).status, 400)
})

test('a requester solves an assigned request, and a comment reopens it', async () => {
  const ann = await person()
  const request = await ask(ann.api)
  assert.equal(request.can_be_solved_by_me, false)
  const path = `/api/v2/requests/${request.id}`
  assert.equal((await ann.api.put(path, { request: { solved: true } })).status, 422)
  await app.api.put(`/api/v2/tickets/${request.id}`, { ticket: { assignee_id: app.admin.id } })
  assert.equal((await ann.api.get(path)).body.request.can_be_solved_by_me, true)
  const solved = await ann.api.put(path, { request: { solved: 'true' } })
  assert.equal(solved.status, 200, JSON.stringify(solved.body))
  assert.equal(solved.body.request.status, 'solved')
  assert.deepEqual(await idsIn(ann.api, '/api/v2/requests/solved'), [request.id])
  assert.deepEqual(await idsIn(ann.api, '/api/v2/requests/open'), [])
  const thanks = await ann.api.put(path, { request: { comment: 'Thank you', solved: true } })
  assert.deepEqual([thanks.status, thanks.body.request.status], [200, 'solved'])
  assert.equal((await ann.api.get(`${path}/comments`)).body.comments.length, 2)
  assert.equal((await ann.api.put(path, { request: { comment: 'Not yet' } })).body.request.status, 'open')
  assert.deepEqual(await idsIn(ann.api, '/api/v2/requests/open'), [request.id])
})

test('an agent solves their own unassigned request and becomes its assignee, but solves no problem or request of others', async () => {
  const agent = await make.agent()
  const own = app.as({ email: agent.email, token: app.admin.token })
  const request = await ask(own)
  assert.equal(request.can_be_solved_by_me, true)
  const solved = await own.put(`/api/v2/requests/${request.id}`, { request: { solved: true, comment: { value: 'Found it' } } })
  assert.equal(solved.status, 200, JSON.stringify(solved.body))
  assert.deepEqual([solved.body.request.status, solved.body.request.assignee_id], ['solved', agent.id])
  const problem = await ask(own)
  await app.api.put(`/api/v2/tickets/${problem.id}`, { ticket: { type: 'problem' } })
  assert.equal((await own.put(`/api/v2/requests/${problem.id}`, { request: { solved: true } })).status, 422)
  const others = await ask((await person()).api)
  assert.equal((await own.put(`/api/v2/requests/${others.id}`, { request: { solved: true } })).status, 422)
})

test('a requester cannot set what only agents can set', async () => {
  const ann = await person()
  const request = await ask(ann.api, { status: 'solved', assignee_id: app.admin.id, tags: ['vip'], requester_id: app.admin.id })
  const { ticket } = (await app.api.get(`/api/v2/tickets/${request.id}`)).body
  assert.deepEqual([ticket.status, ticket.assignee_id, ticket.tags, ticket.requester_id], ['new', null, [], ann.id])
  const named = { author_id: app.admin.id, public: false, body: 'As another' }
  await ann.api.put(`/api/v2/requests/${request.id}`, { request: { comment: named, subject: 'Changed', status: 'closed' } })
  const { comments } = (await app.api.get(`/api/v2/tickets/${request.id}/comments`)).body
  assert.deepEqual([comments[1].author_id, comments[1].public], [ann.id, true])
  assert.equal((await app.api.get(`/api/v2/tickets/${request.id}`)).body.ticket.subject, 'Help')
})

test('copied users see and comment on a request; a new address becomes an unverified user', async () => {
  const ann = await person()
  const ben = await person()
  const email = `new.${ben.email}`
  const request = await ask(ann.api, { email_ccs: [{ user_email: ben.email }, { user_email: email, user_name: 'New' }] })
  assert.equal(request.email_cc_ids.length, 2)
  assert.deepEqual(await idsIn(ben.api, '/api/v2/requests/ccd'), [request.id])
  assert.deepEqual(await idsIn(ben.api, '/api/v2/requests'), [])
  assert.equal((await ben.api.put(`/api/v2/requests/${request.id}`, { request: { comment: { body: 'Me too' } } })).status, 200)
  const { users } = (await app.api.get(`/api/v2/users/search?query=${encodeURIComponent(email)}`)).body
  assert.deepEqual([users[0].name, users[0].verified, users[0].role], ['New', false, 'end-user'])
  const left = await ann.api.put(`/api/v2/requests/${request.id}`, { request: { email_ccs: [{ user_id: ben.id, action: 'delete' }] } })
  assert.equal(left.body.request.email_cc_ids.length, 1)
  assert.equal((await ben.api.get(`/api/v2/requests/${request.id}`)).status, 404)
})

test('a comment of a copied user reopens a solved request, even if it asks to solve it', async () => {
  const ann = await person()
  const ben = await person()
  const { id } = await ask(ann.api, { email_ccs: [{ user_email: ben.email }] })
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { assignee_id: app.admin.id, status: 'solved' } })
  const answer = await ben.api.put(`/api/v2/requests/${id}`, { request: { comment: 'Not for me', solved: true } })
  assert.deepEqual([answer.status, answer.body.request.status], [200, 'open'])
})

test('by id, only members of the same organization can be copied', async () => {
  const ann = await person()
  const ben = await person()
  assert.deepEqual((await ask(ann.api, { email_ccs: [{ user_id: ben.id }], collaborators: [ben.id] })).email_cc_ids, [])
  const { id } = await make.organization()
  for (const user of [ann, ben])
    await app.api.post('/api/v2/organization_memberships', { organization_membership: { user_id: user.id, organization_id: id } })
  assert.deepEqual((await ask(ann.api, { collaborators: [ben.id] })).email_cc_ids, [ben.id])
})

test('an organization that shares its tickets shows them to its members, and lets them answer if it shares comments', async () => {
  const { id } = await make.organization({ shared_tickets: false })
  const ann = await person({ organization_id: id })
  const ben = await person({ organization_id: id })
  const request = await ask(ann.api)
  const path = `/api/v2/requests/${request.id}`
  assert.equal((await ben.api.get(path)).status, 404)
  assert.deepEqual(await idsIn(ben.api, `/api/v2/organizations/${id}/requests`), [])
  await app.api.put(`/api/v2/organizations/${id}`, { organization: { shared_tickets: true } })
  assert.equal((await ben.api.get(path)).status, 200)
  assert.deepEqual(await idsIn(ben.api, `/api/v2/organizations/${id}/requests`), [request.id])
  assert.deepEqual(await idsIn(ben.api, `/api/v2/users/${ann.id}/requests`), [request.id])
  assert.deepEqual(await idsIn(ben.api, '/api/v2/requests'), [])
  const answer = () => ben.api.put(path, { request: { comment: { body: 'Me too' } } })
  assert.equal((await answer()).status, 403)
  await app.api.put(`/api/v2/organizations/${id}`, { organization: { shared_comments: true } })
  assert.equal((await answer()).status, 200)
})

test('a user with access to the tickets of their organization sees its requests', async () => {
  const { id } = await make.organization()
  const ann = await person({ organization_id: id })
  const boss = await person({ organization_id: id, ticket_restriction: 'organization' })
  const request = await ask(ann.api)
  assert.deepEqual(await idsIn(boss.api, `/api/v2/organizations/${id}/requests`), [request.id])
  assert.equal((await boss.api.get(`/api/v2/requests/${request.id}`)).body.request.can_be_solved_by_me, false)
})

test('requests of other users cannot be seen, changed or listed by guessing ids', async () => {
  const ann = await person()
  const eve = await person()
  const request = await ask(ann.api)
  assert.equal((await eve.api.get(`/api/v2/requests/${request.id}`)).status, 404)
  assert.equal((await eve.api.put(`/api/v2/requests/${request.id}`, { request: { comment: 'x' } })).status, 404)
  assert.equal((await eve.api.get(`/api/v2/requests/${request.id}/comments`)).status, 404)
  assert.deepEqual(await idsIn(eve.api, `/api/v2/users/${ann.id}/requests`), [])
  const { id } = await make.organization()
  assert.equal((await eve.api.get(`/api/v2/organizations/${id}/requests`)).status, 404)
  for (const path of ['requests', 'requests/1', 'requests/1/comments', 'requests/open', `users/${ann.id}/requests`])
    assert.equal((await app.as({}).get(`/api/v2/${path}`)).status, 401, path)
})

test('an agent creates requests of their own, and can read and comment on those of others', async () => {
  const ann = await person()
  const theirs = await ask(ann.api)
  const own = await ask(app.api)
  assert.equal(own.requester_id, app.admin.id)
  assert.deepEqual(await idsIn(app.api, '/api/v2/requests'), [own.id])
  assert.equal((await app.api.get(`/api/v2/requests/${theirs.id}`)).status, 200)
  assert.deepEqual(await idsIn(app.api, `/api/v2/users/${ann.id}/requests`), [theirs.id])
  assert.equal((await app.api.get('/api/v2/users/999999/requests')).status, 404)
  assert.equal((await app.api.get('/api/v2/organizations/999999/requests')).status, 404)
  const { status } = await app.api.put(`/api/v2/requests/${theirs.id}`, { request: { comment: { body: 'An answer' } } })
  assert.equal(status, 200)
})

test('a light agent comments publicly on their own requests', async () => {
  const { email } = await make.agent({ only_private_comments: true })
  const light = app.as({ email, token: app.admin.token })
  const request = await ask(light)
  assert.equal(request.is_public, true)
  assert.equal((await light.put(`/api/v2/requests/${request.id}`, { request: { comment: 'More' } })).status, 200)
  assert.equal((await light.get(`/api/v2/requests/${request.id}/comments`)).body.count, 2)
})

test('requests are searched by words, phrases, status, organization and copied users', async () => {
  const { id } = await make.organization()
  const ann = await person({ organization_id: id })
  const ben = await person()
  const printer = await ask(ann.api, {
    subject: 'Printer',
    comment: { body: 'No paper tray left' },
    email_ccs: [{ user_email: ben.email }],
  })
  const screen = await ask(ann.api, { subject: 'Screen', comment: { body: 'paper on it' } })
  await app.api.put(`/api/v2/tickets/${screen.id}`, { ticket: { status: 'hold' } })
  const searchIds = (query: string) => idsIn(ann.api, `/api/v2/requests/search?${query}`)
  assert.deepEqual(await searchIds('query=PAPER'), [printer.id, screen.id])
  assert.deepEqual(await searchIds('query=printer+paper'), [printer.id])
  assert.deepEqual(await searchIds('query=%22paper+tray%22'), [printer.id])
  assert.deepEqual(await searchIds('query=paper&status=hold,pending'), [screen.id])
  assert.deepEqual(await searchIds(`query=paper&cc_id=${ben.id}`), [printer.id])
  assert.deepEqual(await searchIds(`query=paper&organization_id=${id}`), [printer.id, screen.id])
  assert.deepEqual(await searchIds('query=100%25'), [])
  assert.deepEqual(await idsIn(ann.api, '/api/v2/requests/hold'), [screen.id])
  const beyond = await ann.api.get('/api/v2/requests/search?query=a&page=11&per_page=100')
  assert.deepEqual([beyond.status, beyond.body.error], [422, 'invalid'])
})

test('both paging styles return every request once, in the requested order', async () => {
  const ann = await person()
  const made: number[] = []
  for (let count = 0; count < 5; count += 1) made.push((await ask(ann.api)).id)
  for (const start of ['page[size]=2', 'page[size]=2&sort=-updated_at', 'per_page=2', 'per_page=2&sort_by=created_at&sort_order=desc']) {
    const seen: number[] = []
    let next: string | null = `/api/v2/requests.json?${start}`
    while (next !== null) {
      const { body } = await ann.api.get(next)
      seen.push(...body.requests.map((request: { id: number }) => request.id))
      const link: string | null = body.links === undefined ? body.next_page : body.links.next
      next = link === null ? null : link.slice(app.base_url.length)
    }
    assert.deepEqual(
      [...seen].sort((one, other) => one - other),
      made,
      start,
    )
  }
})

test('requests side-load their users and organizations', async () => {
  const { id, name } = await make.organization()
  const ann = await person({ organization_id: id })
  await make.agent({ alias: 'Helper' })
  const request = await ask(ann.api)
  const agent = await make.agent({ name: 'Real Name', alias: 'Helper' })
  await app.api.put(`/api/v2/tickets/${request.id}`, { ticket: { assignee_id: agent.id } })
  const { users, organizations } = (await ann.api.get('/api/v2/requests?include=users,organizations')).body
  assert.deepEqual(
    users.map((user: { id: number; name: string; agent: boolean }) => [user.id, user.agent, user.name === 'Helper']),
    [
      [ann.id, false, false],
      [agent.id, true, true],
    ],
  )
  assert.deepEqual(organizations, [{ id, name }])
})

test('a request needs a subject and a text, a form that end users see, and the fields the form requires', async () => {
  const ann = await person()
  const listRefusals = async (request: Record<string, unknown>) => {
    const { status, body } = await ann.api.post('/api/v2/requests', { request })
    assert.equal(status, 422, JSON.stringify(body))
    return body.details.base.map((problem: { description: string }) => problem.description)
  }
  assert.deepEqual(await listRefusals({ comment: { body: 'x' } }), ['Subject: cannot be blank'])
  assert.deepEqual(await listRefusals({ subject: 'x' }), ['Description: cannot be blank'])
  assert.deepEqual(await listRefusals({ subject: 'x', comment: 'y', priority: 'huge' }), ['Priority: is invalid'])
  const hidden = (await app.api.post('/api/v2/ticket_forms', { ticket_form: { name: 'Inside', end_user_visible: false } })).body.ticket_form
  assert.deepEqual(await listRefusals({ subject: 'x', comment: 'y', ticket_form_id: hidden.id }), ['Ticket form: is invalid'])
  assert.equal((await ann.api.post('/api/v2/requests', { subject: 'x' })).status, 400)
})

test('end users fill in fields they may edit, must fill in required ones, and see no others', async () => {
  const field = async (title: string, portal: Record<string, boolean>) =>
    (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title, ...portal } })).body.ticket_field.id as number
  const open = await field('Serial', { visible_in_portal: true, editable_in_portal: true })
  const shown = await field('Shown', { visible_in_portal: true })
  const inner = await field('Inner', {})
  const ann = await person()
  const custom_fields = [open, shown, inner].map((id) => ({ id, value: `value ${id}` }))
  const request = await ask(ann.api, { custom_fields })
  assert.deepEqual(request.custom_fields, [
    { id: open, value: `value ${open}` },
    { id: shown, value: null },
  ])
  const { ticket } = (await app.api.get(`/api/v2/tickets/${request.id}`)).body
  assert.equal(ticket.custom_fields.find((one: { id: number }) => one.id === inner).value, null)
  const forms = (await app.api.get('/api/v2/ticket_forms')).body.ticket_forms
  const form = forms.find((one: { default: boolean }) => one.default)
  await app.api.put(`/api/v2/ticket_fields/${open}`, { ticket_field: { required_in_portal: true } })
  await app.api.put(`/api/v2/ticket_forms/${form.id}`, { ticket_form: { ticket_field_ids: [...form.ticket_field_ids, open] } })
  const { status, body } = await ann.api.post('/api/v2/requests', { request: { subject: 'x', comment: 'y' } })
  assert.deepEqual([status, body.details?.base?.[0]?.ticket_field_id], [422, open])
  await ask(ann.api, { custom_fields: [{ id: open, value: 'given' }] })
  await app.api.put(`/api/v2/ticket_fields/${open}`, { ticket_field: { required_in_portal: false } })
})

test('a closed request is final, and followed up by a new one', async () => {
  const ann = await person()
  const request = await ask(ann.api)
  await app.api.put(`/api/v2/tickets/${request.id}`, { ticket: { status: 'closed', assignee_id: app.admin.id } })
  const refused = await ann.api.put(`/api/v2/requests/${request.id}`, { request: { comment: 'Again' } })
  assert.deepEqual(refused.body.details, { status: [{ description: 'closed prevents ticket update' }] })
  assert.equal((await ask(ann.api, { via_followup_source_id: request.id })).followup_source_id, request.id)
})

test('a request names no subject of a ticket of another user', async () => {
  const ann = await person()
  const bob = await person()
  const tickets = async (ticket: object): Promise<number> => (await app.api.post('/api/v2/tickets', { ticket })).body.ticket.id
  const first = await tickets({ subject: 'Redundancies', comment: { body: 'x' }, requester_id: ann.id, status: 'closed' })
  const followed = await tickets({ comment: { body: 'x' }, requester_id: bob.id, via_followup_source_id: first })
  const merged = await tickets({ subject: 'Redundancies', comment: { body: 'x' }, requester_id: ann.id })
  const value = { target_comment: 'Merged', target_comment_is_public: true, ids: [merged] }
  await waitForJob(app, await app.api.post(`/api/v2/tickets/${followed}/merge`, value))
  const { comments } = (await bob.api.get(`/api/v2/requests/${followed}/comments`)).body
  const { request } = (await bob.api.get(`/api/v2/requests/${followed}`)).body
  assert.equal(request.followup_source_id, first)
  assert.deepEqual(
    comments.map(({ via }: any) => via.source.rel),
    ['follow_up', 'merge'],
  )
  assert.equal(JSON.stringify([request, comments]).includes('Redundancies'), false)
})

test('uploads of a requester are attached to their comment', async () => {
  const ann = await person()
  const headers = { ...basicToken(ann.email, app.admin.token), 'content-type': 'text/plain' }
  const path = '/api/v2/uploads.json?filename=a.txt'
  const { upload } = JSON.parse((await rawRequest(app.base_url, { method: 'POST', path, headers, body: 'hello' })).text)
  const request = await ask(ann.api, { comment: { body: 'See the file', uploads: [upload.token] } })
  const [comment] = (await ann.api.get(`/api/v2/requests/${request.id}/comments`)).body.comments
  assert.equal(comment.attachments[0].file_name, 'a.txt')
})
