import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from './defined.ts'

test('a value is returned as it is, and a missing one is an error instead of going on as if it were there', () => {
  assert.deepEqual([defined(0), defined(''), defined(false)], [0, '', false])
  for (const missing of [undefined, null]) assert.throws(() => defined(missing), TypeError)
})
