import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { waitFor } from '#test/jobs.ts'
import { databaseProxy } from '#test/crash/database_proxy.ts'
import { announce } from './announce.ts'
import { defineStatement } from './builder.ts'
import { invalidateEverywhere, openCache } from './cache.ts'

const scratch = await testDatabase()
const { database, address } = scratch
const one = await openCache({ address, db: database })
const other = await openCache({ address, db: database })
after(async () => {
  await one.close()
  await other.close()
  await scratch.close()
})

/** A loader that counts its calls. */
function source<Value>(value: Value) {
  const state = { value, loads: 0 }
  return { state, load: async () => ((state.loads += 1), state.value) }
}

let topics = 0
const freshTopic = () => `topic:${++topics}`

test('a value is loaded once and cached, for concurrent callers, too', async () => {
  const topic = freshTopic()
  const { state, load } = source('a')
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => one.load(topic, 'key', load))), ['a', 'a', 'a'])
  assert.equal(await one.load(topic, 'key', load), 'a')
  assert.equal(state.loads, 1)
  await one.load(topic, 'another key', load)
  await one.load(freshTopic(), 'key', load)
  assert.equal(state.loads, 3)
})

test('neither undefined nor a failure is cached', async () => {
  const topic = freshTopic()
  const { state, load } = source<string | undefined>(undefined)
  assert.equal(await one.load(topic, 'key', load), undefined)
  await assert.rejects(
    one.load(topic, 'key', () => Promise.reject(new Error('no connection'))),
    /no connection/,
  )
  state.value = 'there now'
  assert.equal(await one.load(topic, 'key', load), 'there now')
})

test('once the writer has settled, every process has invalidated the entry', async () => {
  const topic = freshTopic()
  const { state, load } = source('old')
  for (let round = 0; round < 20; round += 1) {
    for (const cache of [one, other]) await cache.load(topic, 'key', load)
    await database.transaction((tx) => one.invalidate(tx, topic))
    state.value = `new ${round}`
    await one.settled()
    for (const cache of [one, other]) assert.equal(await cache.load(topic, 'key', load), state.value)
  }
})

test('a process that has caught up has invalidated everything committed, whichever process wrote it and whether that one waits or not', async () => {
  const topic = freshTopic()
  const { state, load } = source('old')
  for (let round = 0; round < 100; round += 1) {
    await other.load(topic, 'key', load)
    await database.transaction((tx) => one.invalidate(tx, topic))
    state.value = `new ${round}`
    await other.caughtUp()
    assert.equal(await other.load(topic, 'key', load), state.value)
  }
})

test('one key of a topic can be invalidated alone', async () => {
  const topic = freshTopic()
  const kept = source('kept')
  const gone = source('gone')
  for (const cache of [one, other]) {
    await cache.load(topic, 'kept', kept.load)
    await cache.load(topic, 'gone', gone.load)
  }
  await other.invalidate(database, topic, 'gone')
  await other.settled()
  for (const cache of [one, other]) {
    await cache.load(topic, 'kept', kept.load)
    await cache.load(topic, 'gone', gone.load)
  }
  assert.deepEqual([kept.state.loads, gone.state.loads], [2, 4])
})

test('a write that is rolled back invalidates nothing, and its writer does not wait for long', async () => {
  const topic = freshTopic()
  const { state, load } = source('a')
  await other.load(topic, 'key', load)
  const failing = database.transaction(async (tx) => {
    await one.invalidate(tx, topic)
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  await one.settled()
  await other.load(topic, 'key', load)
  assert.equal(state.loads, 1)
})

test('the command line, which has no cache, invalidates those of all processes', async () => {
  const topic = freshTopic()
  const { state, load } = source('old')
  for (const cache of [one, other]) await cache.load(topic, 'key', load)
  state.value = 'new'
  await invalidateEverywhere(database, topic)
  for (const cache of [one, other]) await waitFor(() => cache.load(topic, 'key', load), 'new')
})

const listeners = defineStatement<{ pid: number }>(
  "select pid from pg_stat_activity where datname = current_database() and application_name = 'deskhand listener'",
)
const newListeners = defineStatement<{ pid: number }>(
  "select pid from pg_stat_activity where datname = current_database() and application_name = 'deskhand new listener'",
)
const terminate = defineStatement<unknown>('select pg_terminate_backend($1)')

test('a process that loses its listening connection answers nothing stale, and caches again once it listens again', async () => {
  const topic = freshTopic()
  const { state, load } = source('old')
  for (const cache of [one, other]) await cache.load(topic, 'key', load)
  const pids = (await database.all(listeners())).map((row) => row.pid)
  assert.equal(pids.length, 2)
  for (const pid of pids) await database.first(terminate(pid))
  await waitFor(async () => (await database.all(listeners())).every((row) => !pids.includes(row.pid)), true)
  state.value = 'new'
  await database.transaction((tx) => one.invalidate(tx, topic))
  await one.settled()
  for (const cache of [one, other]) await waitFor(() => cache.load(topic, 'key', load), 'new')
  const loads = async (cache: typeof one) => {
    const before = state.loads
    await cache.load(topic, 'key', load)
    await cache.load(topic, 'key', load)
    return state.loads - before
  }
  // while it does not listen each call loads; once it listens again, the second call hits the cache
  for (const cache of [one, other]) await waitFor(async () => (await loads(cache)) < 2, true)
  assert.equal((await database.all(listeners())).length, 2)
})

test('a process that is about to listen, and does not yet, is not waited for', async () => {
  const proxy = await databaseProxy(address)
  proxy.freeze(/listener/)
  const opening = openCache({ address: proxy.address, db: database })
  await waitFor(async () => (await database.all(newListeners())).length, 1)
  assert.deepEqual(await announce(address, { topic: freshTopic(), key: 'key' }, 2000), [])
  proxy.thaw()
  const third = await opening
  assert.deepEqual([(await database.all(listeners())).length, (await database.all(newListeners())).length], [3, 0])
  await third.close()
  await waitFor(async () => (await database.all(listeners())).length, 2)
  await proxy.close()
})

test('after repeated connection losses each process has one listener', async () => {
  for (let round = 0; round < 3; round += 1) {
    const rows = await database.all(listeners())
    for (const row of rows) await database.first(terminate(row.pid))
    await waitFor(async () => {
      const now = await database.all(listeners())
      return now.length === 2 && now.every((row) => !rows.some((old) => old.pid === row.pid))
    }, true)
  }
  await waitFor(async () => {
    const topic = freshTopic()
    const { state, load } = source('a')
    for (const cache of [one, other]) await cache.load(topic, 'key', load)
    await one.invalidate(database, topic)
    await one.settled()
    for (const cache of [one, other]) await cache.load(topic, 'key', load)
    return state.loads
  }, 4)
})
