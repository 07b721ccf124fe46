import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainNumber } from './plain_number.ts'

test('a number is written in digits without an exponent', () => {
  const cases: readonly [value: number, text: string][] = [
    [42, '42'],
    [-2.5, '-2.5'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
  ]
  for (const [value, text] of cases) assert.equal(plainNumber(value), text)
})

test('the digits of a number parse to the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      assert.match(plainNumber(value), /^-?\d+(\.\d+)?$/)
      assert.equal(Number(plainNumber(value)), value === 0 ? 0 : value)
    }),
  )
})
