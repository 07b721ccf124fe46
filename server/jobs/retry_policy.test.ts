import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Forbidden, Unavailable } from '#core/errors.ts'
import { retryThroughOutage } from './retry_policy.ts'

const PATIENCE = { first_ms: 1, most_ms: 2, most_busy: 3 }
const fault = (code: string) => Object.assign(new Error(code), { code })
const told = { onWait() {}, onGoneOn() {} }

/** Runs work that fails this many times, then succeeds; returns the number of tries. */
async function triesOf(error: unknown, times: number, stopping = new AbortController()): Promise<number> {
  let tries = 0
  const work = async () => {
    tries += 1
    if (tries <= times) throw error
  }
  await retryThroughOutage(work, PATIENCE, stopping.signal, told)
  return tries
}

const AWAY = ['25006', '53100', '53300', '57P01', '57P03', '08006', 'ECONNREFUSED', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'ENOSPC']
test('work that fails because the database is unavailable is retried as long as that lasts', async () => {
  for (const code of AWAY) assert.equal(await triesOf(fault(code), 40), 41, code)
  assert.equal(await triesOf(new Unavailable(), 40), 41)
  assert.equal(await triesOf(new AggregateError([fault('25006'), fault('53300')]), 40), 41)
})

test('a job blocked for too long fails, and other errors are not retried', async () => {
  assert.equal(await triesOf(fault('57014'), 3), 4)
  await assert.rejects(triesOf(fault('57014'), 4), { code: '57014' })
  await assert.rejects(triesOf(fault('42601'), 1), { code: '42601' })
  await assert.rejects(triesOf(new Forbidden(), 1), Forbidden)
  await assert.rejects(triesOf(new AggregateError([fault('25006'), new Forbidden()]), 1), AggregateError)
})

test('work can tell beforehand whether a failure is the last', async () => {
  const seen: boolean[] = []
  await assert.rejects(
    retryThroughOutage(
      async (isOver) => {
        seen.push(isOver(fault('57014')))
        throw fault('57014')
      },
      PATIENCE,
      new AbortController().signal,
      told,
    ),
  )
  assert.deepEqual(seen, [false, false, false, true])
})

test('a stopping worker ends the pause', async () => {
  const stopping = new AbortController()
  const waiting = triesOf(fault('25006'), Infinity, stopping)
  stopping.abort()
  await assert.rejects(waiting, { code: '25006' })
})
