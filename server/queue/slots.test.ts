import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksToSkip, slotMarks } from './slots.ts'

const marks = (account: number, receiver?: string) => slotMarks('deliver_webhook', account, receiver) ?? []

/** Starts whatever may start, in this order and again, until nothing may: how many calls of each there are. */
function fillSlots(slots: number, wanting: readonly (readonly [account: number, receiver: string])[]): number[] {
  const running: string[][] = []
  const counts = wanting.map(() => 0)
  for (let isStarted = true; isStarted && running.length < slots;) {
    isStarted = false
    for (const [at, [account, receiver]] of wanting.entries()) {
      const own = marks(account, receiver)
      if (running.length === slots || own.some((mark) => marksToSkip(slots, running).includes(mark))) continue
      running.push(own)
      counts[at] = (counts[at] ?? 0) + 1
      isStarted = true
    }
  }
  return counts
}

test('only jobs that call other servers are marked', () => {
  assert.equal(slotMarks('deliver_mail', 1), null)
  assert.deepEqual(slotMarks('fetch_photo', 1), ['account:1'])
  assert.deepEqual(slotMarks('deliver_webhook', 1, 'webhook:A'), ['account:1', 'receiver:1:webhook:A'])
})

test('a receiver that hangs gets a third of the slots at most, an account three quarters, and others share what is left', () => {
  assert.deepEqual(fillSlots(12, [[1, 'a']]), [4])
  assert.deepEqual(
    fillSlots(
      12,
      [...'ab'].map((receiver) => [1, receiver] as const),
    ),
    [3, 2],
  )
  assert.deepEqual(
    fillSlots(
      12,
      [...'abcdefghijklmnop'].map((receiver) => [1, receiver] as const),
    ).toSorted(),
    [...'0000000111111111'].map(Number),
  )
  assert.deepEqual(
    fillSlots(12, [
      [1, 'a'],
      [2, 'b'],
    ]),
    [3, 3],
  )
  const accounts = Array.from({ length: 12 }, (_none, at) => [at, 'a'] as const)
  assert.deepEqual(
    fillSlots(12, accounts),
    accounts.map(() => 1),
  )
})

test('a receiver that is not being called may be, while its account may; jobs without marks only take their slot', () => {
  const calls = (many: number, receiver: string) => Array.from({ length: many }, () => marks(1, receiver))
  assert.deepEqual(marksToSkip(12, calls(3, 'a')), [])
  assert.deepEqual(marksToSkip(12, calls(4, 'a')), ['receiver:1:a'])
  assert.deepEqual(marksToSkip(12, [...calls(4, 'a'), ...calls(2, 'b')]), ['receiver:1:a', 'receiver:1:b'])
  assert.deepEqual(marksToSkip(12, [...calls(8, 'a'), ...calls(1, 'b')]), ['account:1', 'receiver:1:a', 'receiver:1:b'])
  assert.deepEqual(marksToSkip(12, [[], [], []]), [])
  assert.deepEqual(marksToSkip(1, []), [])
})
