import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventUser, userEvents, userSubject } from './events.ts'

const address = { id: 7, type: 'email', value: 'ann@example.org', verified: false, primary: true }
const ann: EventUser = {
  id: 1,
  default_group_id: null,
  email: 'ann@example.org',
  external_id: null,
  organization_id: 5,
  role: 'end-user',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
  active: true,
  alias: null,
  custom_role_id: null,
  details: null,
  last_login_at: null,
  name: 'Ann',
  notes: null,
  only_private_comments: false,
  photo_id: null,
  suspended: false,
  time_zone: 'Berlin',
  tags: [],
  user_fields: {},
  identities: [address],
  group_ids: [],
  organization_ids: [5],
}

test('what a change adds, changes and removes are events of their own, and nothing is one where nothing differs', () => {
  assert.deepEqual(userEvents(ann, ann), [])
  const second = { ...address, id: 8, value: 'second@example.org', primary: false }
  const after = { ...ann, photo_id: 3, identities: [{ ...address, verified: true }, second], group_ids: [4], organization_ids: [6] }
  const shown = { id: '7', type: 'email', value: 'ann@example.org', verified: false, primary: true }
  assert.deepEqual(userEvents(ann, after), [
    { type: 'user.photo_changed', event: { current: '3', previous: '0' } },
    { type: 'user.identity_changed', event: { current: { ...shown, verified: true }, previous: shown } },
    { type: 'user.identity_created', event: { identity: { ...second, id: '8' } } },
    { type: 'user.group_membership_created', event: { group: { id: '4' } } },
    { type: 'user.organization_membership_created', event: { organization: { id: '6' } } },
    { type: 'user.organization_membership_deleted', event: { organization: { id: '5' } } },
  ])
  assert.deepEqual(userEvents(ann, { ...ann, identities: [] }), [{ type: 'user.identity_deleted', event: { identity: shown } }])
})

test('a user is shown with texts, also where there is nothing', () => {
  const { detail } = userSubject(ann)
  assert.deepEqual(detail, {
    created_at: '2026-01-01T00:00:00Z',
    default_group_id: '0',
    email: 'ann@example.org',
    external_id: '',
    id: '1',
    organization_id: '5',
    role: 'end-user',
    updated_at: '2026-01-02T00:00:00Z',
  })
})
