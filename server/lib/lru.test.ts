import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeLru } from './lru.ts'

test('above its capacity the entry unused for longest is removed', () => {
  const lru = makeLru<number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  assert.equal(lru.get('a'), 1)
  lru.set('c', 3)
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], [1, undefined, 3])
})

test('writing an entry again makes it the newest and takes no more space', () => {
  const lru = makeLru<number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  lru.set('a', 3)
  lru.set('c', 4)
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], [3, undefined, 4])
})

test('entries are deleted one by one or all together', () => {
  const lru = makeLru<string>(3)
  for (const key of ['a', 'b', 'c']) lru.set(key, key)
  lru.delete('b')
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], ['a', undefined, 'c'])
  lru.clear()
  assert.deepEqual([lru.get('a'), lru.get('c')], [undefined, undefined])
})

test('it holds the same entries as a plain list of the last used', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.oneof(
    fc.record({ act: fc.constant('set' as const), key, value: fc.nat() }),
    fc.record({ act: fc.constantFrom('get' as const, 'delete' as const), key, value: fc.constant(0) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (capacity, steps) => {
      const lru = makeLru<number>(capacity)
      let model: [string, number][] = []
      for (const { act, key: name, value } of steps) {
        const known = model.find(([other]) => other === name)
        const rest = model.filter(([other]) => other !== name)
        if (act === 'get') {
          assert.equal(lru.get(name), known?.[1])
          if (known !== undefined) model = [...rest, known]
        } else {
          lru[act](name, value)
          model = act === 'set' ? [...rest, [name, value] as [string, number]].slice(-capacity) : rest
        }
      }
      for (const name of ['a', 'b', 'c', 'd', 'e']) assert.equal(lru.get(name), model.find(([other]) => other === name)?.[1])
    }),
    { seed: 7 },
  )
})
