import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstTen, hashSecret, holdsSecret, isWellFormedSecret, makeSecret, sameHash, secretsIn, visiblePart } from './secrets.ts'
import { withoutProofs } from '#modules/common/mails/proofs.ts'

const pepper = Buffer.from('a pepper for tests')
const secret = makeSecret('dhp')

test('a secret starts with its kind, has 43 characters and is never repeated', () => {
  assert.match(secret, /^dhp_[0-9A-Za-z]{39}$/)
  assert.match(makeSecret('dhs'), /^dhs_/)
  assert.equal(new Set(Array.from({ length: 500 }, () => makeSecret('dho'))).size, 500)
})

test('a secret of ours is recognised by its checksum', () => {
  for (let count = 0; count < 200; count += 1) assert.ok(isWellFormedSecret(makeSecret('dhr')))
  for (const other of ['', 'dhp_', secret.slice(0, -1), `${secret}0`, ` ${secret}`, `${secret}\n`, `xyz_${secret.slice(4)}`])
    assert.equal(isWellFormedSecret(other), false, other)
})

test('a secret with one mistyped character never passes the checksum', () => {
  const place = fc.integer({ min: 4, max: secret.length - 1 })
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split(''))
  fc.assert(
    fc.property(place, character, (at, typed) => {
      fc.pre(typed !== secret[at])
      assert.equal(isWellFormedSecret(secret.slice(0, at) + typed + secret.slice(at + 1)), false)
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('a secret has one hash for a pepper, and another under another pepper', () => {
  const hash = hashSecret(pepper, secret)
  assert.equal(hash.length, 32)
  assert.ok(sameHash(hash, hashSecret(pepper, secret)))
  assert.equal(sameHash(hash, hashSecret(Buffer.from('another pepper'), secret)), false)
  assert.equal(sameHash(hash, hashSecret(pepper, `${secret}x`)), false)
  assert.equal(sameHash(hash, hash.subarray(1)), false)
})

test('the hash is an HMAC, so it cannot be extended', () => {
  assert.deepEqual(hashSecret(pepper, secret), createHmac('sha256', pepper).update(secret).digest())
})

test('the visible part of a secret is too short to use it', () => {
  assert.equal(visiblePart(secret), `${secret.slice(0, 8)}…${secret.slice(-4)}`)
  assert.equal(visiblePart('test-token-0123456789abcdef'), '…cdef')
  assert.equal(firstTen(secret), secret.slice(0, 10))
})

test('a secret is found in a text, whatever precedes and follows it', () => {
  const other = makeSecret('dho')
  for (const before of ['', 'x', 'dhq_', `dhq_${'A'.repeat(36)}`, `dhq_${'A'.repeat(20)}`, secret.slice(0, -1), 'dhp_dhp_', other])
    for (const behind of ['', 'x', '_', other]) {
      const text = before + secret + behind
      assert.ok(secretsIn(text).includes(secret), text)
      assert.ok(holdsSecret(text), text)
      assert.equal(withoutProofs(text).includes(secret), false, text)
    }
  assert.deepEqual(secretsIn(`${secret} ${other} ${secret}`), [secret, other])
  assert.deepEqual(secretsIn(`dhq_${'A'.repeat(80)}`), [])
})
