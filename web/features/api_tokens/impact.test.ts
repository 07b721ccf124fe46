import assert from 'node:assert/strict'
import { test } from 'node:test'
import { impactSentence } from './impact.ts'
import type { TokenImpact } from './queries.ts'

const impact: TokenImpact = {
  days: 30,
  calls: 0,
  errors: 0,
  writes: 0,
  first_at: null,
  last_at: null,
  quiet_days: null,
  caller_count: 0,
  endpoint_count: 0,
  callers: [],
  endpoints: [],
}

test('the impact of revoking a token is described in a sentence', () => {
  assert.equal(impactSentence(impact), 'Nobody has called with it in the last 30 days.')
  assert.equal(impactSentence({ ...impact, calls: 1204, caller_count: 3 }), 'In the last 30 days 1,204 calls from 3 callers.')
  assert.equal(
    impactSentence({ ...impact, days: 1, calls: 1, writes: 1, errors: 2, caller_count: 1 }),
    'In the last 1 day 1 call from 1 caller, among them 1 write and 2 errors.',
  )
})
