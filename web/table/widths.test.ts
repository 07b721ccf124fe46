import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeMinWidth } from './widths.ts'

test('columns in pixels need their width; without a width the first needs 200 and the others 100', () => {
  assert.equal(computeMinWidth([{}, { width: '130px' }, {}], false), 430)
  assert.equal(computeMinWidth([{}, { width: '130px' }, {}], true), 490)
})

test('columns in percent leave enough width for the others, and are wide enough themselves', () => {
  assert.equal(computeMinWidth([{}, { width: '50%' }], false), 400)
  assert.equal(computeMinWidth([{}, { width: '10%' }], false), 1000)
  assert.equal(computeMinWidth([{ width: '20%' }], false), 1000)
})
