import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placesOf, splitText } from './places.ts'

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '$'), maxLength: 40 })
const sought = fc.string({ unit: fc.constantFrom('a', 'b', '$'), minLength: 1, maxLength: 5 })

test('places are those that indexOf finds, and a text is split as by split', () => {
  fc.assert(
    fc.property(texts, sought, fc.constantFrom(1, 20), (text, unit, times) => {
      const long = text.repeat(times)
      const needle = unit.repeat(times)
      const expected: number[] = []
      for (let at = long.indexOf(needle); at !== -1; at = long.indexOf(needle, at + needle.length)) expected.push(at)
      assert.deepEqual(placesOf(long, needle), expected)
      assert.deepEqual(splitText(long, needle), long.split(needle))
    }),
  )
  assert.deepEqual(splitText('ab', ''), ['a', 'b'])
})
