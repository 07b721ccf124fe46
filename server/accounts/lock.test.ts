import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { waitFor } from '#test/jobs.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { openFiles } from '#files/files.ts'
import { AccountError, dropAccount } from './create.ts'
import { lockAccountById } from './lock.ts'

const app = await useApp()
const { database } = app.database
const lockNow = defineStatement<unknown>('select account_id from account_locks where account_id = $1 for update nowait')
const lockAsBefore = defineStatement<unknown>('select id from accounts where id = $1 for no key update nowait')
const removeLock = defineStatement<unknown>('delete from account_locks where account_id = $1')
const rename = defineStatement<unknown>('update groups set name = $2 where account_id = $1')

/** Runs `meanwhile` on other connections while a transaction that has done `first` is open, and then does `last`. */
async function during(
  first: (tx: Db) => Promise<unknown>,
  meanwhile: () => Promise<void>,
  last: (tx: Db) => Promise<unknown> = async () => {},
): Promise<void> {
  await database.transaction(async (tx) => {
    await first(tx)
    await meanwhile()
    await last(tx)
  })
}
const isHeld = { code: '55P03' }

/** Waits until so many sessions wait for a lock with a statement like this. */
const untilWaiting = (count: number, like: string) =>
  waitFor(async () => {
    const waiting = await database.driver`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${like}`
    return waiting.length
  }, count)

test('an account is locked by a row of its own, so that neither new tickets nor other accounts wait', async () => {
  const one = await putInstance(app)
  const other = await putInstance(app)
  await during(
    (tx) => lockAccountById(tx, one.id),
    async () => {
      await assert.rejects(database.run(lockNow(one.id)), isHeld)
      await database.run(lockNow(other.id))
      await database.run(lockAsBefore(one.id))
      const made = await one.api.post('/api/v2/tickets', { ticket: { subject: 'Meanwhile', comment: { body: 'Written' } } })
      assert.equal(made.status, 201)
    },
  )
  await database.run(lockNow(one.id))
})

test('an account that a process of the version before has made gets its row with the first lock', async () => {
  const { id } = await putInstance(app)
  await database.run(removeLock(id))
  await during(
    (tx) => lockAccountById(tx, id),
    // made, and not committed yet
    async () => assert.equal(await database.run(lockNow(id)), 0),
  )
  assert.equal(await database.run(lockNow(id)), 1)
  await during(
    (tx) => lockAccountById(tx, id),
    () => assert.rejects(database.run(lockNow(id)), isHeld),
  )
})

test('acts that find no row lock the account one after the other', async () => {
  const { id } = await putInstance(app)
  await database.run(removeLock(id))
  let inside = 0
  let most = 0
  const act = () =>
    database.transaction(async (tx) => {
      await lockAccountById(tx, id)
      most = Math.max(most, ++inside)
      await tx.run(rename(id, 'Renamed'))
      inside -= 1
    })
  await Promise.all([act(), act(), act()])
  assert.equal(most, 1)
})

test('a change of settings locks the settings, too: a process of the version before locks nothing else', async () => {
  const { id, inPerson } = await putInstance(app)
  let isDone = false
  let changed: Promise<{ status: number }> | undefined
  await during(
    (tx) => tx.run(lockAsBefore(id)),
    async () => {
      const settings = { tickets: { comments_public_by_default: false } }
      changed = inPerson.put('/api/v2/account/settings', { settings }).finally(() => (isDone = true))
      await untilWaiting(1, 'select settings from accounts%')
      await assert.rejects(database.run(lockNow(id)), isHeld)
      assert.equal(isDone, false)
    },
  )
  assert.equal((await changed)?.status, 200)
})

test('an instance is dropped after the act that has locked it, and one that waited then finds nothing', async () => {
  const { id } = await putInstance(app, { subdomain: 'locked' })
  const files = openFiles(app.config)
  let isDropped = false
  let dropped: Promise<unknown> | undefined
  await during(
    (tx) => lockAccountById(tx, id),
    async () => {
      const drop = () => dropAccount(database, files.remove, 'locked').then(() => void (isDropped = true))
      // the second one finds that the first was faster
      dropped = Promise.allSettled([drop(), drop()])
      await untilWaiting(2, 'select account_id from account_locks%')
      assert.equal(await database.run(rename(id, 'Still there')), 1)
      assert.equal(isDropped, false)
    },
  )
  const ends = (await dropped) as PromiseSettledResult<void>[]
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.ok(ends.some((end) => end.status === 'rejected' && end.reason instanceof AccountError))
  await database.transaction((tx) => lockAccountById(tx, id))
  assert.equal(await database.run(lockNow(id)), 0)
  await files.close()
})

test('an instance is dropped although one of its acts locks the same rows in another order', async () => {
  const { id } = await putInstance(app, { subdomain: 'crossed' })
  const files = openFiles(app.config)
  const lockHead = defineStatement<unknown>('select 1 from audit_chain_heads where account_id = $1 for update')
  const shareAccount = defineStatement<unknown>('select 1 from accounts where id = $1 for key share')
  let dropped: Promise<void> | undefined
  await during(
    (tx) => tx.run(lockHead(id)),
    async () => {
      dropped = dropAccount(database, files.remove, 'crossed')
      await untilWaiting(1, 'delete from audit_chain_heads%')
    },
    // now each waits for the other, and PostgreSQL ends the one that finds out first
    (tx) => tx.run(shareAccount(id)),
  ).catch((error: unknown) => assert.equal((error as { code: string }).code, '40P01'))
  await dropped
  assert.equal(await database.run(lockAsBefore(id)), 0)
  await files.close()
})
