/** Two conflicting acts: PostgreSQL rolls one back, which is repeated without its caller noticing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import type { RequestScope } from '#db/request_scope.ts'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { repeatAfterClash } from './repeat.ts'

const app = await useApp({}, { own: true }) // counts the locks of the database
const holdHead = defineStatement<unknown>('select 1 from audit_chain_heads where account_id = $1 for update')
const holdGroup = defineStatement<unknown>('select 1 from groups where account_id = $1 and id = $2 for update')
const removeSchedule = defineStatement<unknown>('delete from schedules where account_id = $1 and id = $2')
const countLockWaits = defineStatement<{ count: number }>(
  "select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
)

test('a write in a deadlock is repeated, once, and answered normally', async () => {
  const { group } = (await app.api.post('/api/v2/groups', { group: { name: 'Before' } })).body
  const { database } = app.database
  const account_id = app.account_id
  const repeats = async () => Number(/^deskhand_repeated_acts_total (\d+)$/m.exec((await app.api.get('/metrics')).body)?.[1])
  let answer: ReturnType<typeof app.api.put> | undefined
  await database.transaction(async (tx) => {
    // so that the other transaction detects the deadlock and is rolled back
    await tx.run(defineStatement<unknown>("set local deadlock_timeout = '60s'")())
    await tx.run(defineStatement<unknown>("set local lock_timeout = '60s'")())
    await tx.run(holdHead(account_id))
    answer = app.api.put(`/api/v2/groups/${group.id}`, { group: { name: 'After' } })
    await waitFor(async () => (await database.first(countLockWaits()))?.count, 1)
    await tx.run(holdGroup(account_id, group.id))
    await waitFor(repeats, 1)
  })
  assert.ok(answer)
  const { status, body } = await answer
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.group.name, 'After')
  const entries = await app.inPerson.get(`/api/v2/audit_logs?filter[source_type]=group&filter[source_id]=${group.id}`)
  assert.deepEqual(entries.body.audit_logs.map((entry: { action: string }) => entry.action).sort(), ['create', 'update'])
})

test("a record that is removed between an act's read and its write is answered as not found, not as an internal error", async () => {
  const path = '/api/v2/business_hours/schedules'
  const made = await app.api.post(`${path}.json`, { schedule: { name: 'Days', time_zone: 'UTC' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body.schedule
  const { database } = app.database
  let answer: ReturnType<typeof app.api.post> | undefined
  await database.transaction(async (tx) => {
    await tx.run(removeSchedule(app.account_id, id))
    answer = app.api.post(`${path}/${id}/holidays.json`, { holiday: { name: 'Day', start_date: '2026-12-25', end_date: '2026-12-25' } })
    await waitFor(async () => (await database.first(countLockWaits()))?.count, 1)
  })
  assert.equal((await answer)?.status, 404)
})

test('an act is repeated at most twice, and never when part of it was committed, its time is over or it failed for another reason', async () => {
  const clash = (code: string) => Object.assign(new Error('deadlock detected'), { code })
  const tries = async (errand: RequestScope, error: unknown) => {
    let count = 0
    const act = async () => {
      count += 1
      throw error
    }
    await assert.rejects(repeatAfterClash(errand, act), (thrown) => thrown === error)
    return count
  }
  assert.equal(await tries({ is_over: false, has_committed: false }, clash('40P01')), 3)
  for (const code of ['40001', '23503', '23505']) assert.equal(await tries({ is_over: false, has_committed: false }, clash(code)), 3)
  assert.equal(await tries({ is_over: false, has_committed: true }, clash('40P01')), 1)
  assert.equal(await tries({ is_over: true, has_committed: false }, clash('40P01')), 1)
  assert.equal(await tries({ is_over: false, has_committed: false }, clash('55P03')), 1)
})
