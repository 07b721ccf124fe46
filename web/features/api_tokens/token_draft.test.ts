import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, emptyToken, tokenInputOf } from './token_draft.ts'

test('a token without bounds sends none, and one of an access request sends no reason', () => {
  assert.deepEqual(boundsOf(emptyToken), { expires_at: null, assigned_user_id: null, allowed_ips: null, per_minute: null })
  assert.ok(!('reason' in tokenInputOf({ ...emptyToken, reason: 'typed before the ground was changed' })))
})

test('the last day is included, networks are split, and an invalid number is left for the server to refuse', () => {
  const draft = { ...emptyToken, last_day: '2027-05-01', assigned_user_id: '7', addresses: '192.0.2.0/24,\n 203.0.113.9', budget: 'many' }
  assert.deepEqual(boundsOf(draft), {
    expires_at: '2027-05-01T23:59:59Z',
    assigned_user_id: 7,
    allowed_ips: ['192.0.2.0/24', '203.0.113.9'],
    per_minute: 0,
  })
})
