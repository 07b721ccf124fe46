import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeMinWidth } from './widths.ts'

test('columns in pixels need their width; without a width the first needs 168 and the others 88', () => {
  assert.equal(computeMinWidth([{}, { width: '130px' }, {}], false), 386)
  assert.equal(computeMinWidth([{}, { width: '130px' }, {}], true), 434)
})

test('columns in percent leave enough width for the others, and are wide enough themselves', () => {
  assert.equal(computeMinWidth([{}, { width: '50%' }], false), 336)
  assert.equal(computeMinWidth([{}, { width: '10%' }], false), 880)
  assert.equal(computeMinWidth([{ width: '20%' }], false), 840)
})
