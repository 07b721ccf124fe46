import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeMissingReferences, referencesOf } from './references.ts'

const listReferences = (rule: Parameters<typeof referencesOf>[0]) => referencesOf(rule).map(({ kind, id }) => `${kind} ${id}`)

test('ids are found by what the field names; words and empty values are none', () => {
  const all = [
    { field: 'group_id', operator: 'is', value: '5' },
    { field: 'assignee_id', operator: 'is', value: 'current_user' },
    { field: 'requester_id', operator: 'is_not', value: '7' },
    { field: 'custom_status_id', operator: 'includes', value: ['1', '2'] },
    { field: 'custom_status_id', operator: 'includes', value: '3 4' },
    { field: 'organization_id', operator: 'is', value: '' },
    { field: 'organization_id', operator: 'changed', value: null },
    { field: 'status', operator: 'is', value: '6' },
  ]
  const expected = ['group 5', 'user 7', 'custom_status 1', 'custom_status 2', 'custom_status 3', 'custom_status 4']
  assert.deepEqual(listReferences({ conditions: { all, any: [] } }), expected)
  assert.deepEqual(listReferences({ conditions: { all: [], any: all } }), expected)
})

test('in a list of an action only the first item is an id', () => {
  const actions = [
    { field: 'notification_user', value: ['12', '13', '14'] },
    { field: 'notification_group', value: ['group_id', '1', '2'] },
    { field: 'notification_target', value: ['8', '9'] },
    { field: 'notification_webhook', value: ['01ARZ3', '11'] },
    { field: 'follower', value: '15' },
    { field: 'current_tags', value: '16 17' },
    { field: 'constructor', value: '18' },
  ]
  assert.deepEqual(listReferences({ actions }), ['user 12', 'target 8', 'webhook 01ARZ3', 'user 15'])
})

test('what does not exist is named with its place', () => {
  const references = referencesOf({
    conditions: { all: [{ field: 'brand_id', operator: 'is', value: '5' }], any: [] },
    actions: [{ field: 'ticket_form_id', value: '6' }],
  })
  assert.deepEqual(describeMissingReferences(references, new Set(['brand 6', 'ticket_form 5'])), [
    'Invalid condition on brand_id: there is no brand 5.',
    'Invalid action ticket_form_id: there is no ticket form 6.',
  ])
  assert.deepEqual(describeMissingReferences(references, new Set(['brand 5', 'ticket_form 6'])), [])
})
