import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { waitUntil } from '#test/crash/process.ts'
import { testDatabase } from '#test/database.ts'
import { defineStatement, defineLookup } from './builder.ts'
import type { Db } from './db.ts'
import { openDatabase } from './client.ts'
import type { RequestScope } from './request_scope.ts'
import { DatabaseFault } from './outage.ts'

const scratch = await testDatabase()
const limits = { statement_seconds: 10, lock_seconds: 10 }
const database = openDatabase(scratch.address, { max: 2, limits, shares_lookups: true, name: 'with errands' })
after(async () => {
  await database.close()
  await scratch.close()
})
await database.driver.unsafe('create table words (id int primary key, word text not null)')
await database.driver.unsafe("insert into words select n, 'word ' || n from generate_series(1, 1000) n")

const word = defineLookup<{ word: string; limit: string }>(
  "select word, current_setting('statement_timeout') as limit from words where id = $1",
)
const count = defineStatement<{ words: number }>('select count(*) as words from words')
const add = defineStatement<unknown>("insert into words values ($1, 'late')")
const isTooLate = (error: unknown) => error instanceof DatabaseFault && error.message === 'The request exceeded its time limit'
const beginRequest = (): { db: Db; errand: RequestScope } => {
  const errand: RequestScope = { is_over: false, has_committed: false }
  return { db: database.for(1, errand), errand }
}

test('a request past its deadline sends no more statements', async () => {
  const { db, errand } = beginRequest()
  // until the connection for lookups is open they run in the pool, which has another limit
  await waitUntil('lookups share a connection', async () => ((await db.first(word(1)))?.limit === '1s' ? true : undefined))
  errand.is_over = true
  await assert.rejects(db.first(word(1)), isTooLate)
  await assert.rejects(async () => db.first(count()), isTooLate)
  let hasBegun = false
  const transaction = db.transaction(() => {
    hasBegun = true
    return Promise.resolve()
  })
  await assert.rejects(transaction, isTooLate)
  assert.ok(!hasBegun)
})

test('lookups that got no slot on the shared connection in time are not sent to the pool', async () => {
  const { db, errand } = beginRequest()
  const reads = Promise.allSettled(Array.from({ length: 500 }, (_, index) => db.first(word(index + 1))))
  errand.is_over = true
  const ends = await reads
  assert.ok(ends.some((end) => end.status === 'rejected' && isTooLate(end.reason)))
})

test('a transaction of a request past its deadline sends no more statements, and is not committed', async () => {
  const { db, errand } = beginRequest()
  const work = db.transaction(async (tx) => {
    await tx.run(add(2000))
    errand.is_over = true
    await assert.rejects(async () => tx.run(add(2001)), isTooLate)
  })
  await assert.rejects(work, isTooLate)
  assert.equal(errand.has_committed, false)
  assert.equal((await database.first(count()))?.words, 1000)
})
