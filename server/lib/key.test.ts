import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeKey, keyFrom } from './key.ts'

const keys: readonly [name: string, key: string][] = [
  ['Waiting for parts!', 'waiting_for_parts'],
  ['  --  Tier 2 (EMEA) --', 'tier_2_emea'],
  ['Müller & Söhne', 'muller_sohne'],
  ['ﬁx', 'fix'],
  ['日本語', 'record'],
  ['', 'record'],
  ['x'.repeat(200), 'x'.repeat(80)],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
]
for (const [name, key] of keys) {
  test(`${JSON.stringify(name)} has the key ${key}`, () => {
    assert.equal(keyFrom(name), key)
  })
}

test('a taken key gets the first free number', () => {
  assert.equal(freeKey('a', new Set()), 'a')
  assert.equal(freeKey('a', new Set(['a', 'a_2', 'a_4'])), 'a_3')
})
