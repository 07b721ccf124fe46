import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NamedLink } from './queries.ts'
import type { StaffMember } from '#features/access_duties/public.ts'
import { actsFor, filterMembers, membersOf } from './member.ts'
import { roleOf, roleValue } from './roles.ts'

const ada: StaffMember = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'admin',
  custom_role_id: null,
  suspended: false,
  two_factor_auth_enabled: true,
  last_login_at: '2026-11-01T00:00:00Z',
}
const max: StaffMember = { ...ada, id: 2, name: 'Max', email: null, role: 'agent', two_factor_auth_enabled: false, last_login_at: null }
const link: NamedLink = {
  id: 7,
  identity_provider_id: 3,
  provider_name: 'Company login',
  subject: 'm',
  user_id: 2,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
}

test('each member has their own links', () => {
  const [first, second] = membersOf([ada, max], [link])
  assert.deepEqual(first?.links, [])
  assert.deepEqual(second?.links, [link])
})

test("an act is offered only where it applies; the acts on the user's own second factor and sessions are not offered here", () => {
  const [first, second] = membersOf([ada, max], [link, { ...link, id: 8, user_id: 1 }])
  const listLabels = (member: typeof first, me: number | null) => member && actsFor(member, me).map(({ label }) => label)
  const unlink = 'Unlink from Company login'
  assert.deepEqual(listLabels(first, 2), ['Mail a link for a new password', 'Reset second factor', unlink, 'End all sessions', 'Suspend'])
  assert.deepEqual(listLabels(first, 1), [unlink])
  const invited = second && { ...second, email: 'max@example.com' }
  assert.deepEqual(listLabels(invited, 1), ['Send the invitation again', unlink, 'End all sessions', 'Suspend'])
  assert.deepEqual(listLabels(invited && { ...invited, suspended: true }, 1), [unlink, 'End all sessions', 'Lift the suspension'])
})

test('nothing is mailed to a member without an e-mail address', () => {
  const listMails = (person: StaffMember) =>
    actsFor({ ...person, links: [] }, null).flatMap(({ kind }) => (kind === 'invite' || kind === 'password' ? [kind] : []))
  assert.deepEqual([ada, { ...max, email: 'max@example.com' }].map(listMails), [['password'], ['invite']])
  assert.deepEqual([{ ...ada, email: null }, max].map(listMails), [[], []])
})

test('members are found by name, role, second factor and provider', () => {
  const roles = [{ id: 9, name: 'Team lead', description: '', role_type: 0 }]
  const people = membersOf([ada, { ...max, custom_role_id: 9 }], [link])
  const findNames = (text: string) => filterMembers(people, roles, text).map(({ name }) => name)
  assert.deepEqual(findNames(''), ['Ada', 'Max'])
  assert.deepEqual(findNames('administrator'), ['Ada'])
  assert.deepEqual(findNames('second factor'), ['Ada'])
  assert.deepEqual(findNames('company LEAD'), ['Max'])
})

test('a role is encoded as one value of a field and decoded again', () => {
  for (const person of [
    { role: 'admin', custom_role_id: 4 },
    { role: 'agent', custom_role_id: null },
    { role: 'agent', custom_role_id: 9 },
  ])
    assert.equal(roleValue({ custom_role_id: null, ...roleOf(roleValue(person)) }), roleValue(person))
  assert.deepEqual(roleOf('agent'), { role: 'agent', custom_role_id: null })
})
