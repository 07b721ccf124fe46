import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSetting } from './describe.ts'

test('moments of settings and the clock are described in words, and anything else as JSON', () => {
  const at = '2027-05-01T00:00:00.000Z'
  assert.equal(describeSetting('api.token_sunset', at), '1 May 2027, 00:00 (UTC)')
  assert.equal(describeSetting('api.token_sunset', null), 'null')
  assert.equal(describeSetting('api.token_access', true), 'true')
  assert.equal(
    describeSetting('api.retired_endpoints', [{ route: 'GET /x', ends_at: at }]),
    '[{"route":"GET /x","ends_at":"1 May 2027, 00:00 (UTC)"}]',
  )
  assert.equal(describeSetting('clock', { mode: 'real' }), 'the real time')
  assert.equal(describeSetting('clock', { mode: 'frozen', at }), 'stopped at 1 May 2027, 00:00 (UTC)')
  assert.equal(describeSetting('clock', { mode: 'shifted', offset_seconds: -86_400 }), '86400 seconds before the real time')
  assert.equal(describeSetting('clock', { mode: 'shifted', offset_seconds: 60 }), '60 seconds after the real time')
})
