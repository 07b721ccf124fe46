import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#contract/errors.ts'
import { conditionKind, noteOn } from './definitions.ts'
import { conditionOn, listIn, textOf, withOperator } from './entries.ts'
import { placingsOf } from '#lib/positions.ts'
import { placeProblems } from './problems.ts'
import { copyOf, draftOf, inputOf } from './rule_draft.ts'

const status = {
  title: 'Status',
  subject: 'status',
  type: 'list',
  group: 'ticket',
  nullable: true,
  repeatable: false,
  operators: [
    { value: 'is', title: 'Is', terminal: false },
    { value: 'is_not', title: 'Is not', terminal: false },
    { value: 'changed', title: 'Changed', terminal: true },
  ],
  values: [
    { value: '__NULL__', title: '-', enabled: true },
    { value: 'new', title: 'New', enabled: true },
  ],
}

test('a condition begins with the first operator and value, and keeps its value where the operator takes one', () => {
  const begun = { key: 1, ...conditionOn(status) }
  assert.deepEqual(begun, { key: 1, field: 'status', operator: 'is', value: '' })
  assert.equal(withOperator({ ...begun, value: 'new' }, 'is_not', status).value, 'new')
  assert.equal(withOperator({ ...begun, value: 'new' }, 'changed', status).value, null)
  assert.equal(conditionKind(status, 'changed'), 'none')
  assert.equal(conditionKind({ ...status, repeatable: true }, 'is'), 'choices')
})

test('a value that is edited as JSON is a list if its parts can be those of a value, else a text', () => {
  assert.deepEqual(listIn('["a", 1, [true, null]]'), ['a', 1, [true, null]])
  for (const text of ['["a"', '"a"', '7', '[{"a": 1}]']) assert.equal(listIn(text), undefined, text)
  assert.equal(textOf(['a', 1, [true, null]]), 'a 1 true ')
})

test('a line that names what is gone says so', () => {
  assert.equal(noteOn({ field: 'status', value: 'new' }, status), undefined)
  assert.match(noteOn({ field: 'custom_fields_7', value: 'x' }, undefined) ?? '', /^This is gone. The rule is skipped/)
  assert.equal(noteOn({ field: 'custom_fields_7', value: 'x' }, undefined, 'Nothing follows.'), 'This is gone. Nothing follows.')
  assert.match(noteOn({ field: 'status', value: '17' }, status) ?? '', /names is gone/)
  assert.equal(noteOn({ field: '', value: '' }, undefined), undefined)
})

const macro = {
  url: '',
  id: 1,
  title: 'Mine',
  raw_title: 'Mine',
  active: true,
  default: false,
  position: 1,
  created_at: '',
  updated_at: '',
  actions: [{ field: 'status', value: 'open' }],
  restriction: { type: 'User' as const, id: 5 },
  description: null,
}

test('a macro keeps whose it is, and a copy becomes that of the person who saves it', () => {
  const file = { id: 9, filename: 'a.txt', size: 3, url: '', content_type: '', content_url: '', created_at: '' }
  assert.deepEqual(inputOf('macros', draftOf(macro, [file])), {
    title: 'Mine',
    active: true,
    actions: macro.actions,
    description: null,
    restriction: macro.restriction,
    attachments: [9],
  })
  assert.deepEqual(inputOf('macros', copyOf(macro)).restriction, { type: 'User' })
  const forGroups = draftOf({ ...macro, restriction: { type: 'Group', id: 3, ids: [3, 4] } })
  assert.deepEqual(inputOf('macros', forGroups).restriction, { type: 'Group', ids: [3, 4] })
  assert.equal(inputOf('macros', draftOf({ ...macro, restriction: null })).restriction, null)
})

const makeRefusal = (...sentences: string[]) => new ApiError(422, 'Record validation errors', {}, sentences)

test('each sentence of a refusal is placed at the condition or action that it names', () => {
  const conditions = [
    { key: 1, field: 'group_id', operator: 'is', value: '' },
    { key: 2, field: 'group_id', operator: 'is', value: '7' },
    { key: 3, field: 'gone', operator: 'is', value: 'x' },
    { key: 4, field: '', operator: '', value: '' },
  ]
  const actions = [{ key: 5, field: 'notification_webhook', value: ['', ''] }]
  const error = makeRefusal(
    'Invalid condition on group_id: value must be an id.',
    'Invalid condition: there is no field "gone".',
    'Invalid condition: there is no field "".',
    'Invalid action notification_webhook: value must be [id, message].',
    'Invalid conditions. You must select at least one condition.',
    'Invalid trigger. At most 7000 triggers can be active.',
  )
  const placed = placeProblems(error, conditions, actions)
  assert.deepEqual(
    [...placed.entries],
    [
      [1, 'Value must be an id.'],
      [3, 'There is no field "gone".'],
      [4, 'Choose a field, or remove this line.'],
      [5, 'Value must be [id, message].'],
    ],
  )
  assert.equal(placed.conditions, 'You must select at least one condition.')
  assert.equal(placed.actions, undefined)
  assert.deepEqual(placed.rest, ['Invalid trigger. At most 7000 triggers can be active.'])
})

test('a sentence on an operator is placed at the condition with that operator', () => {
  const conditions = [
    { key: 1, field: 'status', operator: 'is', value: 'new' },
    { key: 2, field: 'status', operator: 'like', value: 'new' },
  ]
  const error = makeRefusal('Invalid condition on status: operator "like" must be one of is, is_not.')
  assert.deepEqual([...placeProblems(error, conditions, []).entries.keys()], [2])
})

const rules = [10, 20, 30, 40].map((position, index) => ({ id: index + 1, position }))

test('a moved rule takes the position of the one it goes to, and those between move by one', () => {
  assert.deepEqual(placingsOf(rules, 0, 2), [
    { id: 2, position: 10 },
    { id: 3, position: 20 },
    { id: 1, position: 30 },
  ])
  assert.deepEqual(placingsOf(rules, 3, 2), [
    { id: 4, position: 30 },
    { id: 3, position: 40 },
  ])
  assert.deepEqual(placingsOf(rules, 1, 1), [])
})

test('equal positions are set apart as far as needed', () => {
  const equal = [1, 1, 1, 3, 9].map((position, index) => ({ id: index + 1, position }))
  assert.deepEqual(placingsOf(equal, 1, 0), [
    { id: 1, position: 2 },
    { id: 3, position: 3 },
    { id: 4, position: 4 },
  ])
})
