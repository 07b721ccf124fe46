import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySettingsChange, DEFAULT_SETTINGS, fullSettings, PLANS, requestsPerMinute } from './settings.ts'

test('stored settings override the defaults, member by member', () => {
  assert.deepEqual(fullSettings({}), DEFAULT_SETTINGS)
  assert.deepEqual(fullSettings({ api: { token_access: false } }).api, { ...DEFAULT_SETTINGS.api, token_access: false })
  assert.deepEqual(fullSettings({ locale_ids: [1, 8] }).locale_ids, [1, 8])
  assert.equal(fullSettings({ api: { token_sunset: null } }).api.token_sunset, null)
})

test('stored settings that are not an object are ignored', () => {
  for (const stored of [null, undefined, 'text', 7, [], true]) assert.deepEqual(fullSettings(stored), DEFAULT_SETTINGS)
})

test('a clock is replaced as a whole: no member of the old one stays', () => {
  const frozen = applySettingsChange({}, { clock: { mode: 'frozen', at: '2030-01-01T00:00:00.000Z' } })
  assert.deepEqual(applySettingsChange(frozen, { clock: { mode: 'real' } }), { clock: { mode: 'real' } })
})

test('a change adds to what is stored and leaves the rest', () => {
  const stored = { api: { token_access: false }, tickets: { tagging: false } }
  assert.deepEqual(applySettingsChange(stored, { api: { password_access: false } }), {
    api: { token_access: false, password_access: false },
    tickets: { tagging: false },
  })
  assert.deepEqual(stored, { api: { token_access: false }, tickets: { tagging: false } })
})

test('overlaying the defaults does not change them', () => {
  const before = structuredClone(DEFAULT_SETTINGS)
  fullSettings({ api: { token_access: false }, rate_limit: { plan: 'team' } })
  assert.deepEqual(DEFAULT_SETTINGS, before)
})

test('an instance has the request limit of its plan, unless it has its own number', () => {
  assert.equal(requestsPerMinute(DEFAULT_SETTINGS), PLANS.enterprise)
  assert.equal(requestsPerMinute(fullSettings({ rate_limit: { plan: 'unlimited' } })), null)
  assert.equal(requestsPerMinute(fullSettings({ rate_limit: { plan: 'unlimited', per_minute: 5 } })), 5)
})
