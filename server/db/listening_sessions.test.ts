import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeListeningSessions } from './listening_sessions.ts'

test('a silent session is not waited for until it sends again, and none is silent once messages may have been missed', () => {
  const sessions = makeListeningSessions()
  sessions.silence(7)
  sessions.silence(8)
  sessions.hear(7, undefined)
  assert.deepEqual([sessions.isSilent(7), sessions.isSilent(8)], [false, true])
  sessions.loseTrack()
  assert.equal(sessions.isSilent(8), false)
})

test('a shared session is known until it says that it has ended; then it is silent, and another one may have its number', () => {
  const sessions = makeListeningSessions()
  sessions.hear(7, 'shared')
  sessions.hear(8, undefined)
  sessions.hear(7, undefined)
  assert.deepEqual(sessions.listShared(), [7])
  sessions.hear(7, 'ended')
  assert.deepEqual([sessions.listShared(), sessions.isSilent(7)], [[], true])
  sessions.hear(7, undefined)
  assert.equal(sessions.isSilent(7), false)
})
