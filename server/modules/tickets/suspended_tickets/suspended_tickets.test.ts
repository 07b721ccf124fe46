import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { countFiles, PIXEL, readUrl } from '#test/files.ts'
import { waitFor, runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'
import { DEFAULT_SETTINGS } from '#accounts/settings.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const settings = (given: Record<string, unknown>) => app.inPerson.put('/api/v2/deskhand/settings', { settings: given })
await settings({ end_users: { blocklist: ['spam.example'] } })
let sent = 0

/** A suspended ticket from a sender on the blocklist. */
async function makeSuspendedTicket(request: Record<string, unknown> = {}): Promise<{ id: number; email: string }> {
  const email = `sender${++sent}@spam.example`
  const asked = { subject: `Offer ${sent}`, comment: { body: 'Buy now' }, requester: { name: 'A Sender', email }, ...request }
  const { status, body } = await app.as({}).post('/api/v2/requests', { request: asked })
  assert.equal(status, 201, JSON.stringify(body))
  const { suspended_tickets } = (await app.api.get('/api/v2/suspended_tickets?sort_by=created_at&sort_order=desc&per_page=100')).body
  return { id: Math.max(...suspended_tickets.map((one: { id: number }) => one.id)), email }
}

/** A suspended ticket that was valid as a ticket when it was sent and no longer is. */
async function makeUnfitTicket(request: Record<string, unknown> = {}): Promise<{ id: number; email: string }> {
  const one = await makeSuspendedTicket({ ...request, priority: 'high' })
  await app.database.database.run(changePriority(app.account_id, one.id))
  return one
}
const changePriority = defineStatement<unknown>(
  `update suspended_tickets set asked = jsonb_set(asked, '{priority}', '"huge"') where account_id = $1 and id = $2`,
)

/** An anonymous upload. */
async function uploadFile(file_name: string, bytes: Buffer | string): Promise<{ token: string; attachment: any }> {
  const { status, text } = await rawRequest(app.base_url, {
    method: 'POST',
    path: `/api/v2/uploads.json?filename=${file_name}`,
    body: bytes,
  })
  assert.equal(status, 201, text)
  return JSON.parse(text).upload
}
const idsOf = (attachments: readonly { id: number }[]) => attachments.map(({ id }) => id)
const show = (id: number) => app.api.get(`/api/v2/suspended_tickets/${id}.json`)

test('a suspended ticket shows its sender, content and cause, under both keys', async () => {
  const { id, email } = await makeSuspendedTicket({ comment: { html_body: '<p>Buy <b>now</b></p>' }, recipient: 'help@example.com' })
  const { status, body } = await show(id)
  assert.equal(status, 200)
  assert.deepEqual(body.suspended_tickets, [body.suspended_ticket])
  const one = body.suspended_ticket
  assert.deepEqual(
    Object.keys(one),
    'url id author subject content cause cause_id error_messages message_id ticket_id recipient created_at updated_at via attachments brand_id'.split(
      ' ',
    ),
  )
  assert.deepEqual(one.author, { id: null, name: 'A Sender', email })
  assert.deepEqual([one.content, one.cause_id, one.recipient, one.via.channel], ['Buy now', 13, 'help@example.com', 'web'])
})

test('recovered alone, it becomes a ticket of the agent who recovers it, and is removed', async () => {
  const { id } = await makeSuspendedTicket({ priority: 'high' })
  const { status, body } = await app.api.put(`/api/v2/suspended_tickets/${id}/recover.json`)
  assert.equal(status, 200, JSON.stringify(body))
  const [ticket] = body.ticket
  assert.deepEqual(body.tickets, body.ticket)
  assert.deepEqual([ticket.requester_id, ticket.priority, ticket.description, ticket.is_public], [app.admin.id, 'high', 'Buy now', true])
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.via.channel, 'web')
  assert.equal((await show(id)).status, 404)
  assert.equal((await app.api.put(`/api/v2/suspended_tickets/${id}/recover`)).status, 404)
})

test('recovery does not fill in fields that end users cannot edit, and requires no fields', async () => {
  const field = async (given: Record<string, unknown>) =>
    (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'A field', ...given } })).body.ticket_field
      .id as number
  const open = await field({ visible_in_portal: true, editable_in_portal: true })
  const inner = await field({})
  const custom_fields = { [open]: 'theirs', [inner]: 'not theirs' }
  const { id } = await makeSuspendedTicket({ custom_fields })
  const [ticket] = (await app.api.put(`/api/v2/suspended_tickets/${id}/recover`)).body.ticket
  const values = Object.fromEntries(ticket.custom_fields.map((one: { id: number; value: unknown }) => [one.id, one.value]))
  assert.deepEqual([values[open], values[inner]], ['theirs', null])
})

