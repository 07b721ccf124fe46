import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRequestSearch } from './search.ts'

test('the search parameters are parsed, and invalid ones are left out', () => {
  assert.deepEqual(parseRequestSearch({ tab: 'to_review', page: 3, q: 'export' }), { tab: 'to_review', page: 3, q: 'export' })
  assert.deepEqual(parseRequestSearch({ tab: 'mine', page: 1, other: 'x' }), { tab: 'mine' })
  assert.deepEqual(parseRequestSearch({ tab: 'constructor', page: -2.5 }), {})
})
