import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, momentOf, parseInvocationSearch, parseWebhookSearch, readInvocationSearch } from './search.ts'

test('invalid search parameters are left out', () => {
  assert.deepEqual(parseWebhookSearch({ state: 'active', q: 'pager', page: 2 }), { state: 'active', q: 'pager', page: 2 })
  assert.deepEqual(parseWebhookSearch({ state: 'odd', page: 0 }), {})
  const valid = { status: 'circuit broken', from: '2027-01-01T00:00', to: '2027-01-02T12:30', after: 'cursor' }
  assert.deepEqual(parseInvocationSearch({ ...valid, before: 'other' }), valid)
  assert.deepEqual(parseInvocationSearch({ status: 'odd', from: '2027-01-01', to: '2027-13-01T00:00', before: 'cursor' }), {
    before: 'cursor',
  })
})

test('moments are read in the time zone of the reader, and the last minute is in the range', () => {
  const asked = readInvocationSearch({ status: 'failed', from: '2027-01-01T00:00', to: '2027-01-02T12:30', after: 'cursor' })
  assert.deepEqual(asked, {
    'filter[status]': 'failed',
    'filter[from_ts]': new Date('2027-01-01T00:00').toISOString(),
    'filter[to_ts]': new Date('2027-01-02T12:30:59.999').toISOString(),
    'page[after]': 'cursor',
  })
  assert.deepEqual([momentOf('12027-01-01T00:00'), endOf('never')], ['12027-01-01T00:00', 'never:59.999'])
})
