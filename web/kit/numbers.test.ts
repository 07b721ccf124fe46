import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatList } from './lists.ts'
import { formatCompactNumber, formatCount, formatNumber, formatSize } from './numbers.ts'

test('numbers have separators, and a noun in the singular or the plural', () => {
  assert.equal(formatNumber(12_345.5), '12,345.5')
  assert.equal(formatCount(1, 'call'), '1 call')
  assert.equal(formatCount(0, 'call'), '0 calls')
  assert.equal(formatCount(12_345, 'reply', 'replies'), '12,345 replies')
  assert.equal(formatCompactNumber(12_345), '12k')
})

test('a size has the unit in which it is short', () => {
  assert.deepEqual([0, 999, 1500, 20_000_000, 3e12].map(formatSize), ['0 bytes', '999 bytes', '1.5 kB', '20 MB', '3,000 GB'])
})

test('the last word of a list is joined by and or or', () => {
  assert.deepEqual(
    [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((parts) => formatList(parts)),
    ['', 'a', 'a and b', 'a, b and c'],
  )
  assert.equal(formatList(['a', 'b', 'c'], 'or'), 'a, b or c')
})
