import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, PIXEL, readUrl, upload } from '#test/files.ts'
import { waitFor, waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const commentsOf = async (ticket: { id: number }, query = '') =>
  (await app.api.get(`/api/v2/tickets/${ticket.id}/comments.json${query}`)).body.comments
const names = (comment: { attachments: { file_name: string }[] }) => comment.attachments.map((one) => one.file_name)
const filesKept = async () =>
  (await readdir(join(app.config.data_dir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

/** The ticket's version: the number of its changes. */
async function versionOf({ id }: { id: number }): Promise<number> {
  const row = await app.database.database.first(lockVersion(app.account_id, id))
  return (row as { lock_version: number }).lock_version
}
const lockVersion = defineStatement<{ lock_version: number }>('select lock_version from tickets where account_id = $1 and id = $2')

/** A ticket whose comment has one attachment. */
async function makeTicketWithFile(
  file: Parameters<typeof upload>[1],
  comment: Record<string, unknown> = {},
  ticket: Record<string, unknown> = {},
) {
  const made = await upload(app, file)
  const row = await make.ticket({ comment: { body: 'See the file', uploads: [made.token], ...comment }, ...ticket })
  return { ticket: row, attachment: made.attachment, token: made.token as string }
}

test('a comment takes the files of one upload token or several; the event, the audit and the comment list them', async () => {
  const one = await upload(app, { name: '1.txt', bytes: '1' })
  const two = await upload(app, { name: '2.txt', bytes: '2' })
  await upload(app, { name: '3.txt', bytes: '3', query: `&token=${two.token}` })
  const created = await app.api.post('/api/v2/tickets', { ticket: { subject: 'x', comment: { body: 'One', uploads: one.token } } })
  assert.equal(created.status, 201)
  assert.deepEqual(names(created.body.audit.events[0]), ['1.txt'])
  const { ticket } = created.body
  const updated = await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'Two', uploads: [two.token] } } })
  assert.deepEqual(names(updated.body.audit.events[0]), ['2.txt', '3.txt'])
  const comments = await commentsOf(ticket)
  assert.deepEqual(comments.map(names), [['1.txt'], ['2.txt', '3.txt']])
  assert.deepEqual(comments[0].attachments[0], one.attachment)
  const { audits } = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body
  assert.deepEqual(
    audits.map((audit: { events: never[] }) => names(audit.events[0] as never)),
    [['1.txt'], ['2.txt', '3.txt']],
  )
})

test('a comment may consist of files alone', async () => {
  const ticket = await make.ticket()
  const { token } = await upload(app, { bytes: 'x' })
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { uploads: [token] } } })
  const [, comment] = await commentsOf(ticket)
  assert.deepEqual([comment.body, names(comment)], ['', ['a.txt']])
})

test('an upload token is used once, by one of many concurrent requests', async () => {
  const ticket = await make.ticket()
  const { token } = await upload(app, { bytes: 'x' })
  const use = () => app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'x', uploads: [token] } } })
  const statuses = (await Promise.all([use(), use(), use(), use()])).map((answer) => answer.status).sort()
  assert.deepEqual(statuses, [200, 422, 422, 422])
  const wrong = await app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x', uploads: ['nothing like a token'] } } })
  assert.equal(wrong.status, 422)
  assert.match(wrong.body.details.base[0].description, /upload token/)
  assert.deepEqual((await commentsOf(ticket)).flatMap(names), ['a.txt'])
})

test('a refused write leaves the upload token unused', async () => {
  const { token } = await upload(app, { bytes: 'x' })
  const refused = await app.api.post('/api/v2/tickets', { ticket: { priority: 'nonsense', comment: { body: 'x', uploads: [token] } } })
  assert.equal(refused.status, 422)
  await make.ticket({ comment: { body: 'x', uploads: [token] } })
})

