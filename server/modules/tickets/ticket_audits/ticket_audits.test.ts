import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

test('old cursors of ticket audits page backwards from the newest to an empty page', async () => {
  for (let made = 0; made < 12; made++) await make.ticket()
  const seen: number[] = []
  let url: string | null = '/api/v2/ticket_audits.json?limit=7'
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

test('old cursors of ticket audits: newest first, before pages to older audits and after to newer ones', async () => {
  interface Old {
    readonly audits: readonly { readonly id: number; readonly created_at: string }[]
    readonly before_url: string | null
    readonly after_url: string | null
  }
  const readOldPage = async (url: string | null): Promise<Old> => (await app.api.get((url ?? '').replace(app.base_url, ''))).body
  const ids = (page: Old) => page.audits.map((audit) => audit.id)
  for (let made = 0; made < 5; made++) await make.ticket()
  const whole = (await app.api.get('/api/v2/ticket_audits?page[size]=100')).body.audits.map((audit: { id: number }) => audit.id)
  const newest = whole.toReversed()
  for (const query of ['?limit=2', '?limit=2&sort_order=desc', '?limit=2&sort_by=created_at'])
    assert.deepEqual(ids(await readOldPage(`/api/v2/ticket_audits${query}`)), newest.slice(0, 2), query)
  assert.equal(ids(await readOldPage('/api/v2/ticket_audits'))[0], newest[0])
  const first = await readOldPage('/api/v2/ticket_audits?limit=2')
  const second = await readOldPage(first.before_url)
  assert.deepEqual(ids(second), newest.slice(2, 4))
  assert.deepEqual(ids(await readOldPage(second.before_url)), newest.slice(4, 6))
  assert.deepEqual(ids(await readOldPage(second.after_url)), newest.slice(0, 2))
  assert.deepEqual(await readOldPage(first.after_url), {
    audits: [],
    after_url: null,
    after_cursor: null,
    before_url: null,
    before_cursor: null,
  })
  const { id } = await make.ticket()
  const [made] = (await app.api.get(`/api/v2/tickets/${id}/audits`)).body.audits
  assert.deepEqual(ids(await readOldPage(first.after_url)), [made.id])
  const oldest = await readOldPage('/api/v2/ticket_audits?limit=2&sort_order=asc')
  assert.deepEqual(ids(oldest), whole.slice(0, 2))
  assert.deepEqual(ids(await readOldPage(oldest.after_url)), whole.slice(2, 4))
})

test('end users cannot read audits', async () => {
  const ticket = await make.ticket()
  const user = await make.user()
  const as = app.as({ email: user.email, token: app.admin.token })
  assert.equal((await as.put(`/api/v2/tickets/${ticket.id}/audits/1/make_private`)).status, 403)
})

test('an audit is shown by id, but only to users who see its ticket', async () => {
  const ticket = await make.ticket()
  const [audit] = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body.audits
  assert.deepEqual((await app.api.get(`/api/v2/tickets/${ticket.id}/audits/${audit.id}`)).body, { audit })
  assert.equal((await app.as({}).get('/api/v2/ticket_audits')).status, 401)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/audits/1`)).status, 404)
  const agent = await make.agent()
  const as = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await as.get('/api/v2/ticket_audits')).status, 403)
})

test('audits are filtered by the types of their events, and side-load authors and tickets', async () => {
  const group = await make.group()
  const ticket = await make.ticket({ group_id: group.id })
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { subject: 'Another', followers: [{ user_id: app.admin.id }] } })
  const path = `/api/v2/tickets/${ticket.id}/audits`
  const { audits } = (await app.api.get(`${path}?filter_events[]=FollowerChange&filter_events[]=Comment`)).body
  assert.deepEqual(
    audits.map((audit: { events: { type: string }[] }) => audit.events.map((event) => event.type)),
    [['Comment'], ['FollowerChange']],
  )
  for (const [query, count] of [
    ['[]=FollowerChange', 1],
    ['=FollowerChange', 1],
    ['=FollowerChange&filter_events=Comment', 2],
  ] as const)
    assert.equal((await app.api.get(`${path}?filter_events${query}`)).body.count, count, query)
  const { body } = await app.api.get(`${path}?include=users,tickets,groups`)
  assert.deepEqual([body.users.length, body.tickets[0].id, body.groups[0].id, body.users[0].id], [1, ticket.id, group.id, app.admin.id])
  const requester = await make.user()
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'Written down for him', author_id: requester.id } } })
  const { users } = (await app.api.get(`${path}?include=users`)).body
  assert.deepEqual(new Set(users.map((user: { id: number }) => user.id)), new Set([app.admin.id, requester.id]))
  for (const all of ['/api/v2/ticket_audits?include=users', '/api/v2/ticket_audits?page[size]=5&include=users'])
    assert.ok((await app.api.get(all)).body.users.some((user: { id: number }) => user.id === app.admin.id))
})

test('an audit can be trusted by users who see its ticket', async () => {
  const ticket = await make.ticket()
  const [audit] = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body.audits
  const path = `/api/v2/tickets/${ticket.id}/audits/${audit.id}/trust`
  assert.equal((await app.api.put(path)).status, 200)
  const shown = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits/${audit.id}`)).body.audit
  assert.deepEqual(shown.metadata, { ...audit.metadata, trusted: true })
  assert.equal((await app.as({}).put(path)).status, 401)
  assert.equal((await app.api.put(`/api/v2/tickets/${ticket.id}/audits/999999999/trust`)).status, 404)
})
