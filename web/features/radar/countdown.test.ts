import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byUrgency, candidatesOf, listChosenCallers, describeCountdown, simulationOf } from './countdown.ts'
import type { RadarCaller, Retirement } from './queries.ts'

const makeRetirement = (given: Partial<Retirement>): Retirement => ({
  key: 'k',
  title: 't',
  ends_at: null,
  days_left: null,
  replacement: '',
  calls: 0,
  callers_count: 0,
  callers: [],
  ...given,
})
const makeCaller = (given: Partial<RadarCaller>): RadarCaller => ({
  key: 'k',
  label: 'l',
  credential_kind: 'api_token',
  credential_id: 1,
  client_id: null,
  user_id: 9,
  user: 'u@example.com',
  user_agent: null,
  ip_address: null,
  calls: 1,
  last_at: '',
  blocked_from: null,
  rehearsing: false,
  ...given,
})

test('the countdown says days left, days over, or that no day is known', () => {
  const describeDays = (days_left: number | null) => describeCountdown({ days_left })
  assert.deepEqual(describeDays(160), { words: '160 days left', tone: 'note' })
  assert.deepEqual(describeDays(1), { words: '1 day left', tone: 'warning' })
  assert.deepEqual(describeDays(0), { words: 'Ended today', tone: 'off' })
  assert.deepEqual(describeDays(-12), { words: 'Ended 12 days ago', tone: 'off' })
  assert.deepEqual(describeDays(null), { words: 'No end date', tone: 'off' })
})

test('used retirements come before unused ones, and earlier ones before later ones', () => {
  const all = [
    { key: 'unused', days_left: 1 },
    { key: 'later', days_left: 90, calls: 1 },
    { key: 'someday', calls: 5 },
    { key: 'sooner', days_left: 9, calls: 1 },
  ]
  assert.deepEqual(
    byUrgency(all.map(makeRetirement)).map(({ key }) => key),
    ['sooner', 'later', 'someday', 'unused'],
  )
})

test('every caller on the radar is a candidate once: tokens, clients, and users for calls with neither', () => {
  const callers = [
    makeCaller({ label: 'Token' }),
    makeCaller({ label: 'Token', user_agent: 'another' }),
    makeCaller({ label: 'Client', credential_kind: 'oauth', credential_id: 3, client_id: 7 }),
    makeCaller({ label: 'Person', credential_kind: 'password', credential_id: null }),
  ]
  const rehearsal = simulationOf('2027-05-01', false, ['api_token:1', 'oauth_client:7', 'user:9'])
  const radar = { as_of: '', days: 30, rehearsal, retirements: [makeRetirement({ callers })] }
  assert.deepEqual(
    candidatesOf(radar).map(({ value }) => value),
    ['oauth_client:7', 'api_token:1', 'user:9'],
  )
  assert.deepEqual(rehearsal, {
    at: '2027-05-01T00:00:00Z',
    whole_instance: false,
    api_token_ids: [1],
    oauth_client_ids: [7],
    user_ids: [9],
  })
  assert.deepEqual(listChosenCallers(rehearsal), ['api_token:1', 'oauth_client:7', 'user:9'])
  assert.deepEqual(listChosenCallers(simulationOf('2027-05-01', true, ['user:9'])), [])
})
