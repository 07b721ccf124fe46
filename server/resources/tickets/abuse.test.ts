import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../../../test/app.ts'
import { makeWith } from '../../../test/make.ts'
import { contentFromHtml, contentFromText } from '../ticket_comments/content.ts'

const app = await useApp()
const make = makeWith(app.api)
const create = (ticket: Record<string, unknown>) => app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, ...ticket } })

/** The longest a text may keep the process busy; the faults this guards against took seconds to minutes. In milliseconds of CPU. */
const PATIENCE_MS = 1000

for (const [what, text] of [
  ['blank lines', `${'\n'.repeat(65_000)}x`],
  ['marks of emphasis', '*a_'.repeat(21_666)],
  ['quotes within quotes', '>'.repeat(30_000)],
  ['open brackets', '['.repeat(60_000)],
  ['open tags', '<'.repeat(60_000)],
] as const) {
  test(`64 kB of ${what} are shown without keeping the process busy`, () => {
    const before = process.cpuUsage()
    const content = contentFromText(text)
    const html = contentFromHtml(text)
    const used = process.cpuUsage(before)
    assert.ok((used.user + used.system) / 1000 < PATIENCE_MS)
    assert.equal(content.body, text)
    assert.doesNotMatch(`${content.html_body}${html?.html_body ?? ''}`, /<script|onerror/)
  })
}

test('deeply nested HTML is kept no deeper than a browser would show it', async () => {
  assert.equal((await create({ comment: { html_body: `${'<b>'.repeat(9000)}deep` } })).status, 201)
})

test('HTML of which nothing is safe is no comment', async () => {
  const { status, body } = await create({ comment: { html_body: '<script>alert(1)</script>' } })
  assert.equal(status, 422)
  assert.equal(body.details.base[0].description, 'Description: cannot be blank')
})

test('odd values are refused or left out, and never a fault of the server', async () => {
  assert.equal((await create({ priority: '' })).body.ticket.priority, null)
  assert.equal((await create({ external_id: 'x'.repeat(5000) })).status, 422)
  assert.equal((await create({ requester: '99999999999999999999' })).status, 422)
  assert.equal((await create({ requester: { name: 'N', organization_id: 'abc' } })).status, 400)
  assert.equal((await create({ requester: { name: 'N', locale: { a: 1 } } })).status, 400)
  assert.equal((await create({ via_followup_source_id: 999_999 })).status, 201)
})

test('participants who are nobody are left out, and there are at most 48', async () => {
  const before = (await app.api.get('/api/v2/users/count')).body.count.value
  const { body } = await create({
    collaborators: [{ user_id: '5' }, { user_email: 7 }, {}],
    email_ccs: [{ user_id: String(app.admin.id) }],
  })
  assert.equal(body.ticket.email_cc_ids.length, 1)
  assert.equal((await app.api.get('/api/v2/users/count')).body.count.value, before)
  const many = Array.from({ length: 49 }, (_none, index) => ({ user_email: `cc${index}@example.org` }))
  assert.equal((await create({ email_ccs: many })).status, 422)
})

test('a requester without a name is refused as the requester', async () => {
  const { status, body } = await create({ requester: { email: 'nameless@example.org', name: '' } })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.details), ['requester'])
  assert.equal(body.details.requester[0].description, 'Requester Name:  is too short (minimum is 1 characters)')
})

test('an organization must be one of the requester', async () => {
  const mine = await make.organization()
  const other = await make.organization()
  const user = await make.user({ organization_id: mine.id })
  assert.equal((await create({ requester_id: user.id, organization_id: other.id })).status, 422)
  assert.equal((await create({ requester_id: user.id, organization_id: mine.id })).status, 201)
})

test('a problem knows whether it has incidents: linked, unlinked, deleted, restored, and with writers at once', async () => {
  const problem = await make.ticket({ type: 'problem' })
  const has = async () => (await app.api.get(`/api/v2/tickets/${problem.id}`)).body.ticket.has_incidents
  const incident = await make.ticket({ type: 'incident', problem_id: problem.id })
  assert.equal(await has(), true)
  await app.api.put(`/api/v2/tickets/${incident.id}`, { ticket: { problem_id: null } })
  assert.equal(await has(), false)
  await app.api.put(`/api/v2/tickets/${incident.id}`, { ticket: { problem_id: problem.id } })
  await app.api.delete(`/api/v2/tickets/${incident.id}`)
  assert.equal(await has(), false)
  await app.api.put(`/api/v2/deleted_tickets/${incident.id}/restore`)
  assert.equal(await has(), true)
  const other = await make.ticket({ type: 'problem' })
  await Promise.all([
    ...Array.from({ length: 8 }, (_none, index) =>
      app.api.put(`/api/v2/tickets/${other.id}`, { ticket: { additional_tags: [`t${index}`] } }),
    ),
    create({ type: 'incident', problem_id: other.id }),
  ])
  assert.equal((await app.api.get(`/api/v2/tickets/${other.id}`)).body.ticket.has_incidents, true)
})

test('a restored ticket keeps its comments whatever was asked for before, and only who saw it restores it', async () => {
  const ticket = await make.ticket()
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  const agent = await make.agent({ ticket_restriction: 'requested' })
  const as = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await as.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)).status, 404)
  await Promise.all([app.api.delete(`/api/v2/deleted_tickets/${ticket.id}`), app.api.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)])
  const shown = await app.api.get(`/api/v2/tickets/${ticket.id}`)
  if (shown.status === 200) assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/comments/count`)).body.count.value, 1)
  else assert.equal(shown.status, 404)
})

test('making the last public comment private makes the ticket private, with one audit for two at once', async () => {
  const ticket = await make.ticket()
  const [comment] = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body.comments
  const path = `/api/v2/tickets/${ticket.id}/comments/${comment.id}/make_private`
  await Promise.all([app.api.put(path), app.api.put(path)])
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.is_public, false)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/audits/count`)).body.count.value, 2)
})

test('the old cursors of ticket audits lead back from the newest until a page is empty', async () => {
  const seen: number[] = []
  let url: string | null = '/api/v2/ticket_audits.json?sort_order=desc&limit=7'
  while (url !== null) {
    const page: { audits: { id: number }[]; before_url: string | null; meta?: unknown } = (await app.api.get(url)).body
    assert.equal(page.meta, undefined)
    seen.push(...page.audits.map((audit) => audit.id))
    url = page.before_url === null ? null : page.before_url.slice(app.base_url.length)
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.equal(seen.length, (await app.api.get('/api/v2/ticket_audits?page[size]=100')).body.audits.length)
  assert.ok(seen.length > 7)
  assert.deepEqual(Object.keys((await app.api.get('/api/v2/ticket_audits')).body), [
    'audits',
    'after_url',
    'after_cursor',
    'before_url',
    'before_cursor',
  ])
})

test('an end user learns nothing of audits', async () => {
  const ticket = await make.ticket()
  const user = await make.user()
  const as = app.as({ email: user.email, token: app.admin.token })
  assert.equal((await as.put(`/api/v2/tickets/${ticket.id}/audits/1/make_private`)).status, 403)
})