test('pictures that the text embeds are inline, and listed only on request', async () => {
  const { token, attachment } = await upload(app, { name: 'shot.png', bytes: PIXEL, type: 'image/png' })
  await upload(app, { name: 'log.txt', bytes: 'x', query: `&token=${token}` })
  await upload(app, { name: 'said.png', bytes: PIXEL, query: `&token=${token}&inline=true` })
  const html_body = `<p>Look: <img src="${attachment.content_url}"></p>`
  const ticket = await make.ticket({ comment: { html_body, uploads: [token] } })
  const [plain] = await commentsOf(ticket)
  assert.deepEqual(names(plain), ['log.txt'])
  assert.ok(plain.html_body.includes(attachment.content_url))
  const [whole] = await commentsOf(ticket, '?include_inline_images=true')
  assert.deepEqual(names(whole), ['shot.png', 'log.txt', 'said.png'])
  assert.deepEqual(
    whole.attachments.map((one: { inline: boolean }) => one.inline),
    [true, false, true],
  )
})

test('staff who see its ticket read an attachment, only administrators change it', async () => {
  const { attachment } = await makeTicketWithFile({ bytes: 'x' })
  const path = `/api/v2/attachments/${attachment.id}.json`
  assert.deepEqual((await app.api.get(path)).body, { attachment })
  const override = { attachment: { malware_access_override: true } }
  assert.equal((await app.api.put(path, override)).body.attachment.malware_access_override, true)
  assert.equal((await app.api.put(path, {})).status, 400)
  const user = await make.user()
  const agent = await make.agent()
  const narrow = await make.agent({ ticket_restriction: 'assigned' })
  const makeTokenClient = (person: { email: string }) => app.as({ email: person.email, token: app.admin.token })
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await makeTokenClient(user).get(path)).status, 403)
  assert.equal((await makeTokenClient(agent).get(path)).status, 200)
  assert.equal((await makeTokenClient(agent).put(path, override)).status, 403)
  assert.equal((await makeTokenClient(narrow).get(path)).status, 404)
  assert.equal((await app.api.get('/api/v2/attachments/999999')).status, 404)
})

test('a deleted attachment is gone from its comment, its address and the disk', async () => {
  const { ticket, attachment } = await makeTicketWithFile({ bytes: 'to be deleted' })
  const before = await filesKept()
  assert.equal((await app.api.delete(`/api/v2/attachments/${attachment.id}`)).status, 204)
  assert.equal((await app.api.delete(`/api/v2/attachments/${attachment.id}`)).status, 404)
  assert.deepEqual((await commentsOf(ticket)).flatMap(names), [])
  assert.equal((await readUrl(app, attachment.content_url)).status, 404)
  await waitFor(filesKept, before - 1)
})

test('a redacted attachment is an empty redacted.txt, its bytes are gone, and the audit says so', async () => {
  const { ticket, attachment } = await makeTicketWithFile({ name: 'passport.png', bytes: PIXEL, type: 'image/png' })
  const [comment] = await commentsOf(ticket)
  const path = (id: number) => `/api/v2/tickets/${ticket.id}/comments/${id}/attachments/${attachment.id}/redact.json`
  const before = await filesKept()
  assert.equal((await app.api.put(path(comment.id + 1))).status, 404)
  const version = await versionOf(ticket)
  const { status, body } = await app.api.put(path(comment.id))
  assert.equal(status, 200)
  const { id, file_name, content_type, size, width } = body.attachment
  assert.equal(await versionOf(ticket), version + 1) // so that incremental exports include the ticket
  assert.deepEqual([id, file_name, content_type, size, width], [attachment.id, 'redacted.txt', 'text/plain', 0, null])
  await waitFor(filesKept, before - 1)
  const read = await readUrl(app, attachment.content_url)
  assert.deepEqual([read.status, read.text, read.headers['content-type']], [200, '', 'text/plain'])
  assert.equal((await app.api.put(path(comment.id))).status, 200)
  const { audits } = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body
  const events = audits.flatMap((audit: { events: { type: string }[] }) => audit.events)
  const redactions = events.filter((event: { type: string }) => event.type === 'AttachmentRedactionEvent')
  assert.deepEqual(
    redactions.map(({ comment_id, attachment_id }: Record<string, number>) => [comment_id, attachment_id]),
    [[comment.id, attachment.id]],
  )
})

