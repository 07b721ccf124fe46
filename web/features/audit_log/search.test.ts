import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch, isFiltered, parseAuditSearch, titleOf, typeChoices, typeTitle } from './search.ts'

test('invalid search parameters are left out', () => {
  assert.deepEqual(parseAuditSearch({}), {})
  assert.deepEqual(
    parseAuditSearch({
      action: 'constructor',
      type: '',
      source: 5,
      actor: 'x',
      from: 'yesterday',
      to: '2027-13-01',
      entry: 1.5,
      export: 'x',
      what: 1,
    }),
    {},
  )
  const good = {
    text: 'group',
    action: 'update',
    type: 'group',
    source: 5,
    actor: -1,
    from: '2027-01-01',
    to: '2027-01-31',
    entry: 7,
    export: 3,
  }
  assert.deepEqual(parseAuditSearch({ ...good, after: 'cursor', before: 'other' }), { ...good, after: 'cursor' })
})

test("filters are sent under the API's parameter names; a record filter requires its type", () => {
  const { 'filter[created_at]': times, ...rest } = readSearch({
    text: ' name changed ',
    action: 'login',
    type: 'user',
    source: 5,
    actor: 9,
    address: ' 192.0.2.7 ',
    from: '2027-01-01',
    before: 'cursor',
  })
  assert.deepEqual(rest, {
    'filter[text]': 'name changed',
    'filter[action]': 'login',
    'filter[source_type]': 'user',
    'filter[source_id]': 5,
    'filter[actor_id]': 9,
    'filter[ip_address]': '192.0.2.7',
    'page[before]': 'cursor',
  })
  assert.deepEqual(times, [new Date('2027-01-01T00:00:00').toISOString()])
  assert.deepEqual(parseAuditSearch({ source: 5 }), {})
  assert.deepEqual(readSearch(parseAuditSearch({ text: '  ' })), {})
  assert.equal(parseAuditSearch({ text: 'x'.repeat(300) }).text?.length, 255)
})

test('a range without a start begins in 1970, and its last day is included to the last moment', () => {
  const times = readSearch({ to: '2027-01-31' })['filter[created_at]']
  assert.deepEqual(times, [new Date('1970-01-02T00:00:00').toISOString(), new Date('2027-01-31T23:59:59.999').toISOString()])
})

test('a page is not a filter', () => {
  assert.equal(isFiltered({ after: 'x', entry: 5, export: 1 }), false)
  assert.equal(isFiltered({ actor: 0 }), true)
})

test('the title of an entry does not repeat its type', () => {
  assert.equal(titleOf({ action_label: 'Updated', source_type: 'group', source_label: 'Support' }), 'Updated: Group Support')
  assert.equal(titleOf({ action_label: 'Exported', source_type: 'audit_log', source_label: 'Audit log' }), 'Exported: Audit log')
})

test('types of records have titles; an unknown type is shown by its name', () => {
  assert.equal(typeTitle('apitoken'), 'API token')
  assert.equal(typeTitle('something_new'), 'something_new')
  assert.ok(typeChoices('something_new').some(({ value }) => value === 'something_new'))
  assert.ok(!typeChoices(undefined).some(({ value }) => value === 'something_new'))
})
