import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { waitFor } from '#test/jobs.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { Unavailable } from '#core/errors.ts'
import { makeGate } from './gate.ts'

const app = await useApp()
const { database } = app.database
const setState = defineStatement<unknown>('update accounts set move_state = $2 where id = $1')
const rename = defineStatement<unknown>('update groups set name = $2 where account_id = $1')
const selectNames = defineStatement<{ name: string }>('select name from groups where account_id = $1')
const readNames = async (db: Db, id: number) => (await db.all(selectNames(id))).map(({ name }) => name)

/** A gate of a process that may have missed notifications, or has not, as `state.isHearing` says. */
function makeDoubtfulGate(isHearing: boolean) {
  const state = { isHearing }
  return { state, gate: makeGate(database, () => state.isHearing) }
}

test('a process that may have missed the stop asks the database in each transaction, and the stop waits for those that have asked', async () => {
  const { id } = await putInstance(app)
  const { gate } = makeDoubtfulGate(false)
  const act = await gate.begin({ id, move_state: null })
  const db = database.for(id, undefined, act)
  let isSet = false
  const setting = await db.transaction(async (tx) => {
    await tx.run(rename(id, 'before'))
    const setting = database.run(setState(id, 'leaving')).then(() => (isSet = true))
    await waitFor(async () => (await database.driver`select 1 from pg_locks where not granted`).length, 1)
    assert.equal(isSet, false)
    return { setting }
  })
  await setting.setting
  await assert.rejects(
    db.transaction((tx) => tx.run(rename(id, 'in a transaction'))),
    Unavailable,
  )
  await assert.rejects(db.run(rename(id, 'alone')), Unavailable)
  assert.deepEqual(await readNames(db, id), ['before'])
  act.end()
})

test('an act that began without a doubt asks the database from the moment at which its process may miss notifications', async () => {
  const { id } = await putInstance(app)
  const lapsed = makeDoubtfulGate(true)
  const lost = makeDoubtfulGate(true)
  const acts = [await lapsed.gate.begin({ id, move_state: null }), await lost.gate.begin({ id, move_state: null })]
  const databases = acts.map((act) => database.for(id, undefined, act))
  for (const db of databases) await db.run(rename(id, 'sure'))
  await database.run(setState(id, 'leaving'))
  lapsed.state.isHearing = false
  lost.gate.doubt()
  for (const db of databases) await assert.rejects(db.run(rename(id, 'doubtful')), Unavailable)
  assert.deepEqual(await readNames(database, id), ['sure'])
})

test('an act of an instance that leaves reads, and PostgreSQL itself refuses what writes', async () => {
  const { id } = await putInstance(app)
  const { gate } = makeDoubtfulGate(true)
  await database.run(setState(id, 'leaving'))
  const act = await gate.begin({ id, move_state: null })
  assert.equal(act.move?.state, 'leaving')
  const db = database.for(id, undefined, act)
  const readOnly = { code: '25006' }
  await assert.rejects(db.run(rename(id, 'alone')), readOnly)
  await assert.rejects(
    db.transaction((tx) => tx.run(rename(id, 'in a transaction'))),
    readOnly,
  )
  assert.deepEqual(await db.transaction((tx) => readNames(tx, id)), ['Support'])
})

test('a change is confirmed when the acts that began before have ended; those of other instances do not matter', async () => {
  const one = await putInstance(app)
  const other = await putInstance(app)
  const { gate } = makeDoubtfulGate(true)
  const act = await gate.begin({ id: one.id, move_state: null })
  await gate.begin({ id: other.id, move_state: null })
  let isConfirmed = false
  const change = gate.change(one.id).then(() => (isConfirmed = true))
  assert.equal(act.stopping.aborted, true)
  await database.for(one.id, undefined, act).run(rename(one.id, 'finished'))
  assert.equal(isConfirmed, false)
  act.end()
  await change
})

test('an account whose row says that it is being moved is looked up, where that was not notified yet', async () => {
  const { id } = await putInstance(app)
  const { gate } = makeDoubtfulGate(true)
  assert.equal((await gate.begin({ id, move_state: null })).move, undefined)
  await database.run(setState(id, 'leaving'))
  assert.equal((await gate.begin({ id, move_state: null })).move, undefined)
  assert.equal((await gate.begin({ id, move_state: 'leaving' })).move?.state, 'leaving')
})