test('if two agents recover one at the same time, one of them succeeds', async () => {
  const { id } = await makeSuspendedTicket()
  const both = await Promise.all([1, 2].map(() => app.api.put(`/api/v2/suspended_tickets/${id}/recover`)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404])
})

test('recovered with others, it belongs to the sender; one that cannot be recovered stays and shows why', async () => {
  const banned = await make.user({ suspended: true })
  const one = await makeSuspendedTicket()
  const two = await makeSuspendedTicket({ requester: { name: 'Banned', email: banned.email } })
  const { status, body } = await app.api.put(`/api/v2/suspended_tickets/recover_many?ids=${one.id},${two.id},999999`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.tickets.length, body.suspended_tickets.length], [1, 1])
  const { user } = (await app.api.get(`/api/v2/users/${body.tickets[0].requester_id}`)).body
  assert.deepEqual([user.email, user.verified], [one.email, false])
  const { comments } = (await app.api.get(`/api/v2/tickets/${body.tickets[0].id}/comments`)).body
  assert.equal(comments[0].author_id, user.id)
  assert.equal(body.suspended_tickets[0].id, two.id)
  assert.match((await show(two.id)).body.suspended_ticket.error_messages[0].description, /is suspended/)
})

test('one that is not valid as a ticket is refused, with the reason', async () => {
  const { id } = await makeUnfitTicket()
  const { status, body } = await app.api.put(`/api/v2/suspended_tickets/${id}/recover`)
  assert.equal(status, 422)
  assert.deepEqual(body.suspended_tickets, body.ticket)
  assert.deepEqual([body.ticket[0].id, body.ticket[0].error_messages[0].description], [id, 'Priority: is invalid'])
})

