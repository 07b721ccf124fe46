import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

const bea = await make.user({ name: 'bea' })
const ann = await make.user({ name: 'ann' })
const other = await make.user({ name: 'bea' })
const zoe = await make.agent({ name: 'zoe' })
const yan = await make.agent({ name: 'yan' })
const ticket = async (requester: { id: number }, assignee: { id: number } | null) =>
  (await make.ticket({ requester_id: requester.id, assignee_id: assignee?.id ?? null })).id as number
const made = [await ticket(bea, zoe), await ticket(ann, null), await ticket(other, yan), await ticket(bea, yan), await ticket(ann, zoe)]
const [t1, t2, t3, t4, t5] = made

const listSorted = async (query: string, path = '/api/v2/tickets') => {
  const answer = await api.get(`${path}?${query}`)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const ids = answer.body.tickets.map((one: any) => one.id)
  return { ids, count: answer.body.count }
}

test('tickets are sorted by the name of their requester, grouped by person, in both directions', async () => {
  assert.deepEqual(await listSorted('sort_by=requester.name'), { ids: [t2, t5, t1, t4, t3], count: 5 })
  assert.deepEqual((await listSorted('sort_by=requester.name&sort_order=desc')).ids, [t3, t4, t1, t5, t2])
  assert.deepEqual((await listSorted(`sort_by=requester.name`, `/api/v2/users/${yan.id}/tickets/assigned`)).ids, [t4, t3])
})

test('tickets are sorted by the name of their assignee; unassigned ones come last, and none is missing', async () => {
  assert.deepEqual(await listSorted('sort_by=assignee.name&sort_order=asc'), { ids: [t3, t4, t1, t5, t2], count: 5 })
  assert.deepEqual((await listSorted('sort_by=assignee.name&sort_order=desc')).ids, [t2, t5, t1, t4, t3])
  const pages = [1, 2, 3].map((page) => listSorted(`sort_by=assignee.name&per_page=2&page=${page}`))
  assert.deepEqual(
    (await Promise.all(pages)).map(({ ids, count }) => [ids, count]),
    [
      [[t3, t4], 5],
      [[t1, t5], 5],
      [[t2], 5],
    ],
  )
})

test('sorted by deleted_at, the tickets of a list, none of which is deleted, are in the order of their numbers', async () => {
  assert.deepEqual((await listSorted('sort_by=deleted_at')).ids, made)
  assert.deepEqual((await listSorted('sort_by=deleted_at&sort_order=desc')).ids, [...made].reverse())
})

test('cursor pages cannot be sorted by names: 400', async () => {
  assert.equal((await api.get('/api/v2/tickets?page[size]=2&sort=requester.name')).status, 400)
})

test('recently changed tickets are one page without links, whatever page is requested', async () => {
  await make.ticket({ requester_id: ann.id, comment: { body: 'the sixth' } })
  for (const query of ['', '?page[size]=100', '?page=2&per_page=1', '?include=users']) {
    const { status, body } = await api.get(`/api/v2/tickets/recent.json${query}`)
    assert.deepEqual([status, body.tickets.length, body.next_page, body.previous_page, body.count], [200, 5, null, null, 5], query)
  }
  assert.equal((await app.as({}).get('/api/v2/tickets/recent')).status, 401)
  assert.equal((await app.as({ email: bea.email, token: app.admin.token }).get('/api/v2/tickets/recent')).status, 403)
})

test('lists of users and organizations that do not exist are not found, for every caller', async () => {
  for (const path of ['users/999999999/tickets/requested', 'users/999999999/tickets/assigned', 'organizations/999999999/tickets']) {
    for (const all of [path, `${path}/count`]) {
      assert.equal((await api.get(`/api/v2/${all}`)).status, 404, all)
      assert.equal((await app.as({ email: bea.email, token: app.admin.token }).get(`/api/v2/${all}`)).status, 403, all)
    }
  }
})

test('lists of an organization the caller cannot see are not found either', async () => {
  const own = await make.organization()
  const foreign = await make.organization()
  const agent = await make.agent({ organization_id: own.id, ticket_restriction: 'organization' })
  const as = app.as({ email: agent.email, token: app.admin.token })
  const statuses = [own, foreign].map(async ({ id }) => (await as.get(`/api/v2/organizations/${id}/tickets`)).status)
  assert.deepEqual(await Promise.all(statuses), [200, 404])
})

test('a restricted agent gets only the tickets they can see, in the order of names', async () => {
  const restricted = await make.agent({ ticket_restriction: 'assigned' })
  await api.put(`/api/v2/tickets/${t3}`, { ticket: { assignee_id: restricted.id } })
  await api.put(`/api/v2/tickets/${t5}`, { ticket: { assignee_id: restricted.id } })
  const answer = await app.as({ email: restricted.email, token: app.admin.token }).get('/api/v2/tickets?sort_by=requester.name')
  assert.deepEqual([answer.body.tickets.map((one: any) => one.id), answer.body.count], [[t5, t3], 2])
})
