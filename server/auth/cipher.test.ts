import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CannotOpen, open, seal } from './cipher.ts'

const pepper = Buffer.from('a pepper for tests, long enough to be one')
const context = 'second_factor:1:42'

test('a sealed text opens again, and looks different every time', () => {
  for (const text of ['', 'JBSWY3DPEHPK3PXP', 'Grüße 💥\0', 'x'.repeat(100_000)])
    assert.equal(open(pepper, seal(pepper, text, context), context), text)
  const one = seal(pepper, 'same', context)
  const other = seal(pepper, 'same', context)
  assert.notDeepEqual(one, other)
  assert.equal(one.includes('same'), false)
})

test('it does not open with another pepper, another context or another passphrase', () => {
  const more = Buffer.alloc(32, 7)
  const sealed = seal(pepper, 'secret', context, more)
  assert.equal(open(pepper, sealed, context, more), 'secret')
  for (const attempt of [
    () => open(Buffer.from('another pepper'), sealed, context, more),
    () => open(pepper, sealed, 'second_factor:1:43', more),
    () => open(pepper, sealed, context),
    () => open(pepper, sealed, context, Buffer.alloc(32, 8)),
  ])
    assert.throws(attempt, CannotOpen)
})

test('a change of any byte is detected', () => {
  const sealed = seal(pepper, 'secret', context)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.throws(() => open(pepper, changed, context), CannotOpen, `byte ${at}`)
  }
  for (const length of [0, 1, 60, sealed.length - 1]) assert.throws(() => open(pepper, sealed.subarray(0, length), context), CannotOpen)
})
