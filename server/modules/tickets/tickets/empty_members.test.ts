/** A member that is sent empty counts as one that was not sent, where something else says what it would have said. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const EMPTY: readonly unknown[] = [
  '',
  ' ',
  {},
  { body: '' },
  { body: '', value: '' },
  { html_body: '', body: '\n' },
  { body: '', uploads: [] },
]

test('an empty comment beside a description leaves the description', async () => {
  const requester = app.as({ email: (await make.user()).email, token: app.admin.token })
  for (const comment of EMPTY) {
    const what = JSON.stringify(comment)
    const made = await api.post('/api/v2/tickets', { ticket: { subject: 'x', description: 'Described', comment } })
    assert.deepEqual([made.status, made.body.ticket?.description], [201, 'Described'], what)
    const asked = await requester.post('/api/v2/requests', { request: { subject: 'x', description: 'Described', comment } })
    assert.deepEqual([asked.status, asked.body.request?.description], [201, 'Described'], what)
    const visitor = { subject: 'x', description: 'Described', comment, requester: { name: 'Vi', email: 'vi@example.org' } }
    assert.equal((await app.as({}).post('/api/v2/requests', { request: visitor })).status, 201, what)
  }
})

test('an empty comment with nothing beside it is refused as before, and changes nothing', async () => {
  for (const comment of EMPTY) {
    const made = await api.post('/api/v2/tickets', { ticket: { subject: 'x', comment } })
    assert.deepEqual([made.status, Object.keys(made.body.details ?? {})], [422, ['base']], JSON.stringify(made.body))
    const { id } = await make.ticket()
    assert.equal((await api.put(`/api/v2/tickets/${id}`, { ticket: { comment, priority: 'high' } })).status, 200)
    assert.equal((await api.get(`/api/v2/tickets/${id}/comments`)).body.comments.length, 1)
  }
})

test('the requester of a request that is no object is ignored and named in the warning', async () => {
  const requester = app.as({ email: (await make.user()).email, token: app.admin.token })
  for (const sent of [5, 'ann@example.org', true, ['x'], null]) {
    const answer = await requester.post('/api/v2/requests', { request: { subject: 'x', comment: { body: 'x' }, requester: sent } })
    assert.equal(answer.status, 201, JSON.stringify([sent, answer.body]))
    assert.match(answer.headers.get('x-zendesk-api-warn') ?? '', /"request\.requester"/)
  }
})
