import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessor } from '#test/processor_time.ts'
import fc from 'fast-check'
import { isObject } from '#lib/json.ts'
import { digitsOf, exactJson, exactNumber, parseExactly } from './exact_json.ts'

test('numbers that JavaScript writes with other digits keep those that were sent', () => {
  for (const digits of ['9007199254740993', '12345678901234567890', '1.10', '0.10', '-0', '1e400', '1E2', '0.1234567890123456789'])
    assert.equal(digitsOf((parseExactly(`{"a": [ ${digits} ]}`) as { a: unknown[] }).a[0]), digits)
  for (const number of [0, -1, 1.5, 9_007_199_254_740_991, 1e21, 1e-7]) assert.deepEqual(parseExactly(JSON.stringify([number])), [number])
})

test('digits within texts are left alone', () => {
  const value = { 'a, 1.10': 'x: 1.10, "9007199254740993", \\ [1.10', b: [',1.10', '\\', '1.10'] }
  assert.deepEqual(parseExactly(JSON.stringify(value)), value)
  const { a, b } = parseExactly(`{"a":"\\\\\\", 1.10","b":1.10}`) as Record<string, unknown>
  assert.deepEqual([a, digitsOf(a), digitsOf(b)], ['\\", 1.10', undefined, '1.10'])
})

test('a number is exact when its digits mean what JavaScript writes', () => {
  const cases: readonly [digits: string, number: number | undefined][] = [
    ['1.10', 1.1],
    ['1E+2', 100],
    ['-0.0', -0],
    ['9007199254740992', 2 ** 53],
    ['9007199254740993', undefined],
    ['0.1234567890123456789', undefined],
    ['1e400', undefined],
    ['1e-400', undefined],
  ]
  for (const [digits, number] of cases) assert.equal(exactNumber(digits), number)
})

test('any JSON is parsed as JSON.parse does, and written again with the digits it had', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const asNumbers = (value: unknown): unknown => {
        const digits = digitsOf(value)
        if (digits !== undefined) return exactNumber(digits)
        if (Array.isArray(value)) return value.map(asNumbers)
        return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asNumbers(one)])) : value
      }
      assert.equal(JSON.stringify(asNumbers(parseExactly(text))), JSON.stringify(JSON.parse(text)))
    }),
  )
  assert.equal(exactJson(parseExactly('{"a":9007199254740993}')), '{"a":"9007199254740993"}')
})

test('a number of a million digits is none that JavaScript has, and takes no time', () => {
  const readUsedTime = measureProcessor()
  for (const digits of [`1.${'0'.repeat(1_000_000)}1`, `1${'0'.repeat(1_000_000)}`, '9'.repeat(1_000_000)]) {
    assert.equal(exactNumber(digits), undefined)
    assert.equal(digitsOf(parseExactly(`{"a":${digits}}`) && (parseExactly(`[${digits}]`) as unknown[])[0]), digits)
  }
  assert.ok(readUsedTime() < 2000)
})

test('a body that is full of such numbers is refused instead of read for long', () => {
  assert.throws(() => parseExactly(`[${'1.10,'.repeat(200_000)}1]`), SyntaxError)
})
