import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureDefined } from './defined.ts'

test('a value is returned as it is, and a missing one is an error instead of going on as if it were there', () => {
  assert.deepEqual([ensureDefined(0), ensureDefined(''), ensureDefined(false)], [0, '', false])
  for (const missing of [undefined, null]) assert.throws(() => ensureDefined(missing), TypeError)
})
