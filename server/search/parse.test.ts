import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseQuery, type Term } from './parse.ts'

const formatTerm = ({ property, operator, value, quoted, negated }: Term) =>
  `${negated ? '-' : ''}${property === null ? '' : `${property}${operator}`}${quoted ? JSON.stringify(value) : value}`
const terms = (text: string) => {
  const { words, properties } = parseQuery(text)
  return [...words, ...properties].map(formatTerm)
}

test('words, phrases, properties, operators and negations are distinguished', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['two words', ['two', 'words']],
    ['"one phrase"', ['"one phrase"']],
    ['status:open', ['status:open']],
    ['status<solved priority>=high', ['status<solved', 'priority>=high']],
    ['created:>2020-01-01', ['created>2020-01-01']],
    ['subject:"two words" -tags:a', ['subject:"two words"', '-tags:a']],
    ['-word --word a-b', ['-word', '--word', 'a-b']],
    ['custom_field_123:x', ['custom_field_123:x']],
    ['a@b.example', ['a@b.example']],
    ['12:30 :x', ['12:30', ':x']],
    ['Subject:X', ['subject:X']],
    ['tags: next', ['tags', 'next']],
    ['status:', ['status']],
    ['-status: x', ['status', 'x']],
    ['type: sort: order_by:', ['type']],
    ['"never ends', ['"never ends"']],
    ['subject:""', ['subject']],
    ['   ', []],
  ]
  for (const [text, expected] of cases) assert.deepEqual(terms(text), expected, text)
})

test('type and order are not conditions', () => {
  const query = parseQuery('type:ticket TYPE:user order_by:created sort:asc x')
  assert.deepEqual([query.types, query.order_by, query.sort, query.properties], [['ticket', 'user'], 'created', 'asc', []])
})

test('any text is parsed without an error, and every term has a value', () => {
  const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '-', ':', '<=', ' ', 'status:', '*', '\0', '\ud800'))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const { words, properties } = parseQuery(pieces.join(''))
      assert.ok([...words, ...properties].every((term) => term.value !== ''))
      assert.ok(words.length + properties.length <= 60)
    }),
    { numRuns: 1000, seed: 7 },
  )
})

test('a term that is written as text is parsed as the same term', () => {
  const name = fc.stringMatching(/^[a-z_]{1,9}$/).filter((one) => !['type', 'sort', 'order_by', 'sort_by', 'sort_order'].includes(one))
  const value = fc.stringMatching(/^[a-z0-9@.*]{1,9}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), name, fc.constantFrom(':', '<', '>', '<=', '>='), value), { maxLength: 9 }), (list) => {
      const written = list.map(([negated, property, operator, text]) => `${negated ? '-' : ''}${property}${operator}${text}`)
      assert.deepEqual(parseQuery(written.join('  ')).properties.map(formatTerm), written)
    }),
    { numRuns: 1000, seed: 7 },
  )
})
