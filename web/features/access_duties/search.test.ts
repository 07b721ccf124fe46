import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterPeople } from './search.ts'
import type { AccessPerson } from './queries.ts'

const paula: AccessPerson = {
  id: 1,
  url: 'https://example.com/api/v2/access_people/1.json',
  user_id: 1,
  name: 'Paula',
  email: 'paula@example.com',
  role: 'agent',
  manager_id: 2,
  duties: ['provisioner', 'engineer'],
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
}
const rita: AccessPerson = { ...paula, id: 3, user_id: 3, name: 'Rita', email: null, manager_id: null, duties: [] }

test('a search matches every word in name, e-mail, duties or manager', () => {
  const findNames = (text: string) => filterPeople([paula, rita], new Map([[2, 'Max']]), text).map(({ name }) => name)
  assert.deepEqual(findNames(''), ['Paula', 'Rita'])
  assert.deepEqual(findNames('max ENGINEER'), ['Paula'])
  assert.deepEqual(findNames('example.com rita'), [])
})
