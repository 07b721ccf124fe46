import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightOf } from './weight.ts'

test('a value with more content is larger, whatever its container', () => {
  const text = 'x'.repeat(10_000)
  for (const value of [
    text,
    [text],
    { text },
    new Map([['text', text]]),
    new Map([[text, 1]]),
    new Set([text]),
    Buffer.alloc(20_000),
    [[{ a: { text } }]],
  ])
    assert.ok(weightOf(value) >= 20_000 && weightOf(value) < 21_000, `${weightOf(value)}`)
  assert.ok(weightOf(Array.from({ length: 1000 }, (_none, number) => ({ number }))) > 50_000)
  for (const value of [null, undefined, 1, true, '', () => text]) assert.ok(weightOf(value) < 100)
})

test('a value referenced twice, or by itself, is counted once', () => {
  const part = { text: 'x'.repeat(10_000) }
  const whole: { parts: unknown[]; whole?: unknown } = { parts: [part, part] }
  whole.whole = whole
  assert.ok(weightOf(whole) < 21_000)
})

test('the traversal ends, however large the value', () => {
  const many = Array.from({ length: 300_000 }, () => ({}))
  assert.ok(weightOf(many) > 4_000_000)
})
