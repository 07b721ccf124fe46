import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWork } from './first_work.ts'

const nothing = { to_approve: 0, to_review: 0, to_issue: 0 }

test('the first tab is the earliest step of the process in which requests wait for the user', () => {
  assert.equal(firstWork([], { ...nothing, to_approve: 2 }), 'to_approve')
  assert.equal(firstWork(['provisioner'], { ...nothing, to_review: 1, to_approve: 1 }), 'to_approve')
  assert.equal(firstWork(['provisioner', 'engineer'], { ...nothing, to_issue: 1 }), 'to_issue')
})

test('with nothing waiting, the first tab is that of the duty, or the own requests for a user without one', () => {
  assert.equal(firstWork(['engineer'], nothing), 'to_issue')
  assert.equal(firstWork(['engineer', 'provisioner'], nothing), 'to_review')
  assert.equal(firstWork(['requester', 'support_operations'], nothing), 'mine')
  assert.equal(firstWork([], nothing), 'mine')
})
