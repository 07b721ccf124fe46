import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterTokens, parseTokenSearch, withStatus } from './filter.ts'
import { actsFor, isWebAddress, statusOf } from './token.ts'
import type { ApiToken } from './queries.ts'

const token: ApiToken = {
  id: 1,
  url: 'https://desk.example.com/api/v2/api_tokens/1.json',
  user_id: 2,
  user_name: 'Ada Okafor',
  user_email: 'ada@example.com',
  assigned_user_id: null,
  assigned_user_name: null,
  stopped_because: null,
  description: 'https://issues.example.com/access/12',
  active: true,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  last_used: null,
  visible_token: 'dhp_ab…wxyz',
  expires_at: null,
  exception: null,
  reason: null,
  access_request_id: null,
  integration_id: null,
  allowed_ips: null,
  per_minute: null,
  replaced_by_id: null,
  replaced_at: null,
  silent_days: null,
  deactivated_at: null,
  deactivation_reason: null,
  allowed_acts: [],
}
const now = Date.parse('2026-11-20T00:00:00Z')

test('the search parameters are parsed, and invalid ones are left out', () => {
  assert.deepEqual(parseTokenSearch({ status: 'inactive', q: 12, page: 3 }), { status: 'inactive', q: '12', page: 3 })
  assert.deepEqual(parseTokenSearch({ status: 'lost', q: '', page: 1, other: 'x' }), {})
  assert.deepEqual(parseTokenSearch({ page: -2.5 }), {})
})

test('a search matches tokens that contain every word, ignoring case', () => {
  assert.deepEqual(filterTokens([token], 'ACCESS ada'), [token])
  assert.deepEqual(filterTokens([token], 'wxyz '), [token])
  assert.deepEqual(filterTokens([token], ''), [token])
  assert.deepEqual(filterTokens([token], 'access bob'), [])
})

test('the list can be narrowed to a status', () => {
  const inactive = { ...token, active: false }
  assert.deepEqual(withStatus([token, inactive], 'inactive'), [inactive])
  assert.deepEqual(withStatus([token, inactive], 'active'), [token])
  assert.deepEqual(withStatus([token, inactive], 'all'), [token, inactive])
})

test('an active token can be deactivated, an inactive one reactivated or deleted', () => {
  const listActs = (of: ApiToken) => actsFor(of).map(({ act }) => act)
  assert.deepEqual(listActs(token), ['Deactivate'])
  assert.deepEqual(listActs({ ...token, active: false }), ['Reactivate', 'Delete'])
  assert.deepEqual(listActs({ ...token, access_request_id: 7, active: false }), ['Delete'])
  assert.match(actsFor({ ...token, access_request_id: 7 })[0]?.consequence ?? '', /its access request is revoked/)
})

test('a token past its expiry is shown as expired unless it is inactive', () => {
  const over = { ...token, expires_at: '2026-11-19T00:00:00Z' }
  assert.equal(statusOf(token, now).label, 'Active')
  assert.equal(statusOf(over, now).label, 'Expired')
  assert.equal(statusOf({ ...over, active: false }, now).label, 'Inactive')
})

test('only http and https addresses become links', () => {
  assert.equal(isWebAddress('https://issues.example.com/access/12'), true)
  assert.equal(isWebAddress('javascript:alert(1)'), false)
  assert.equal(isWebAddress('https://'), false)
  assert.equal(isWebAddress('Ticket triage script'), false)
})
