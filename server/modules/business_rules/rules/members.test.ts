import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOf, conditionsOf, describeDifferences, positionAfter } from './members.ts'

const condition = { field: 'status', operator: 'is', value: 'open' }

test('conditions are read from either place; one list empties the other', () => {
  assert.equal(conditionsOf({}), undefined)
  assert.deepEqual(conditionsOf({ all: [condition] }), { all: [condition], any: [] })
  assert.deepEqual(conditionsOf({ conditions: { any: [condition] } }), { all: [], any: [condition] })
  assert.deepEqual(conditionsOf({ all: [condition], conditions: { all: [] } }), { all: [], any: [] })
})

test('missing members of conditions and actions are empty, and refused later by the rule they belong to', () => {
  assert.deepEqual(conditionsOf({ all: [{}] }), { all: [{ field: '', operator: '', value: null }], any: [] })
  assert.deepEqual(actionsOf([{}]), [{ field: '', value: null }])
  assert.equal(actionsOf(undefined), undefined)
})

test('a new rule goes behind all others', () => {
  assert.equal(positionAfter([]), 0)
  assert.equal(positionAfter([], 10_000), 10_000)
  assert.equal(positionAfter([{ position: 4 }, { position: 2 }]), 5)
  assert.equal(positionAfter([{ position: 2_147_483_647 }]), 2_147_483_647)
})

test('the differences between two states are sentences', () => {
  const before = { title: 'One', active: true, position: 1, conditions: { all: [], any: [] }, actions: [], restriction: null }
  assert.deepEqual(describeDifferences(before, before), [])
  const after = { ...before, title: 'Two', active: false, position: 2, conditions: { all: [condition], any: [] }, restriction: { id: 1 } }
  assert.deepEqual(describeDifferences(before, after), [
    'Title changed from "One" to "Two"',
    'Deactivated',
    'Position changed from 1 to 2',
    'Conditions changed',
    'Restriction changed',
  ])
})
