import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action } from './actions.ts'
import { checkAutomation, sameConditions } from './automation.ts'
import type { Condition } from './condition.ts'
import type { CustomFieldTypes } from './facts.ts'

const types: CustomFieldTypes = new Map([
  [
    '2',
    {
      type: 'tagger',
      options: [
        { id: 900, value: 'gold' },
        { id: 901, value: 'silver' },
      ],
    },
  ],
])
/** `field operator value` */
function condition(text: string): Condition {
  const [field = '', operator = '', ...value] = text.split(' ')
  return { field, operator, value: value.join(' ') }
}
/** `field value` */
function action(text: string): Action {
  const [field = '', ...value] = text.split(' ')
  return field.startsWith('notification') ? { field, value: [value[0] ?? '', 'Subject', 'Body'] } : { field, value: value.join(' ') }
}
const findProblems = (all: readonly string[], actions: readonly string[], any: readonly string[] = []) =>
  checkAutomation({ all: all.map(condition), any: any.map(condition) }, actions.map(action), types)

const accepted: readonly [all: readonly string[], actions: readonly string[], any?: readonly string[]][] = [
  [['status is solved', 'SOLVED greater_than 96'], ['status closed']],
  [['PENDING is 24', 'ticket_is_public is public'], ['notification_user requester_and_ccs']],
  [['PENDING greater_than 24'], ['status solved']],
  [['status less_than solved', 'updated_at is 48'], ['priority high']],
  [['status less_than solved', 'updated_at greater_than 48', 'priority is_not high'], ['priority high']],
  [
    ['type is task', 'until_due_date less_than 8', 'current_tags not_includes reminded'],
    ['notification_user assignee_id', 'current_tags reminded'],
  ],
  [
    ['type is task', 'due_at greater_than 8', 'current_tags includes waiting'],
    ['remove_tags waiting x', 'notification_user requester_id'],
  ],
  [
    ['type is task', 'due_at greater_than 8', 'current_tags includes waiting'],
    ['set_tags late', 'notification_user requester_id'],
  ],
  [['group_id is 5', 'assigned_at greater_than 8'], ['group_id 6']],
  [['assignee_id is ', 'OPEN greater_than 2'], ['assignee_id requester_id']],
  [['status is open', 'updated_at greater_than 2'], ['custom_status_id 9']],
  [['status is open', 'updated_at greater_than 2', 'custom_fields_2 is gold'], ['custom_fields_2 silver']],
  [['status is open', 'updated_at greater_than 2'], ['priority high'], ['priority is low', 'priority is normal']],
  [['status is open', 'OPEN greater_than 24'], ['priority high']],
  [['status is open', 'updated_at greater_than 5', 'current_tags includes a b'], ['remove_tags a']],
  [['status is open'], ['status solved']],
  [['status is pending'], ['status solved']],
  [['status is open'], ['priority high']],
  [
    ['group_id is 5', 'current_tags not_includes told'],
    ['notification_user assignee_id', 'current_tags told'],
  ],
]
for (const [all, actions, any = []] of accepted) {
  test(`${[...all, ...any].join(', ')} → ${actions.join(', ')} is accepted`, () => {
    assert.deepEqual(findProblems(all, actions, any), [])
  })
}

const NO_SELECTION = /at least one condition on status, type, group, assignee or requester/
const NO_END = /true only once .* makes one of its conditions false/
const refused: readonly [all: readonly string[], actions: readonly string[], sentence: RegExp, any?: readonly string[]][] = [
  [['status is open'], ['notification_user requester_id'], NO_END],
  [['status is open'], ['status solved', 'status open', 'notification_user requester_id'], NO_END],
  [['current_tags includes vip', 'updated_at is 5'], ['priority high'], NO_SELECTION],
  [['updated_at is 5'], ['priority high'], NO_SELECTION, ['status is open']],
  [['status is open', 'updated_at greater_than 5'], ['notification_user requester_id'], NO_END],
  [['status is open', 'updated_at greater_than 5'], ['priority high', 'notification_user requester_id'], NO_END],
  [['status is open', 'updated_at greater_than 5'], ['status open', 'notification_user requester_id'], NO_END],
  [['status is open', 'updated_at greater_than 5'], ['status solved', 'status open', 'notification_user requester_id'], NO_END],
  [['PENDING greater_than 5'], ['status pending', 'notification_user requester_id'], NO_END],
  [
    ['status is open', 'updated_at greater_than 5', 'current_tags not_includes reminded'],
    ['current_tags other', 'notification_user requester_id'],
    NO_END,
  ],
  [
    ['status is open', 'updated_at greater_than 5', 'current_tags includes a b'],
    ['remove_tags a', 'notification_user requester_id'],
    NO_END,
  ],
  [
    ['status is open', 'updated_at greater_than 5'],
    ['priority high', 'notification_user requester_id'],
    NO_END,
    ['priority is low', 'type is task'],
  ],
  [['colour is red', 'updated_at greater_than 5'], ['priority high'], /there is no field "colour"/],
  [['status is open', 'updated_at is 5'], ['explode now'], /there is no action "explode"/],
  [['status is open', 'updated_at is 5'], [], /at least one action/],
  [[], ['priority high'], /at least one condition/],
]
for (const [all, actions, sentence, any = []] of refused) {
  test(`${[...all, ...any].join(', ')} → ${actions.join(', ')} is refused`, () => {
    const found = findProblems(all, actions, any)
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found[0]!, sentence)
  })
}

test('every violated restriction is reported', () => {
  assert.equal(findProblems(['priority is low'], ['notification_user requester_id']).length, 2)
})

test('an automation of more than 64 KB is refused', () => {
  assert.match(findProblems(['PENDING is 24'], [`reply_internal ${'x'.repeat(65_536)}`])[0]!, /longer than 64 KB/)
})

test('conditions are equal regardless of order, and whether values are strings or numbers', () => {
  const one = { all: [condition('status is open'), condition('group_id is 5')], any: [] }
  assert.equal(sameConditions(one, { all: [{ field: 'group_id', operator: 'is', value: 5 }, condition('status is open')], any: [] }), true)
  assert.equal(sameConditions(one, { all: [condition('status is open')], any: [] }), false)
  assert.equal(sameConditions(one, { all: [], any: one.all }), false)
})
