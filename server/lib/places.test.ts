import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placesOf, replaceText } from './places.ts'

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '$'), maxLength: 40 })
const sought = fc.string({ unit: fc.constantFrom('a', 'b', '$'), minLength: 1, maxLength: 5 })

test('places are those that indexOf finds, and texts are replaced as by replaceAll', () => {
  fc.assert(
    fc.property(texts, sought, (text, needle) => {
      const expected: number[] = []
      for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) expected.push(at)
      assert.deepEqual(placesOf(text, needle), expected)
      assert.equal(
        replaceText(text, needle, '█'),
        text.replaceAll(needle, () => '█'),
      )
    }),
  )
})
