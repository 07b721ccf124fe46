import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

test('a deleted ticket is not found, is listed as deleted, and is restored as it was', async () => {
  const ticket = await make.ticket()
  const countBefore = (await app.api.get('/api/v2/tickets/count')).body.count.value
  assert.equal((await app.api.delete(`/api/v2/tickets/${ticket.id}.json`)).status, 204)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}`)).status, 404)
  assert.equal((await app.api.get('/api/v2/tickets/count')).body.count.value, countBefore - 1)
  const { deleted_tickets } = (await app.api.get('/api/v2/deleted_tickets')).body
  assert.deepEqual(deleted_tickets.at(-1).id, ticket.id)
  assert.deepEqual((await app.api.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)).body, {})
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.status, 'new')
  assert.equal((await app.api.get('/api/v2/tickets/count')).body.count.value, countBefore)
  assert.equal((await app.api.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)).status, 404)
})

test('a restored ticket keeps its comments despite a concurrent deletion, and only users who could see it restore it', async () => {
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

test('a job deletes a deleted ticket permanently, and its id is not used again', async () => {
  const ticket = await make.ticket()
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  const job = await waitForJob(app, await app.api.delete(`/api/v2/deleted_tickets/${ticket.id}`))
  assert.deepEqual([job.total, job.results], [null, { success: true }])
  assert.equal((await app.api.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)).status, 404)
  assert.ok((await make.ticket()).id > ticket.id)
})

test('a ticket that two jobs delete permanently at once is deleted by one of them, and recorded in the audit log once', async () => {
  const ticket = await make.ticket()
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  const begun = await Promise.all([1, 2, 3].map(() => app.api.delete(`/api/v2/deleted_tickets/${ticket.id}`)))
  for (const answer of begun) if (answer.status === 200) await waitForJob(app, answer)
  const { audit_logs } = (await app.api.get('/api/v2/audit_logs?filter[source_type]=ticket&sort=-created_at')).body
  const removed = audit_logs.filter((one: any) => one.source_id === ticket.id && /Permanently deleted/.test(one.change_description))
  assert.equal(removed.length, 1)
})

test('agents see deleted tickets, and only admins delete them permanently', async () => {
  const ticket = await make.ticket()
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  assert.equal((await app.as({}).get('/api/v2/deleted_tickets')).status, 401)
  const user = await make.user()
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).get('/api/v2/deleted_tickets')).status, 403)
  const agent = await make.agent()
  assert.equal((await app.as({ email: agent.email, token: app.admin.token }).delete(`/api/v2/deleted_tickets/${ticket.id}`)).status, 403)
  assert.deepEqual((await app.api.put(`/api/v2/deleted_tickets/restore_many?ids=${ticket.id}`)).body, {})
})

test('where agents may not delete, those without a custom role neither see nor restore deleted tickets', async () => {
  const ticket = await make.ticket()
  await app.api.delete(`/api/v2/tickets/${ticket.id}`)
  const { email } = await make.agent()
  const agent = app.as({ email, token: app.admin.token })
  const requestAll = () =>
    Promise.all([
      agent.get('/api/v2/deleted_tickets'),
      agent.put(`/api/v2/deleted_tickets/${ticket.id}/restore`),
      agent.delete(`/api/v2/tickets/${ticket.id}`),
    ])
  await setUp(app, { tickets: { agents_can_delete: false } })
  for (const { status } of await requestAll()) assert.equal(status, 403)
  await setUp(app, { tickets: { agents_can_delete: true } })
  assert.equal((await agent.get('/api/v2/deleted_tickets')).status, 200)
  assert.equal((await agent.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)).status, 200)
})

test('deleted tickets are listed in the order of creation, page by page', async () => {
  const one = await make.ticket()
  const two = await make.ticket()
  const three = await make.ticket()
  for (const { id } of [three, one, two]) await app.api.delete(`/api/v2/tickets/${id}`)
  const ids = (page: { deleted_tickets: { id: number }[] }) => page.deleted_tickets.map(({ id }) => id)
  assert.deepEqual(ids((await app.api.get('/api/v2/deleted_tickets')).body).slice(-3), [one.id, two.id, three.id])
  const seen: number[] = []
  let url: string | null = '/api/v2/deleted_tickets?page[size]=2'
  while (url !== null) {
    const { body }: { body: any } = await app.api.get(url)
    seen.push(...ids(body))
    url = body.links.next === null ? null : body.links.next.slice(app.base_url.length)
  }
  assert.deepEqual(seen.slice(-3), [one.id, two.id, three.id])
  assert.equal(ids((await app.api.get('/api/v2/deleted_tickets?sort_by=deleted_at&sort_order=asc')).body).at(-1), two.id)
})

test('deleted tickets are sorted by the same keys as tickets, in both directions', async () => {
  const one = await make.ticket({ subject: 'zebra of this test' })
  const two = await make.ticket({ subject: 'aardvark of this test' })
  for (const { id } of [one, two]) await app.api.delete(`/api/v2/tickets/${id}`)
  const listIds = async (query: string) => {
    const { deleted_tickets } = (await app.api.get(`/api/v2/deleted_tickets?${query}`)).body
    return deleted_tickets.map(({ id }: { id: number }) => id).filter((id: number) => id === one.id || id === two.id)
  }
  assert.deepEqual(await listIds('sort_by=subject&sort_order=asc'), [two.id, one.id])
  assert.deepEqual(await listIds('sort_by=subject&sort_order=desc'), [one.id, two.id])
  assert.deepEqual(await listIds('sort_by=created_at'), [one.id, two.id])
  for (const name of ['status', 'requester', 'group', 'assignee', 'updated_at'])
    assert.equal((await listIds(`sort_by=${name}`)).length, 2, name)
})