test('suspended tickets are listed in both paging styles and in every order', async () => {
  const made = [await makeSuspendedTicket({ subject: 'B' }), await makeSuspendedTicket({ subject: 'A' })].map(({ id }) => id)
  for (const query of ['sort_by=subject', 'sort_by=subject&sort_order=asc', 'page[size]=100&sort=subject']) {
    const { suspended_tickets } = (await app.api.get(`/api/v2/suspended_tickets?${query}`)).body
    const found = suspended_tickets.map((one: { id: number }) => one.id).filter((id: number) => made.includes(id))
    assert.deepEqual(found, [...made].reverse(), query)
  }
  for (const sort of ['author_email', 'cause', 'created_at'])
    assert.equal((await app.api.get(`/api/v2/suspended_tickets?sort_by=${sort}&sort_order=desc`)).status, 200, sort)
  const seen: number[] = []
  let next: string | null = '/api/v2/suspended_tickets.json?page[size]=1&sort=-cause'
  while (next !== null) {
    const { body } = await app.api.get(next)
    seen.push(...body.suspended_tickets.map((one: { id: number }) => one.id))
    next = body.links.next === null ? null : body.links.next.slice(app.base_url.length)
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.ok(made.every((id) => seen.includes(id)))
})

test('suspended tickets are deleted one by one or in bulk', async () => {
  const made = [await makeSuspendedTicket(), await makeSuspendedTicket(), await makeSuspendedTicket()].map(({ id }) => id)
  assert.equal((await app.api.delete(`/api/v2/suspended_tickets/${made[0]}`)).status, 204)
  assert.equal((await app.api.delete(`/api/v2/suspended_tickets/${made[0]}`)).status, 404)
  assert.equal((await app.api.delete(`/api/v2/suspended_tickets/destroy_many.json?ids=${made.join(',')}`)).status, 204)
  for (const id of made) assert.equal((await show(id)).status, 404)
  assert.equal((await app.api.delete('/api/v2/suspended_tickets/destroy_many?ids=x')).status, 400)
})

test('attachments are kept with a suspended ticket, and become those of the first comment of the ticket', async () => {
  const log = await uploadFile('crash.log', 'what happened')
  const picture = await uploadFile('screen.png', PIXEL)
  const html_body = `<p>See</p><img src="${picture.attachment.content_url}">`
  const { id } = await makeSuspendedTicket({ comment: { html_body, uploads: [log.token, picture.token] } })
  const { attachments } = (await show(id)).body.suspended_ticket
  assert.deepEqual(attachments, [log.attachment, picture.attachment])
  const listed = (await app.api.get('/api/v2/suspended_tickets?per_page=100')).body.suspended_tickets
  assert.deepEqual(listed.find((one: { id: number }) => one.id === id).attachments, attachments)
  assert.equal(String((await readUrl(app, attachments[0].content_url)).bytes), 'what happened')
  const [ticket] = (await app.api.put(`/api/v2/suspended_tickets/${id}/recover`)).body.ticket
  const [comment] = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments?include_inline_images=true`)).body.comments
  assert.deepEqual(
    comment.attachments.map((file: any) => [file.id, file.file_name, file.inline]),
    [
      [log.attachment.id, 'crash.log', false],
      [picture.attachment.id, 'screen.png', true],
    ],
  )
  assert.equal(String((await readUrl(app, comment.attachments[0].content_url)).bytes), 'what happened')
})

test('one that cannot be recovered keeps its attachments', async () => {
  const { token, attachment } = await uploadFile('a.txt', 'kept')
  const { id } = await makeUnfitTicket({ comment: { body: 'See', uploads: token } })
  const { body } = await app.api.put(`/api/v2/suspended_tickets/${id}/recover`)
  assert.deepEqual(idsOf(body.ticket[0].attachments), [attachment.id])
  const many = (await app.api.put(`/api/v2/suspended_tickets/recover_many?ids=${id}`)).body
  assert.deepEqual(idsOf(many.suspended_tickets[0].attachments), [attachment.id])
  assert.equal(String((await readUrl(app, attachment.content_url)).bytes), 'kept')
})

test('attachments are deleted with their suspended tickets, one by one and in bulk', async () => {
  const readFileStatus = async ({ attachment }: { attachment: any }) => (await readUrl(app, attachment.content_url)).status
  const before = await countFiles(app)
  const files = [await uploadFile('a.txt', 'a'), await uploadFile('b.txt', 'b'), await uploadFile('c.txt', 'c')]
  const made: number[] = []
  for (const { token } of files) made.push((await makeSuspendedTicket({ comment: { body: 'See', uploads: [token] } })).id)
  assert.equal((await app.api.delete(`/api/v2/suspended_tickets/${made[0]}`)).status, 204)
  assert.deepEqual(await Promise.all(files.map(readFileStatus)), [404, 200, 200])
  assert.equal((await app.api.delete(`/api/v2/suspended_tickets/destroy_many?ids=${made[1]},${made[2]}`)).status, 204)
  assert.deepEqual(await Promise.all(files.map(readFileStatus)), [404, 404, 404])
  await waitFor(() => countFiles(app), before)
})

test('attachments are copied into an upload for a comment, and the suspended ticket keeps its own', async () => {
  const { token, attachment } = await uploadFile('a.txt', 'twice')
  const { id } = await makeSuspendedTicket({ comment: { body: 'See', uploads: [token] } })
  const { status, body } = await app.api.post('/api/v2/suspended_tickets/attachments', { id })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body.upload), ['token', 'attachments'])
  const [copy] = body.upload.attachments
  assert.notEqual(copy.id, attachment.id)
  const ticket = await make.ticket({ comment: { body: 'As they sent it', uploads: [body.upload.token] } })
  assert.equal((await app.api.delete(`/api/v2/suspended_tickets/${id}`)).status, 204)
  const [comment] = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body.comments
  assert.deepEqual(idsOf(comment.attachments), [copy.id])
  assert.equal(String((await readUrl(app, copy.content_url)).bytes), 'twice')
})

test('copying attachments is subject to the limits of uploads', async () => {
  const { token } = await uploadFile('large.txt', 'x'.repeat(101))
  const { id } = await makeSuspendedTicket({ comment: { body: 'See', uploads: [token] } })
  const largest = DEFAULT_SETTINGS.limits.attachment_size
  // the limit for pending uploads is a hundred files of the largest size
  await setUp(app, { limits: { attachment_size: 1 } })
  const refused = await app.api.post('/api/v2/suspended_tickets/attachments', { id })
  await setUp(app, { limits: { attachment_size: largest } })
  assert.equal(refused.status, 422, JSON.stringify(refused.body))
  assert.match(JSON.stringify(refused.body), /uploaded too much/)
  assert.equal((await app.api.post('/api/v2/suspended_tickets/attachments', { id })).status, 200)
})

test('one without files gives an empty upload; a missing id is refused, and an unknown one not found', async () => {
  const { id } = await makeSuspendedTicket()
  const { status, body } = await app.api.post(`/api/v2/suspended_tickets/${id}/attachments`)
  assert.equal(status, 200)
  assert.deepEqual(body.upload.attachments, [])
  assert.equal((await app.api.delete(`/api/v2/uploads/${body.upload.token}`)).status, 204)
  assert.equal((await app.api.post('/api/v2/suspended_tickets/attachments', {})).status, 400)
  assert.equal((await app.api.post('/api/v2/suspended_tickets/attachments', { id: 999999 })).status, 404)
})

test('a list of suspended tickets is mailed to the agent who requests it', async () => {
  const { email } = await makeSuspendedTicket()
  const { body } = await app.api.post('/api/v2/suspended_tickets/export')
  assert.deepEqual(body, { export: { status: 'enqueued', view_id: 'suspended' } })
  const mails = async () =>
    (await app.api.get('/api/v2/deskhand/mails?per_page=100')).body.mails.filter(
      (mail: { topic: string }) => mail.topic === 'suspended_tickets.exported',
    )
  await waitFor(async () => (await mails()).length, 1)
  const [mail] = await mails()
  const { body: text } = (await app.api.get(`/api/v2/deskhand/mails/${mail.id}`)).body.mail
  assert.ok(text.includes(email))
})

test('only admins and agents who see every ticket manage suspended tickets', async () => {
  const { id } = await makeSuspendedTicket()
  const restricted = await make.agent({ ticket_restriction: 'assigned' })
  const light = await make.agent({ only_private_comments: true })
  const end_user = await make.user()
  const free = await make.agent()
  const makeTokenClient = ({ email }: { email: string }) => app.as({ email, token: app.admin.token })
  for (const caller of [makeTokenClient(restricted), makeTokenClient(light), makeTokenClient(end_user)]) {
    assert.equal((await caller.get('/api/v2/suspended_tickets')).status, 403)
    assert.equal((await caller.get(`/api/v2/suspended_tickets/${id}`)).status, 403)
    assert.equal((await caller.put(`/api/v2/suspended_tickets/${id}/recover`)).status, 403)
    assert.equal((await caller.delete(`/api/v2/suspended_tickets/${id}`)).status, 403)
    assert.equal((await caller.post('/api/v2/suspended_tickets/export')).status, 403)
    assert.equal((await caller.post('/api/v2/suspended_tickets/attachments', { id })).status, 403)
  }
  assert.equal((await makeTokenClient(free).get(`/api/v2/suspended_tickets/${id}`)).status, 200)
  assert.equal((await app.as({}).get('/api/v2/suspended_tickets')).status, 401)
  assert.equal((await app.api.get('/api/v2/suspended_tickets/x')).status, 400)
})

test('agents who manage suspended tickets see their attachments, and of other uploads only their own', async () => {
  const { token, attachment } = await uploadFile('a.txt', 'a')
  const caller = async (given: Record<string, unknown> = {}) => app.as({ email: (await make.agent(given)).email, token: app.admin.token })
  const free = await caller()
  const restricted = await caller({ ticket_restriction: 'assigned' })
  const light = await caller({ only_private_comments: true })
  const readStatus = async (client: typeof free) => (await client.get(`/api/v2/attachments/${attachment.id}`)).status
  assert.deepEqual([await readStatus(free), await readStatus(app.api)], [404, 200])
  const { id } = await makeSuspendedTicket({ comment: { body: 'See', uploads: [token] } })
  const shown = (await free.get(`/api/v2/suspended_tickets/${id}`)).body.suspended_ticket.attachments[0]
  assert.deepEqual((await free.get(shown.url.slice(app.base_url.length))).body.attachment, shown)
  assert.deepEqual([await readStatus(restricted), await readStatus(light)], [404, 404])
})

test('suspended tickets are deleted after 14 days with their files, and the files no sooner', async () => {
  const { token, attachment } = await uploadFile('a.txt', 'a')
  const { id } = await makeSuspendedTicket({ comment: { body: 'See', uploads: [token] } })
  const days = (count: number) => settings({ clock: { mode: 'shifted', offset_seconds: count * 24 * 3600 } })
  await days(13)
  await runScheduledWork(app)
  assert.deepEqual(idsOf((await show(id)).body.suspended_ticket.attachments), [attachment.id])
  await days(15)
  await waitFor(async () => (await show(id)).status, 404)
  assert.equal((await readUrl(app, attachment.content_url)).status, 404)
})

test('two that are recovered concurrently from one new address have one requester', async () => {
  const from = { name: 'A Sender', email: `sender${++sent}@spam.example` }
  const waiting = [await makeSuspendedTicket({ requester: from }), await makeSuspendedTicket({ requester: from })]
  const recover = ({ id }: { id: number }) => app.api.put(`/api/v2/suspended_tickets/recover_many?ids=${id}`)
  const answers = await Promise.all(waiting.map(recover))
  const requesters = answers.flatMap(({ body }) => body.tickets.map((ticket: { requester_id: number }) => ticket.requester_id))
  assert.deepEqual([requesters.length, new Set(requesters).size], [2, 1], JSON.stringify(answers.map(({ body }) => body)))
})
