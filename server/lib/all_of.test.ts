import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf, forEachOf } from './all_of.ts'

/** Rejects when `fail` is called. */
function makeRejectable() {
  const { promise, reject } = Promise.withResolvers<never>()
  return { promise, fail: () => reject(new Error('later')) }
}

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))
const afterAll = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('results are in the order of the works, synchronous or not', async () => {
  assert.deepEqual(
    await allOf(
      () => Promise.resolve(1),
      () => 'two',
      async () => [3],
    ),
    [1, 'two', [3]],
  )
  assert.deepEqual(await forEachOf([1, 2], (item, index) => item * 10 + index), [10, 21])
  assert.deepEqual(await allOf(), [])
})

test('all works are started at once', async () => {
  const begun: number[] = []
  const work = (number: number) => async () => void begun.push(number)
  const waiting = allOf(work(1), work(2), work(3))
  assert.deepEqual(begun, [1, 2, 3])
  await waiting
})

test('a synchronous throw rejects the whole, and later rejections are handled', async () => {
  const slow = makeRejectable()
  const throwAtOnce = () => {
    throw new Error('at once')
  }
  await assert.rejects(
    allOf(() => slow.promise, throwAtOnce),
    /at once/,
  )
  slow.fail()
  const slower = makeRejectable()
  await assert.rejects(
    forEachOf([slower.promise, null], (item) => item ?? throwAtOnce()),
    /at once/,
  )
  slower.fail()
  await afterAll()
  assert.deepEqual(unhandled, [])
})
