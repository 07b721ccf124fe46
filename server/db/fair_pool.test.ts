import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairPool, type Share } from './fair_pool.ts'

const makePool = (size: number) => new FairPool(Array.from({ length: size }, (_none, index) => index))

/** Takes an item for each name in turn; returns those served at once, and the order in which the others are served. */
function ask(pool: FairPool<number>, shares: readonly (readonly [string, Share<number>])[]) {
  const held: [string, Share<number>, number][] = []
  const waits: Promise<void>[] = []
  const order: string[] = []
  const waitForTurn = async (name: string, share: Share<number>) => {
    const got = await pool.wait(share)
    order.push(name)
    held.push([name, share, got])
  }
  for (const [name, share] of shares) {
    const item = pool.take(share)
    if (item !== undefined) held.push([name, share, item])
    else waits.push(waitForTurn(name, share))
  }
  return { held, waits, order }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('one key alone can have every item; with two keys neither gets more than its share', () => {
  const pool = makePool(10)
  const one = pool.share('one')
  const first = Array.from({ length: 12 }, () => pool.take(one))
  assert.equal(first.filter((item) => item !== undefined).length, 10)
  for (const item of first) if (item !== undefined) pool.give(one, item)
  pool.share('other')
  const second = Array.from({ length: 12 }, () => pool.take(one))
  assert.equal(second.filter((item) => item !== undefined).length, 6)
  assert.notEqual(pool.take(pool.share('other')), undefined)
})

test('a hundred and fifty waiters of one key do not delay another key', async () => {
  const pool = makePool(10)
  const busy = pool.share('busy')
  const calm = pool.share('calm')
  const many = ask(
    pool,
    Array.from({ length: 150 }, (_none, index) => [`busy ${index}`, busy] as const),
  )
  assert.equal(many.held.length, 6)
  assert.deepEqual(pool.figures(), { size: 10, in_use: 6, waiting: 144 })
  for (let reads = 0; reads < 4; reads += 1) assert.notEqual(pool.take(calm), undefined)
  pool.end(new Error('over'))
  await Promise.allSettled(many.waits)
})

test('keys are served in turn, and within a key in the order of requests', async () => {
  const pool = makePool(2)
  const [a, b, c] = ['a', 'b', 'c'].map((key) => pool.share(key)) as [Share<number>, Share<number>, Share<number>]
  const asked = ask(pool, [
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => [name, a] as const),
    ...['b1', 'b2'].map((name) => [name, b] as const),
    ...['c1', 'c2'].map((name) => [name, c] as const),
  ])
  // one each of the two: the share of a pool of two is one
  assert.deepEqual(
    asked.held.map(([name]) => name),
    ['a1', 'b1'],
  )
  while (asked.held.length > 0) {
    const [, share, item] = asked.held.shift() as [string, Share<number>, number]
    pool.give(share, item)
    await settle()
  }
  assert.deepEqual(asked.order, ['a2', 'b2', 'c1', 'a3', 'c2', 'a4', 'a5'])
  await Promise.all(asked.waits)
  assert.deepEqual(pool.figures(), { size: 2, in_use: 0, waiting: 0 })
})

test('writers of one key leave three of ten for reads, and those of all keys together do too', () => {
  const pool = makePool(10)
  const takeConnections = (share: Share<number>) =>
    Array.from({ length: 10 }, () => pool.take(share)).filter((item) => item !== undefined).length
  assert.equal(takeConnections(pool.share('one', true)), 7)
  assert.equal(takeConnections(pool.share('one')), 3)
  const shared = makePool(10)
  shared.share('other')
  const one = Array.from({ length: 10 }, () => shared.take(shared.share('one', true))).filter((item) => item !== undefined)
  const other = Array.from({ length: 10 }, () => shared.take(shared.share('other', true))).filter((item) => item !== undefined)
  assert.deepEqual([one.length, other.length], [5, 2])
  for (const key of ['one', 'other']) assert.notEqual(shared.take(shared.share(key)), undefined)
})

test('reads are served while many writers wait', async () => {
  const pool = makePool(2)
  const writing = pool.share('one', true)
  assert.notEqual(pool.take(writing), undefined)
  assert.equal(pool.take(writing), undefined)
  const writers = Array.from({ length: 5 }, () => pool.wait(writing))
  const reading = pool.share('one')
  const item = pool.take(reading) as number
  const next = pool.wait(reading)
  pool.give(reading, item)
  assert.equal(await next, item)
  pool.end(new Error('over'))
  await Promise.allSettled(writers)
})

test('writers have the only connection of a pool of one', () => {
  const pool = makePool(1)
  assert.notEqual(pool.take(pool.share('one', true)), undefined)
})

test('no waiter waits forever, and one that gave up is not served later', async () => {
  const pool = makePool(1)
  const one = pool.share('one')
  const other = pool.share('other')
  const item = pool.take(one) as number
  const early = pool.wait(other)
  pool.tick(2)
  pool.tick(2)
  const late = pool.wait(one)
  pool.tick(2)
  await assert.rejects(early, { code: 'NO_CONNECTION_FREE' })
  assert.deepEqual(pool.figures(), { size: 1, in_use: 1, waiting: 1 })
  for (let ticks = 0; ticks < 2; ticks += 1) pool.tick(2)
  await assert.rejects(late, { code: 'NO_CONNECTION_FREE' })
  pool.give(one, item)
  assert.deepEqual(pool.figures(), { size: 1, in_use: 0, waiting: 0 })
  assert.equal(pool.take(other), item)
})

test('ending the pool rejects all waiters, and nothing is handed out any more', async () => {
  const pool = makePool(1)
  const one = pool.share('one')
  pool.take(one)
  const waiting = pool.wait(one)
  pool.end(new Error('over'))
  await assert.rejects(waiting, /over/)
  assert.throws(() => pool.take(one), /over/)
})
