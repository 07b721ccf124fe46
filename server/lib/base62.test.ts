import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toBase62, base62Bytes } from './base62.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const valueOf = (text: string) => text.split('').reduce((value, digit) => value * 62n + BigInt(ALPHABET.indexOf(digit)), 0n)

test('numbers are written in base 62 and padded on the left', () => {
  assert.equal(toBase62(0n, 3), '000')
  assert.equal(toBase62(61n, 1), 'z')
  assert.equal(toBase62(62n, 4), '0010')
  assert.equal(toBase62(2n ** 32n - 1n, 6), '4gfFC3')
})

test('a number longer than its padding is not cut', () => {
  assert.equal(toBase62(62n ** 3n, 2), '1000')
})

test('byte arrays of one length are encoded in texts of one length, from which they can be decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = base62Bytes(bytes)
      assert.match(text, /^[0-9A-Za-z]+$/)
      assert.equal(text.length, base62Bytes(new Uint8Array(bytes.length).fill(255)).length)
      assert.equal(valueOf(text), BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
    }),
    { seed: 7 },
  )
})
