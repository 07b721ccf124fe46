import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prettyCount } from './count.ts'

test('small counts are written exactly, larger ones by their leading digits', () => {
  const written = [0, 7, 99, 100, 719, 1234, 12_345, 100_000].map(prettyCount)
  assert.deepEqual(written, ['0', '7', '99', '~100', '~700', '~1200', '~12000', '~100000'])
})
