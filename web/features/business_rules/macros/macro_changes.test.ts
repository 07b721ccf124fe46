import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Application } from '../queries/macros.ts'
import { changesBy } from './macro_changes.ts'

const makeAction = (subject: string, title: string, values: Record<string, string> = {}) => ({
  subject,
  title,
  type: 'list',
  group: 'ticket',
  nullable: true,
  repeatable: false,
  values: Object.entries(values).map(([value, name]) => ({ value, title: name, enabled: true })),
})
const definitions = [
  makeAction('status', 'Status', { open: 'Open', pending: 'Pending' }),
  makeAction('custom_status_id', 'Ticket status', { 1: 'Open', 2: 'Pending', 3: 'Waiting for a part' }),
  makeAction('group_id', 'Group', { __NULL__: '-', 7: 'Billing' }),
  makeAction('custom_fields_9', 'Reason', { refund: 'A refund' }),
]
const ticket = {
  subject: 'Help',
  status: 'open',
  custom_status_id: 1,
  type: null,
  priority: 'low',
  group_id: null,
  assignee_id: 4,
  brand_id: 1,
  ticket_form_id: 1,
  tags: ['one', 'two'],
  follower_ids: [4],
  email_cc_ids: [],
}
const listChanges = (changes: object, fields = { 9: null as string | null, 10: true }) =>
  changesBy(
    {
      before: { ...ticket, custom_fields: [9, 10].map((id) => ({ id, value: id === 9 ? null : true })) },
      after: { ...ticket, ...changes, fields },
      people: new Map([
        [4, 'Mira'],
        [5, 'Tom'],
      ]),
    } as unknown as Application,
    definitions,
  )

test('what a macro changes of a ticket is said by names', () => {
  assert.deepEqual(listChanges({}), [])
  assert.deepEqual(
    listChanges({ group_id: 7, assignee_id: 5, priority: null, tags: ['two', 'three'], follower_ids: [4, 5] }, { 9: 'refund', 10: true }),
    [
      { title: 'Priority', lines: [{ sign: '-', text: 'Low' }] },
      { title: 'Group', lines: [{ sign: '+', text: 'Billing' }] },
      ...[
        { title: 'Assignee', lines: ['Mira', 'Tom'] },
        { title: 'Tags', lines: ['one', 'three'] },
      ].map(({ title, lines: [gone, added] }) => ({
        title,
        lines: [
          { sign: '-', text: gone },
          { sign: '+', text: added },
        ],
      })),
      { title: 'Followers', lines: [{ sign: '+', text: 'Tom' }] },
      { title: 'Reason', lines: [{ sign: '+', text: 'A refund' }] },
    ],
  )
})

test('a custom status is said where it says more than the status', () => {
  assert.deepEqual(
    listChanges({ status: 'pending', custom_status_id: 2 }).map(({ title }) => title),
    ['Status'],
  )
  assert.deepEqual(listChanges({ status: 'pending', custom_status_id: 3 }).at(-1), {
    title: 'Custom status',
    lines: [
      { sign: '-', text: 'Open' },
      { sign: '+', text: 'Waiting for a part' },
    ],
  })
})
