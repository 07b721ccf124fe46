import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWork } from './first_work.ts'

const nothing = { to_approve: 0, to_review: 0, to_issue: 0 }

test('one begins with what waits for one, the first step of the process first', () => {
  assert.deepEqual(firstWork([], { ...nothing, to_approve: 2 }), { tab: 'to_approve' })
  assert.deepEqual(firstWork(['provisioner'], { ...nothing, to_review: 1, to_approve: 1 }), { tab: 'to_approve' })
  assert.deepEqual(firstWork(['provisioner', 'engineer'], { ...nothing, to_issue: 1 }), { tab: 'to_issue' })
})

test('where nothing waits, a duty says where one begins, and whoever has none begins with the own requests', () => {
  assert.deepEqual(firstWork(['engineer'], nothing), { tab: 'to_issue' })
  assert.deepEqual(firstWork(['engineer', 'provisioner'], nothing), { tab: 'to_review' })
  assert.deepEqual(firstWork(['requester', 'support_operations'], nothing), {})
  assert.deepEqual(firstWork([], nothing), {})
})
