/** A busy process stays ready: all its connections are in use, or its event loop is late. Of the time these tests take, they use no core. */
import assert from 'node:assert/strict'
import { test } from '../processes.ts'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { readStopwatch } from '#lib/clock.ts'
import { useApp } from '../app.ts'
import { makeClient } from '../client.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const readReadiness = async (base_url: string) => {
  const { status, body } = await makeClient(base_url, {}).get('/readyz')
  return { status, body }
}

test('a process all of whose connections are in use for longer than its lease is ready', async () => {
  const { base_url, running } = await app.another({ DESKHAND_ROLE: 'web' })
  const { database, services, operations } = running.server
  const longSleep = defineStatement<unknown>('select pg_sleep(7)')
  const startSleeps = (db: Db, count: number) => Array.from({ length: count }, () => db.all(longSleep()))
  // all of both pools, of which one share alone does not get everything
  const busy = [
    ...startSleeps(database, 6),
    ...startSleeps(database.for(1), 4),
    ...startSleeps(services.database, 3),
    ...startSleeps(operations, 2),
  ]
  let isOver = false
  let asked = 0
  // the request log uses a connection in between, so one of them may find none
  const over = Promise.allSettled(busy).finally(() => (isOver = true))
  for (; !isOver; asked += 1) {
    const { status, body } = await readReadiness(base_url)
    assert.deepEqual([status, body.checks.database, body.checks.listener], [200, { ok: true }, { ok: true }], body.reason)
    await sleep(100)
  }
  assert.ok(asked > 10, `${asked} probes`)
  await over
})

test('readiness does not wait for what is reported only', async () => {
  const { base_url, running } = await app.another({ DESKHAND_ROLE: 'web' })
  const { operations, services } = running.server
  // all connections of the queue's report, for longer than a proxy waits for an answer
  const longSleep = defineStatement<unknown>('select pg_sleep(3)')
  const busy = Promise.all([services.database, services.database, operations, operations, operations].map((db) => db.all(longSleep())))
  const begun = readStopwatch()
  const { status, body } = await readReadiness(base_url)
  assert.ok(readStopwatch() - begun < 2000, `${readStopwatch() - begun} ms`)
  assert.deepEqual([status, body.checks.queue], [200, { ok: false, reason: 'the queue does not answer' }])
  await busy
})

/** Blocks the event loop without using a core. */
const block = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('a process whose event loop is late refuses calls, and says to probes that it is alive and ready', async () => {
  const plain = makeClient(app.base_url, {})
  assert.equal((await plain.get('/readyz')).status, 200)
  // two intervals of five seconds: one of them is late from its beginning to its end
  for (const begun = readStopwatch(); readStopwatch() - begun < 11_000; await nextTurn()) block(2500)
  const refused = await app.api.get('/api/v2/groups')
  assert.deepEqual([refused.status, refused.body.error, refused.headers.get('retry-after')], [503, 'ServiceUnavailable', '5'])
  for (const path of ['/healthz', '/readyz']) assert.equal((await plain.get(path)).status, 200, path)
})
