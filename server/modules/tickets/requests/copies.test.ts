import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

async function person() {
  const { id, email } = await make.user()
  return { id, email, api: app.as({ email, token: app.admin.token }) }
}

test('numbers that cannot be user ids copy no one', async () => {
  const ann = await person()
  for (const user_id of [1.5, 1e300, -1, '99999999999999999999']) {
    const collaborators = [{ user_id }]
    const { status, body } = await ann.api.post('/api/v2/requests', { request: { subject: 'x', comment: 'x', collaborators } })
    assert.deepEqual([status, body.request?.email_cc_ids], [201, []], String(user_id))
  }
})

test('concurrent requests that copy one new address create one user', async () => {
  const ann = await person()
  const email_ccs = [{ user_email: `copied.${ann.email}` }]
  const ask = () => ann.api.post('/api/v2/requests', { request: { subject: 'x', comment: 'x', email_ccs } })
  const answers = await Promise.all([ask(), ask(), ask(), ask()])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  const copied = answers.map(({ body }) => body.request.email_cc_ids)
  assert.deepEqual([copied[0].length, new Set(copied.flat()).size], [1, 1])
})

test('users who cannot see a ticket without public comments cannot follow it up', async () => {
  const ann = await person()
  const follow = async (ticket: { id: number }) =>
    (await ann.api.post('/api/v2/requests', { request: { subject: 'Again', comment: 'x', via_followup_source_id: ticket.id } })).body
      .request
  const closed = { requester_id: ann.id, assignee_id: app.admin.id, status: 'closed', subject: 'Between us' }
  const hidden = await follow(await make.ticket({ ...closed, comment: { body: 'Hidden', public: false } }))
  assert.deepEqual([hidden.followup_source_id, JSON.stringify(hidden).includes('Between us')], [null, false])
  const seen = await make.ticket(closed)
  assert.equal((await follow(seen)).followup_source_id, seen.id)
})

test('concurrent tickets for one new address have one requester', async () => {
  const requester = { name: 'New', email: 'new.requester@example.org' }
  const file = () => app.api.post('/api/v2/tickets', { ticket: { subject: 'x', comment: { body: 'x' }, requester } })
  const answers = await Promise.all([file(), file(), file(), file()])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  assert.equal(new Set(answers.map(({ body }) => body.ticket.requester_id)).size, 1)
})
