import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeCacheEntries } from './cache_entries.ts'

const KEYS = ['a', 'b', 'c', 'd']

test('an entry stays until it is deleted: by key, by topic or with all others', () => {
  const kept = makeCacheEntries<number>(10, 1_000_000)
  for (const topic of ['one', 'two']) for (const [index, key] of KEYS.entries()) kept.set(topic, key, index, 100)
  kept.delete('one', 'b')
  assert.deepEqual(
    KEYS.map((key) => kept.get('one', key)),
    [0, undefined, 2, 3],
  )
  kept.delete('one')
  kept.delete('nobody knows it')
  assert.equal(kept.get('one', 'a'), undefined)
  assert.equal(kept.get('two', 'a'), 0)
  kept.clear()
  assert.deepEqual([kept.get('two', 'a'), kept.bytes()], [undefined, 0])
})

test('a topic with too many entries evicts the one unused for longest', () => {
  const kept = makeCacheEntries<number>(2, 1_000_000)
  kept.set('topic', 'a', 1, 0)
  kept.set('topic', 'b', 2, 0)
  assert.equal(kept.get('topic', 'a'), 1)
  kept.set('topic', 'c', 3, 0)
  assert.deepEqual([kept.get('topic', 'a'), kept.get('topic', 'b'), kept.get('topic', 'c')], [1, undefined, 3])
})

test('an entry in use stays while others come and go', () => {
  const kept = makeCacheEntries<number>(3, 1_000_000)
  kept.set('topic', 'used', 1, 0)
  for (let number = 0; number < 100; number += 1) {
    kept.set('topic', `passing ${number}`, number, 0)
    assert.equal(kept.get('topic', 'used'), 1)
  }
})

test('when every entry is in use, the newest is still added', () => {
  const kept = makeCacheEntries<number>(3, 1_000_000)
  for (let number = 0; number < 100; number += 1) {
    kept.set('topic', `${number}`, number, 0)
    for (const last of [number, number - 1]) assert.equal(kept.get('topic', `${last}`), last < 0 ? undefined : last)
  }
})

test('filling a topic evicts entries of that topic, not of others', () => {
  const kept = makeCacheEntries<number>(1_000_000, 1_000_000)
  kept.set('quiet', 'key', 1, 1000)
  for (let number = 0; number < 10_000; number += 1) {
    kept.set('loud', `key ${number}`, number, 2000)
    assert.ok(kept.bytes() <= 1_000_000)
  }
  assert.equal(kept.get('quiet', 'key'), 1)
  assert.equal(kept.get('loud', 'key 9999'), 9999)
  assert.equal(kept.get('loud', 'key 0'), undefined)
})

test('the length of keys counts, and an entry larger than the limit is not kept', () => {
  const kept = makeCacheEntries<number>(1_000_000, 100_000)
  for (let number = 0; number < 1000; number += 1) kept.set('topic', `${'x'.repeat(10_000)}${number}`, number, 0)
  assert.ok(kept.bytes() <= 100_000)
  kept.set('topic', 'huge', 1, 200_000)
  assert.equal(kept.get('topic', 'huge'), undefined)
  assert.ok(kept.bytes() <= 100_000)
})

test('after any sequence of operations the size is that of the entries and within the limit', () => {
  const step = fc.record({
    act: fc.constantFrom('set' as const, 'set' as const, 'get' as const, 'delete' as const, 'drop' as const),
    topic: fc.constantFrom('one', 'two', 'three'),
    key: fc.constantFrom(...KEYS),
    bytes: fc.nat(600),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const kept = makeCacheEntries<string>(3, 3000)
      for (const { act, topic, key, bytes } of steps) {
        if (act === 'set') kept.set(topic, key, `${topic} ${key}`, bytes)
        else if (act === 'get') assert.ok([undefined, `${topic} ${key}`].includes(kept.get(topic, key)))
        else kept.delete(topic, act === 'delete' ? key : undefined)
        assert.ok(kept.bytes() >= 0 && kept.bytes() <= 3000)
      }
      for (const topic of ['one', 'two', 'three']) kept.delete(topic)
      assert.equal(kept.bytes(), 0)
    }),
    { seed: 7 },
  )
})