test('attachments of a closed ticket cannot be redacted, and agents redact where they may delete tickets', async () => {
  const { ticket, attachment } = await makeTicketWithFile({ bytes: 'x' })
  const [comment] = await commentsOf(ticket)
  const path = `/api/v2/tickets/${ticket.id}/comments/${comment.id}/attachments/${attachment.id}/redact`
  const agent = await make.agent()
  const as = app.as({ email: agent.email, token: app.admin.token })
  const allow = (agent_ticket_deletion: boolean) =>
    app.api.put('/api/v2/account/settings', { settings: { tickets: { agent_ticket_deletion } } })
  await allow(false)
  assert.equal((await as.put(path)).status, 403)
  assert.equal((await as.delete(`/api/v2/attachments/${attachment.id}`)).status, 403)
  await allow(true)
  assert.equal((await app.as({}).put(path)).status, 401)
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { status: 'closed', assignee_id: app.admin.id } })
  assert.equal((await app.api.put(path)).status, 422)
})

test('deleting a ticket permanently removes its files', async () => {
  const { ticket, attachment } = await makeTicketWithFile({ bytes: 'of a ticket' })
  const before = await filesKept()
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  await waitForJob(app, await app.api.delete(`/api/v2/deleted_tickets/${ticket.id}`))
  assert.equal((await readUrl(app, attachment.content_url)).status, 404)
  await waitFor(filesKept, before - 1)
})

test('private attachments need a signed-in caller who sees their comment', async () => {
  const requester = await make.user()
  const mine = { requester_id: requester.id }
  const { attachment } = await makeTicketWithFile({ bytes: 'public comment' }, { public: true }, mine)
  const hidden = await makeTicketWithFile({ bytes: 'private comment' }, { public: false }, mine)
  const waiting = await upload(app, { bytes: 'waiting', email: requester.email })
  const settings = (private_attachments: boolean) =>
    app.api.put('/api/v2/account/settings', { settings: { tickets: { private_attachments } } })
  assert.equal((await settings(true)).body.settings.tickets.private_attachments, true)
  const stranger = {}
  const other = authorizationOf(app, (await make.user()).email)
  const staff = authorizationOf(app)
  const own = authorizationOf(app, requester.email)
  const status = async (url: string, who: Record<string, string>) => (await readUrl(app, url, who)).status
  const listStatuses = (url: string) => Promise.all([stranger, other, own, staff].map((who) => status(url, who)))
  assert.deepEqual(await listStatuses(attachment.content_url), [401, 404, 200, 200])
  assert.deepEqual(await listStatuses(hidden.attachment.content_url), [401, 404, 404, 200])
  assert.deepEqual(await listStatuses(waiting.attachment.content_url), [401, 404, 200, 200])
  await settings(false)
  assert.deepEqual(await listStatuses(hidden.attachment.content_url), [200, 200, 200, 200])
})

test('private attachments are also open to members who see their organization’s requests, and to no other member', async () => {
  const shares = async (shared_tickets: boolean) => {
    const { id } = await make.organization({ shared_tickets })
    const one = await make.user({ organization_id: id })
    const other = await make.user({ organization_id: id })
    const { attachment } = await makeTicketWithFile({ bytes: 'of one' }, {}, { requester_id: one.id })
    return { url: attachment.content_url, who: authorizationOf(app, other.email) }
  }
  const open = await shares(true)
  const closed = await shares(false)
  const settings = (private_attachments: boolean) =>
    app.api.put('/api/v2/account/settings', { settings: { tickets: { private_attachments } } })
  await settings(true)
  assert.equal((await readUrl(app, open.url, open.who)).status, 200)
  assert.equal((await readUrl(app, closed.url, closed.who)).status, 404)
  await settings(false)
})
