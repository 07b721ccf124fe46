import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessPerson } from '../../../api/access_people.ts'
import { matching } from './search.ts'

const paula: AccessPerson = {
  user_id: 1,
  name: 'Paula',
  email: 'paula@example.com',
  role: 'agent',
  manager_id: 2,
  duties: ['provisioner', 'engineer'],
}
const rita: AccessPerson = { ...paula, user_id: 3, name: 'Rita', email: null, manager_id: null, duties: [] }

test('a search matches every word in name, e-mail, duties or manager', () => {
  const found = (text: string) => matching([paula, rita], new Map([[2, 'Max']]), text).map(({ name }) => name)
  assert.deepEqual(found(''), ['Paula', 'Rita'])
  assert.deepEqual(found('max ENGINEER'), ['Paula'])
  assert.deepEqual(found('example.com rita'), [])
})
