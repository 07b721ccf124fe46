import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { waitUntil } from '#test/crash/process.ts'
import { testDatabase } from '#test/database.ts'
import { defineStatement, defineLookup } from './builder.ts'
import { openDatabase } from './client.ts'

const scratch = await testDatabase()
const limits = { statement_seconds: 10, lock_seconds: 10 }
const database = openDatabase(scratch.address, { max: 2, limits, shares_lookups: true, name: 'with a shared connection' })
after(async () => {
  await database.close()
  await scratch.close()
})
await database.driver.unsafe('create table words (id int primary key, word text not null)')
await database.driver.unsafe("insert into words select n, 'word ' || n from generate_series(1, 1000) n")

const word = defineLookup<{ word: string; pid: number; limit: string }>(
  "select word, pg_backend_pid() as pid, current_setting('statement_timeout') as limit from words where id = $1",
)
const pid = defineStatement<{ pid: number }>('select pg_backend_pid() as pid')
/** The backend pid of the shared connection, once it is open: until then lookups run in the pool. */
const sharedSession = async () =>
  waitUntil('the connection is open', async () => {
    const row = await database.first(word(1))
    return row?.limit === '1s' ? row.pid : undefined
  })

test('lookups share one connection, and each gets its own answer', async () => {
  const session = await sharedSession()
  const found = await Promise.all(Array.from({ length: 60 }, (_, index) => database.first(word(index + 1))))
  assert.deepEqual(
    found,
    found.map((_, index) => ({ word: `word ${index + 1}`, pid: session, limit: '1s' })),
  )
  assert.notEqual((await database.first(pid()))?.pid, session)
})

test('lookups beyond its capacity run in the pool', async () => {
  const session = await sharedSession()
  const found = await Promise.all(Array.from({ length: 500 }, (_, index) => database.first(word(index + 1))))
  assert.deepEqual(
    found.map((row) => row?.word),
    found.map((_, index) => `word ${index + 1}`),
  )
  assert.ok(found.some((row) => row?.pid === session))
  assert.ok(found.some((row) => row?.pid !== session))
})

test("in a transaction a lookup sees the transaction's own changes", () =>
  database.transaction(async (tx) => {
    await tx.run(defineStatement("update words set word = 'mine' where id = 1000")())
    assert.equal((await tx.first(word(1000)))?.word, 'mine')
    assert.equal((await database.first(word(1000)))?.word, 'word 1000')
  }))

test('callers do not see a loss of the connection', async () => {
  for (let round = 0; round < 5; round += 1) {
    const session = await sharedSession()
    const reads = Promise.all(Array.from({ length: 40 }, (_, index) => database.first(word(index + 1))))
    await scratch.database.driver`select pg_terminate_backend(${session})`
    assert.deepEqual(
      (await reads).map((row) => row?.word),
      Array.from({ length: 40 }, (_, index) => `word ${index + 1}`),
    )
    assert.notEqual(await sharedSession(), session)
  }
})

test('writers that hold the whole pool do not delay lookups', async () => {
  await sharedSession()
  let finish = () => {}
  const end = new Promise<void>((resolve) => (finish = resolve))
  const open = Array.from({ length: 2 }, () => database.transaction(() => end))
  assert.equal((await database.first(word(7)))?.word, 'word 7')
  finish()
  await Promise.all(open)
})

test('a lookup that waits for a lock continues in the pool, and those behind it are answered', async () => {
  await scratch.database.driver.unsafe('create table locked (id int primary key)')
  const inLocked = defineLookup<{ id: number }>('select id from locked where id = $1')
  let release = () => {}
  const end = new Promise<void>((resolve) => (release = resolve))
  let isLocked = () => {}
  const locked = new Promise<void>((resolve) => (isLocked = resolve))
  const holder = scratch.database.transaction(async (tx) => {
    await tx.run(defineStatement('lock table locked in access exclusive mode')())
    isLocked()
    await end
  })
  await locked
  await sharedSession()
  const found: string[] = []
  // one connection of the pool stays free
  const waiting = database.first(inLocked(1)).then(() => found.push('locked'))
  await database.first(word(3)).then((row) => found.push(row?.word as string))
  assert.deepEqual(found, ['word 3'])
  release()
  await Promise.all([waiting, holder])
  assert.deepEqual(found, ['word 3', 'locked'])
})

test('an erroneous statement fails at once, for its own caller only', async () => {
  const divideByZero = defineLookup('select 1 / (id - id) as nothing from words where id = $1')
  const [failed, fine] = await Promise.allSettled([database.first(divideByZero(1)), database.first(word(2))])
  assert.equal(failed.status, 'rejected')
  assert.equal((failed.reason as { code: string }).code, '22012')
  assert.equal(fine.status === 'fulfilled' && fine.value?.word, 'word 2')
})

test('while no further connection can be opened, existing ones answer lookups', async () => {
  const [{ name }] = (await scratch.database.driver`select current_database() as name`) as unknown as [{ name: string }]
  const fresh = openDatabase(scratch.address, { max: 1, limits, shares_lookups: true })
  const { address } = scratch
  const elsewhere =
    'url' in address ? { url: Object.assign(new URL(address.url), { pathname: '/postgres' }).href } : { ...address, database: 'postgres' }
  const admin = openDatabase(elsewhere, { max: 1 })
  try {
    await fresh.first(pid())
    await admin.first(pid())
    await admin.driver.unsafe(`alter database ${name} allow_connections false`)
    for (let round = 0; round < 5; round += 1) {
      const found = await Promise.all(Array.from({ length: 50 }, (_, index) => fresh.first(word(index + 1))))
      assert.ok(found.every((row, index) => row?.word === `word ${index + 1}` && row.limit === '10s'))
    }
  } finally {
    await admin.driver.unsafe(`alter database ${name} allow_connections true`)
    await admin.close()
    await fresh.close()
  }
})
