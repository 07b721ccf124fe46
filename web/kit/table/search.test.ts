import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseListSearch, parsePage, withWords } from './search.ts'

test('the text and the page are parsed from the search parameters, and invalid ones are left out', () => {
  assert.deepEqual(parseListSearch({ q: 'sales', page: 2, other: 1 }), { q: 'sales', page: 2 })
  assert.deepEqual(parseListSearch({ q: 7 }), { q: '7' })
  for (const page of [1, 0, -1, 1.5, '2', Number.NaN]) assert.deepEqual(parseListSearch({ q: '', page }), {})
  assert.deepEqual(parsePage({ q: 'sales', page: 3 }), { page: 3 })
})

test('every word must occur in some member, ignoring case; members without a value match nothing', () => {
  const entries = [
    { name: 'Rita Requester', email: 'rita@example.com' },
    { name: 'Max', email: null },
  ]
  const findNames = (text: string) => withWords(entries, text, ({ name, email }) => [name, email]).map(({ name }) => name)
  assert.deepEqual(findNames(''), ['Rita Requester', 'Max'])
  assert.deepEqual(findNames('EXAMPLE rita'), ['Rita Requester'])
  assert.deepEqual(findNames('rita max'), [])
  assert.deepEqual(findNames('null'), [])
})
