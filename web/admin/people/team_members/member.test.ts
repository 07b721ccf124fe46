import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StaffMember } from '../../../api/access_people.ts'
import type { NamedLink } from '../../../api/team_members.ts'
import { actsFor, matching, membersOf } from './member.ts'

const ada: StaffMember = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'admin',
  two_factor_auth_enabled: true,
  last_login_at: '2026-11-01T00:00:00Z',
}
const max: StaffMember = { ...ada, id: 2, name: 'Max', email: null, role: 'agent', two_factor_auth_enabled: false, last_login_at: null }
const link: NamedLink = { id: 7, identity_provider_id: 3, provider_name: 'Company login', subject: 'm', user_id: 2, last_used_at: null }

test('each person has the own links', () => {
  const [first, second] = membersOf([ada, max], [link])
  assert.deepEqual(first?.links, [])
  assert.deepEqual(second?.links, [link])
})

test('what is there can be taken away; one’s own second factor and sessions are not to be had here', () => {
  const [first, second] = membersOf([ada, max], [link, { ...link, id: 8, user_id: 1 }])
  const labels = (member: typeof first, me: number | null) => member && actsFor(member, me).map(({ label }) => label)
  assert.deepEqual(labels(first, 2), ['Reset second factor', 'Unlink from Company login', 'End all sessions'])
  assert.deepEqual(labels(first, 1), ['Unlink from Company login'])
  assert.deepEqual(labels(second, 1), ['Unlink from Company login', 'End all sessions'])
})

test('people are found by name, role, second factor and provider', () => {
  const found = (text: string) => matching(membersOf([ada, max], [link]), text).map(({ name }) => name)
  assert.deepEqual(found(''), ['Ada', 'Max'])
  assert.deepEqual(found('administrator'), ['Ada'])
  assert.deepEqual(found('second factor'), ['Ada'])
  assert.deepEqual(found('company AGENT'), ['Max'])
})
