import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { canonicalJson } from './canonical_json.ts'
import { CHAIN_BEGINNING, entryDigest, nextHash } from './hash_chain.ts'

// @source RFC 8785 §3.2.2, §3.2.3
test('members are sorted by their code units at every depth, and nothing else changes', () => {
  const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7, list: [3, { b: 1, a: null }, 'x'] }
  assert.equal(canonicalJson(value), '{"\\r":2,"1":4,"list":[3,{"a":null,"b":1},"x"],"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  assert.equal(canonicalJson({ n: [1e21, 0.1, -0, 5e-324, 333333333.33333329] }), '{"n":[1e+21,0.1,0,5e-324,333333333.3333333]}')
})

test('the order of members does not affect the digest, and every value does', () => {
  assert.equal(entryDigest({ a: 1, b: { c: 2, d: 3 } }), entryDigest({ b: { d: 3, c: 2 }, a: 1 }))
  assert.notEqual(entryDigest({ a: 1 }), entryDigest({ a: '1' }))
  assert.notEqual(entryDigest({ a: null }), entryDigest({}))
})

test('a hash covers the previous hash, the position and the digest, as texts', () => {
  const digest = entryDigest({ a: 1 })
  const expected = createHash('sha256')
    .update(`${'0'.repeat(64)}:1:${createHash('sha256').update('{"a":1}').digest('hex')}`)
    .digest('hex')
  assert.equal(nextHash(CHAIN_BEGINNING, digest), expected)
})
