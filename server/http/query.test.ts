import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuery } from './query.ts'
import type { Query } from './route.ts'

const queries: readonly [text: string, query: Query][] = [
  ['', {}],
  ['page=2&per_page=50', { page: '2', per_page: '50' }],
  ['page[size]=2&page%5Bafter%5D=eyJv%3D%3D', { 'page[size]': '2', 'page[after]': 'eyJv==' }],
  ['role[]=agent&role%5B%5D=admin', { role: ['agent', 'admin'] }],
  ['role[]=agent', { role: ['agent'] }],
  ['page=1&page=2', { page: '2' }],
  ['role=agent&role[]=admin', { role: ['admin'] }],
  ['query=a+b%20c%2Bd', { query: 'a b c+d' }],
  ['Access=&include', { Access: '', include: '' }],
  ['q=%E2%82%AC&broken=%E2%82&percent=100%', { q: '€', broken: '\ufffd', percent: '100%' }],
  ['a=b=c&&=d', { a: 'b=c', '': 'd' }],
]
for (const [text, query] of queries) {
  test(`?${text} is read as ${JSON.stringify(query)}`, () => {
    assert.deepEqual({ ...parseQuery(text) }, query)
  })
}

test('names of Object.prototype are ordinary parameter names', () => {
  const query = parseQuery('__proto__=1&constructor[]=x&toString=y')
  assert.deepEqual(Object.entries(query), [
    ['__proto__', '1'],
    ['constructor', ['x']],
    ['toString', 'y'],
  ])
  assert.equal('hasOwnProperty' in parseQuery('a=1'), false)
})

// `filter[created_at]` given twice (from, to). @source docs/reference/account.md §8
test('a span is sent under one name, its start first', () => {
  assert.deepEqual({ ...parseQuery('filter[created_at]=a&x=1&filter%5Bcreated_at%5D=b&x=2') }, { 'filter[created_at]': ['a', 'b'], x: '2' })
  assert.deepEqual({ ...parseQuery('filter[created_at]=a') }, { 'filter[created_at]': 'a' })
  assert.deepEqual({ ...parseQuery('filter[created_at][]=a&filter[created_at][]=b') }, { 'filter[created_at]': ['a', 'b'] })
})
