import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import type { DatabaseAddress } from '../address.ts'
import { type Database, openDatabase } from '../client.ts'
import { migrateAll } from './connect.ts'
import { migrate, MigrationError, migrationNames, migrationText } from './migrate.ts'

const scratch = await testDatabase()
after(() => scratch.close())
const names = await migrationNames()
let made = 0

/** Runs `work` with the address of an empty database, which is dropped afterwards. */
async function withEmptyDatabase(work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
  const name = `deskhand_empty_${process.pid}_${++made}`
  const { address } = scratch
  await scratch.database.driver.unsafe(`create database ${name} template template0`)
  try {
    await work(
      'url' in address ? { url: Object.assign(new URL(address.url), { pathname: `/${name}` }).href } : { ...address, database: name },
    )
  } finally {
    await scratch.database.driver.unsafe(`drop database ${name} with (force)`)
  }
}

async function withEmpty(work: (database: Database) => Promise<void>): Promise<void> {
  await withEmptyDatabase(async (address) => {
    const database = openDatabase(address, { max: 2 })
    await work(database).finally(() => database.close())
  })
}

const tablesOf = async (database: Database) =>
  (await database.driver<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public' order by 1`).map(
    (row) => row.name,
  )
const appliedTo = async (database: Database) =>
  (await database.driver<{ name: string }[]>`select name from schema_migrations order by name`).map((row) => row.name)

test('an empty database gets every migration in order, logged in one line, and each is recorded', async () => {
  await withEmpty(async (database) => {
    const said: string[] = []
    assert.deepEqual(await migrate(database, { log: (line) => said.push(line) }), names)
    assert.deepEqual(said, [`migrating: ${names.length} steps, ${names[0]} to ${names.at(-1)}`])
    assert.deepEqual(await appliedTo(database), names)
    assert.deepEqual(await tablesOf(database), await tablesOf(scratch.database))
  })
})

test('a migrated database is left unchanged', async () => {
  const said: string[] = []
  assert.deepEqual(await migrate(scratch.database, { log: (line) => said.push(line) }), [])
  assert.deepEqual(said, [])
})

test('a database of an older version gets the missing migrations', async () => {
  await withEmpty(async (database) => {
    const [first = ''] = names
    await database.driver.unsafe('create table schema_migrations (name text primary key, applied_at timestamptz not null)')
    await database.driver.unsafe(await migrationText(first))
    await database.driver`insert into schema_migrations values (${first}, now())`
    assert.deepEqual(await migrate(database), names.slice(1))
  })
})

test('a single missing migration is named in the log, and a failing one in the error', async () => {
  await withEmpty(async (database) => {
    await migrate(database)
    const last = names.at(-1) as string
    await database.driver`delete from schema_migrations where name = ${last}`
    const said: string[] = []
    // its objects exist already
    await assert.rejects(migrate(database, { log: (line) => said.push(line) }), /exist/)
    assert.deepEqual(said, [`migrating: ${last}`, `migrating: ${last} failed`])
  })
})

test('processes that start at the same time migrate once', async () => {
  await withEmptyDatabase(async (address) => {
    const processes = [1, 2, 3].map(() => openDatabase(address, { max: 1 }))
    const applied = await Promise.all(processes.map((database) => migrate(database)))
    assert.deepEqual(
      applied.map((list) => list.length).sort((one, other) => one - other),
      [0, 0, names.length],
    )
    for (const database of processes) await database.close()
  })
})

test('the job queue is created once, also by processes that start at the same time', async () => {
  await withEmptyDatabase(async (address) => {
    const processes = [1, 2].map(() => openDatabase(address, { max: 2 }))
    await Promise.all(processes.map((database) => migrateAll(database, address, () => {})))
    const [row] = await (processes[0] as Database).driver`select to_regclass('graphile_worker.jobs') is not null as there`
    assert.equal(row?.there, true)
    for (const database of processes) await database.close()
  })
})

test('a failed migration leaves nothing behind', async () => {
  await withEmpty(async (database) => {
    await database.driver.unsafe('create table tickets (in_the_way integer)')
    await assert.rejects(migrate(database), /"tickets" already exists/)
    assert.deepEqual(await tablesOf(database), ['tickets'])
    await database.driver.unsafe('drop table tickets')
    assert.deepEqual(await migrate(database), names)
  })
})

test('a newer database is refused and unchanged, with a sentence that says what to do', async () => {
  await withEmpty(async (database) => {
    await migrate(database)
    await database.driver`insert into schema_migrations values ('9999_from_the_future.sql', now())`
    await assert.rejects(migrate(database), (error: unknown) => {
      assert.ok(error instanceof MigrationError)
      assert.equal(
        error.message,
        'The database is newer than this server (it has 9999_from_the_future.sql). Start the newer version of Deskhand.',
      )
      return true
    })
  })
})

test('migrations are numbered without gaps or duplicates', () => {
  assert.deepEqual(
    names.map((name) => Number(name.slice(0, 4))),
    names.map((_name, index) => index + 1),
  )
})
