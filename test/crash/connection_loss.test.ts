/** Statements and transactions whose connection is cut: an error for the caller, nothing half done, and a pool that still works. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { test } from '../processes.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { openCache } from '#db/cache.ts'
import { testDatabase } from '../database.ts'
import { waitFor } from '../jobs.ts'

const scratch = await testDatabase()
const { address, database: watcher } = scratch
// a single connection, so that statements after a loss would share it with the lost transaction
const database = openDatabase(address, { max: 1, name: 'victim' })
await watcher.driver.unsafe('create table notes (text text not null)')
after(async () => {
  await database.close()
  await scratch.close()
})

const add = defineStatement<unknown>('insert into notes (text) values ($1)')
const wait = defineStatement<unknown>('select pg_sleep($1)')
const isClosed = { code: /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/ }

/** How many connections with that name and state this database has (other tests share the server). */
async function countConnections(name: string, state = 'backend_start is not null'): Promise<number> {
  const rows = await watcher.driver.unsafe(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = '${name}' and ${state}`,
  )
  return rows.length
}

/** Ends the connections of that name and waits until they are gone (a new one may exist by then). */
async function cutOff(name: string): Promise<void> {
  await watcher.driver`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and application_name = ${name}`
}

async function listNotes(): Promise<string[]> {
  return (await watcher.driver<{ text: string }[]>`select text from notes order by text`).map((row) => row.text)
}

async function assertWorks(db: Database): Promise<void> {
  await db.transaction((tx) => tx.run(add('works')))
  assert.ok((await listNotes()).includes('works'))
  await watcher.driver`delete from notes`
}

test('a running statement fails and the next one works', async () => {
  const running = assert.rejects(database.all(wait(60)), isClosed)
  await waitFor(() => countConnections('victim', "wait_event = 'PgSleep'"), 1)
  await cutOff('victim')
  await running
  await assertWorks(database)
})

test('a transaction with a running statement fails as a whole and the next one works', async () => {
  const running = assert.rejects(
    database.transaction(async (tx) => {
      await tx.run(add('lost'))
      await tx.all(wait(60))
    }),
    isClosed,
  )
  await waitFor(() => countConnections('victim', "wait_event = 'PgSleep'"), 1)
  await cutOff('victim')
  await running
  assert.deepEqual(await listNotes(), [])
  await assertWorks(database)
})

test('a transaction cut between two statements fails, and its second statement is not executed', async () => {
  const running = database.transaction(async (tx) => {
    await tx.run(add('first'))
    await cutOff('victim')
    await tx.run(add('second'))
  })
  await assert.rejects(running, isClosed)
  assert.deepEqual(await listNotes(), [])
  await assertWorks(database)
})

test('a lost transaction that continues does not write into the one that follows it', async () => {
  const gate = Promise.withResolvers<void>()
  const passed = Promise.withResolvers<void>()
  const lost = database.transaction(async (tx) => {
    await tx.run(add('lost'))
    await cutOff('victim')
    await gate.promise
    await tx.run(add('late')).finally(passed.resolve)
  })
  await assert.rejects(lost, isClosed)
  const next = database.transaction(async (tx: Db) => {
    await tx.run(add('next'))
    gate.resolve()
    await passed.promise
    throw new Error('rolled back')
  })
  await assert.rejects(next, /rolled back/)
  assert.deepEqual(await listNotes(), [])
  await assertWorks(database)
})

test('a process stops caching when it loses its listener for invalidations, and caches again when it is back', async () => {
  const cache = await openCache({ address, db: watcher })
  let loads = 0
  const read = () => cache.load('topic', 'key', async () => ++loads)
  assert.deepEqual([await read(), await read()], [1, 1])
  await cutOff('deskhand listener')
  await waitFor(() => countConnections('deskhand listener'), 1)
  await waitFor(async () => (await read()) === (await read()), true)
  assert.ok(loads > 1)
  await cache.close()
})
