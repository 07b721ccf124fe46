import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainDigits, plainNumber } from './plain_number.ts'

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

test('digits have one form', () => {
  const cases: readonly [sent: string, stored: string][] = [
    ['+5', '5'],
    ['05', '5'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['.5', '0.5'],
    ['-.50', '-0.5'],
    ['5.', '5'],
    ['000', '0'],
    ['+007.250', '7.25'],
    ['12345678901234567890.5', '12345678901234567890.5'],
  ]
  for (const [sent, stored] of cases) assert.equal(plainDigits(sent), stored)
  fc.assert(fc.property(fc.stringMatching(/^[-+]?\d{1,15}$/), (sent) => assert.equal(plainDigits(sent), String(Number(sent) + 0))))
})
