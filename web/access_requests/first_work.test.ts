import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWork } from './first_work.ts'

const nothing = { to_approve: 0, to_review: 0, to_issue: 0 }

test('one begins with what waits for one, the first step of the process first', () => {
  assert.equal(firstWork([], { ...nothing, to_approve: 2 }), 'to_approve')
  assert.equal(firstWork(['provisioner'], { ...nothing, to_review: 1, to_approve: 1 }), 'to_approve')
  assert.equal(firstWork(['provisioner', 'engineer'], { ...nothing, to_issue: 1 }), 'to_issue')
})

test('where nothing waits, a duty says where one begins, and whoever has none begins with the own requests', () => {
  assert.equal(firstWork(['engineer'], nothing), 'to_issue')
  assert.equal(firstWork(['engineer', 'provisioner'], nothing), 'to_review')
  assert.equal(firstWork(['requester', 'support_operations'], nothing), 'mine')
  assert.equal(firstWork([], nothing), 'mine')
})
