import assert from 'node:assert/strict'
import { test } from 'node:test'
import { widthNeeded } from './widths.ts'

test('columns in pixels need what they say, the first at least 200 and the others without a width 100', () => {
  assert.equal(widthNeeded([{}, { width: '130px' }, {}], false), 430)
  assert.equal(widthNeeded([{}, { width: '130px' }, {}], true), 490)
})

test('columns in percent leave room for the others, and are wide enough themselves', () => {
  assert.equal(widthNeeded([{}, { width: '50%' }], false), 400)
  assert.equal(widthNeeded([{}, { width: '10%' }], false), 1000)
  assert.equal(widthNeeded([{ width: '20%' }], false), 1000)
})
