import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Webhook } from './queries.ts'
import { changesOf, draftOf, emptyHeader, inputOf, findRepeatedHeader, testOf } from './draft.ts'

const webhook: Webhook = {
  id: '01KAAAAAAAAAAAAAAAAAAAAAAA',
  name: 'Pager',
  status: 'inactive',
  created_at: '2027-01-01T00:00:00Z',
  created_by: '1',
  endpoint: 'https://example.org/in',
  http_method: 'PUT',
  request_format: 'json',
  subscriptions: ['zen:event-type:user.created'],
  authentication: { type: 'basic_auth', data: { username: 'me' }, add_position: 'header' },
  custom_headers: { 'X-Team': 'night' },
}

test('a webhook that is saved unchanged sends its members and no secret', () => {
  const { id: _id, created_at: _at, created_by: _by, ...members } = webhook
  assert.deepEqual(inputOf(draftOf(webhook)), { ...members, description: '' })
})

test('of a changed form only what differs is sent', () => {
  const saved = draftOf(webhook)
  assert.deepEqual(changesOf(saved, { ...saved }), {})
  assert.deepEqual(changesOf(saved, { ...saved, description: 'At night' }), { description: 'At night' })
  const { authentication } = webhook
  const data = { ...authentication?.data, password: 'hidden' }
  assert.deepEqual(changesOf(saved, { ...saved, secret: 'hidden' }), { authentication: { ...authentication, data } })
})

test('the secret that was typed is sent under the name that its type of authentication has', () => {
  const draft = { ...draftOf(undefined), username: 'me', header: 'X-Key', secret: 'hidden' }
  const dataOf = (authentication: 'basic_auth' | 'bearer_token' | 'api_key') => inputOf({ ...draft, authentication }).authentication?.data
  assert.deepEqual(dataOf('basic_auth'), { username: 'me', password: 'hidden' })
  assert.deepEqual(dataOf('bearer_token'), { token: 'hidden' })
  assert.deepEqual(dataOf('api_key'), { name: 'X-Key', value: 'hidden' })
  assert.equal(inputOf(draft).authentication, null)
  assert.deepEqual(inputOf(draft).subscriptions, ['conditional_ticket_events'])
})

test('of headers, empty rows are left out and names in two rows are found', () => {
  const makeHeader = (name: string, value = '') => ({ ...emptyHeader(), name, value })
  const draft = { ...draftOf(undefined), headers: [makeHeader('X-A', '1'), emptyHeader(), makeHeader('X-B')] }
  assert.deepEqual(inputOf(draft).custom_headers, { 'X-A': '1', 'X-B': '' })
  assert.equal(findRepeatedHeader(draft), undefined)
  assert.equal(findRepeatedHeader({ ...draft, headers: [...draft.headers, makeHeader('x-a ')] }), 'x-a')
})

test('a test sends a body, or parameters by methods that have none', () => {
  const draft = draftOf(webhook)
  assert.equal(testOf(draft, '{"a": 1}').payload, '{"a": 1}')
  const { payload, query_parameters } = testOf({ ...draft, http_method: 'GET' }, 'a = 1=2\n\nb')
  assert.equal(payload, undefined)
  assert.deepEqual(query_parameters, [
    { key: 'a', value: ' 1=2' },
    { key: 'b', value: '' },
  ])
})
