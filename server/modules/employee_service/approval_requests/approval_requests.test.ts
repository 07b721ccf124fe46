import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const path = '/api/v2/approval_requests'
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })

const ticket = async () => (await make.ticket()).id
const ask = async (rest: Record<string, unknown>, client = agent.api) =>
  client.post(path, { subject: 'A laptop', message: 'Please approve', ticket_id: await ticket(), ...rest })

test('an agent asks a person or a group; administrators list the requests with the names', async () => {
  const { group } = (await api.post('/api/v2/groups', { group: { name: 'Approvers' } })).body
  const approver = await make.user({ name: 'Jane Approver' })
  const made = await ask({ assignee_user_id: approver.id })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, created_at, ticket_id, ...rest } = made.body.approval_request
  assert.match(id, /^[0-9A-Z]{26}$/)
  assert.deepEqual(rest, {
    subject: 'A laptop',
    message: 'Please approve',
    status: 'active',
    assignee_user_id: approver.id,
    assignee_group_id: null,
    origination_type: 'API_ORIGINATION',
    created_by_id: agent.id,
  })
  const forGroup = (await ask({ assignee_group_id: group.id })).body.approval_request
  const { approval_requests, meta, links } = (await api.get(path)).body
  assert.deepEqual(meta.has_more, false)
  assert.equal(typeof links, 'object')
  const [one, two] = approval_requests
  assert.deepEqual(one.assignee_user, { id: approver.id, name: 'Jane Approver' })
  assert.equal(one.created_by_user.id, agent.id)
  assert.deepEqual([one.id, one.ticket_id, one.created_at, one.decisions, one.decided_at], [id, ticket_id, created_at, [], null])
  assert.deepEqual([two.id, two.assignee_group], [forGroup.id, { id: group.id, name: 'Approvers' }])
})

test('lists are filtered by several values of each kind, and paged by cursors of either name', async () => {
  const one = await make.user()
  const two = await make.user()
  for (const user of [one, two, one]) await ask({ assignee_user_id: user.id })
  const count = async (query: string) => (await api.get(`${path}?${query}`)).body.approval_requests.length as number
  assert.equal(await count(`filter[assignee_user_id]=${one.id}`), 2)
  assert.equal(await count(`filter[assignee_user_id]=${one.id},${two.id}&filter[status]=active,approved`), 3)
  assert.equal(await count(`filter[assignee_user_id]=${one.id}&filter[status]=withdrawn`), 0)
  assert.equal(await count(`filter[assignee_group_id]=999999`), 0)
  const mine = `filter[assignee_user_id]=${one.id},${two.id}&page[size]=2`
  const first = (await api.get(`${path}?${mine}`)).body
  assert.equal(first.meta.has_more, true)
  const rest = (await api.get(`${path}?${mine}&after_cursor=${encodeURIComponent(first.meta.after_cursor)}`)).body
  assert.equal(rest.approval_requests.length, 1)
  assert.doesNotMatch(rest.links.prev, /after_cursor/)
  const back = (await api.get(`${path}?${mine}&before_cursor=${encodeURIComponent(rest.meta.before_cursor)}`)).body
  assert.deepEqual(back.approval_requests, first.approval_requests)
  for (const query of ['filter[status]=open', 'filter[assignee_user_id]=x', `filter[assignee_user_id]=${'1,'.repeat(100)}1`])
    assert.equal((await api.get(`${path}?${query}`)).status, 400, query)
})

test('a ticket has one request at a time', async () => {
  const approver = await make.user()
  const ticket_id = await ticket()
  assert.equal((await ask({ ticket_id, assignee_user_id: approver.id })).status, 201)
  const again = await ask({ ticket_id, assignee_user_id: approver.id })
  assert.equal(again.status, 422)
  assert.deepEqual(again.body.errors, [
    {
      code: 'ApprovalRequestCreationFailed',
      title: "Approval request couldn't be sent because one active, approved, or denied request already exists",
    },
  ])
})

test('what is missing or unknown is refused: ticket, texts, who approves; and the requester does not', async () => {
  const approver = await make.user()
  const listRefusedPointers = async (rest: Record<string, unknown>) => {
    const { status, body } = await ask({ assignee_user_id: approver.id, ...rest })
    assert.equal(status, 422, JSON.stringify(body))
    return body.errors.map((one: any) => one.source.pointer)
  }
  assert.deepEqual(await listRefusedPointers({ ticket_id: null }), ['ticket_id'])
  assert.deepEqual(await listRefusedPointers({ ticket_id: 999_999 }), ['ticket_id'])
  assert.deepEqual(await listRefusedPointers({ subject: ' ', message: '' }), ['subject', 'message'])
  assert.deepEqual(await listRefusedPointers({ assignee_user_id: null }), ['base'])
  assert.deepEqual(await listRefusedPointers({ assignee_group_id: 1 }), ['base'])
  assert.deepEqual(await listRefusedPointers({ assignee_user_id: 999_999 }), ['assignee_user_id'])
  assert.deepEqual(await listRefusedPointers({ assignee_user_id: null, assignee_group_id: 999_999 }), ['assignee_group_id'])
  const requester = await make.user()
  const { id } = await make.ticket({ requester_id: requester.id })
  assert.deepEqual(await listRefusedPointers({ ticket_id: id, assignee_user_id: requester.id }), ['assignee_user_id'])
  assert.equal((await api.post(path, {})).status, 422)
})

test('a ticket that is scrubbed takes its request along', async () => {
  const approver = await make.user()
  const { ticket_id, id } = (await ask({ assignee_user_id: approver.id })).body.approval_request
  await api.delete(`/api/v2/tickets/${ticket_id}`)
  await api.delete(`/api/v2/deleted_tickets/${ticket_id}`)
  const isThere = async () =>
    (await api.get(`${path}?filter[assignee_user_id]=${approver.id}`)).body.approval_requests.some((one: any) => one.id === id)
  await waitFor(isThere, false)
})

test('without credentials 401, for end users 403, lists for agents 403', async () => {
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.as({}).post(path, {})).status, 401)
  assert.equal((await endUser.api.get(path)).status, 403)
  assert.equal((await endUser.api.post(path, {})).status, 403)
  assert.equal((await agent.api.get(path)).status, 403)
})
