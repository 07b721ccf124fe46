import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onceASecond } from './once_a_second.ts'

test('a kind is reported once a second, with the number left out; other kinds are independent', () => {
  let now = 0
  const said: string[] = []
  const reportOnce = onceASecond(() => now)
  const say = (kind: string) => reportOnce(kind, (times) => said.push(`${kind} ${times}`))
  for (let times = 0; times < 1000; times += 1) say('a')
  say('b')
  now = 999
  say('a')
  assert.deepEqual(said, ['a 1', 'b 1'])
  now = 1000
  say('a')
  say('b')
  assert.deepEqual(said, ['a 1', 'b 1', 'a 1001', 'b 1'])
})
