import assert from 'node:assert/strict'
import { test } from 'node:test'
import { epochDate, readLeadingNumber } from './epoch_text.ts'

test('seconds are parsed as integers, as fractions and before other text', () => {
  assert.equal(epochDate('1577836800')?.toISOString(), '2020-01-01T00:00:00.000Z')
  assert.equal(epochDate('1577836800.5 UTC')?.toISOString(), '2020-01-01T00:00:00.500Z')
  assert.equal(readLeadingNumber('-5'), -5)
})

for (const text of ['', 'now', '5e0f88a0-74da', '00000000-0000', '1e3', '0x10', undefined]) {
  test(`${JSON.stringify(text)} is not a moment`, () => assert.equal(epochDate(text), undefined))
}

test('a number of seconds thousands of years away is not a moment', () => assert.equal(epochDate('100000000000'), undefined))
