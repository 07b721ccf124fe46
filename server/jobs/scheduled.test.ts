import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { claimScheduled, releaseScheduled } from './claim.ts'
import { runScheduled } from './scheduled.ts'
import { SCHEDULED_WORKS } from './scheduled_works.ts'
import { sweep } from './sweep.ts'

// no worker: the test itself runs the scheduled work
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { server } = app.running
const sql = app.database.database.driver

/** An instance with a clock of its own, and an upload that has expired by it. */
async function withOver(day: number) {
  const at = `2020-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
  const instance = await putInstance(app, { settings: { clock: { mode: 'frozen', at } } })
  const put = (mark: string, expires_at: string) => sql`insert into uploads (account_id, token_hash, user_id, created_at, expires_at)
    values (${instance.id}, ${Buffer.from(mark)}, ${instance.owner_id}, ${expires_at}, ${expires_at})`
  // its automations have run in this hour
  await sql`insert into automation_hours (account_id, hour) values (${instance.id}, ${at})`
  await put(`over ${day}`, at)
  await put(`not over ${day}`, new Date(Date.parse(at) + 1000).toISOString())
  return instance
}
const listRemainingMarks = async () =>
  (await sql<{ mark: string }[]>`select convert_from(token_hash, 'UTF8') as mark from uploads order by 1`).map(({ mark }) => mark)

test('each scheduled work queries with one statement, however many clocks there are, and each account goes by its own', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7, 8]
  for (const day of days) await withOver(day)
  let statements = 0
  const runCounted: typeof server.database.all = (statement) => {
    statements += 1
    return server.database.all(statement)
  }
  const looking = { ...server, database: Object.assign(Object.create(server.database) as typeof server.database, { all: runCounted }) }
  assert.equal(await runScheduled(looking), 0)
  // one more lists the accounts; the work itself runs in transactions of its own
  assert.ok(statements <= Object.keys(SCHEDULED_WORKS).length + 1 + days.length, `${statements} statements`)
  assert.deepEqual(await listRemainingMarks(), days.map((day) => `not over ${day}`).sort())
  assert.equal((await sql`select 1 from due_claims where claimed_until > ${new Date()}`).length, 0)
})

test('each account is found by its own clock, and only clocks that show another time are passed', async () => {
  const now = Date.now()
  const until = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  const makeFrozen = (hours: number) => ({ mode: 'frozen', at: until(hours) })
  const makeShifted = (hours: number) => ({ mode: 'shifted', offset_seconds: hours * 3600 })
  const makeAdvancing = (hours: number, seconds: number) => {
    const clock = { mode: 'advancing', at: until(hours), by: 'a test', runs: false }
    return { ...clock, until: new Date(now + seconds * 1000).toISOString() }
  }
  const cases: readonly [mark: string, clock: object | undefined, expires: number, isDue: boolean][] = [
    ['real, due', undefined, -1, true],
    ['real, not due', undefined, 1, false],
    ['frozen before, due by the machine', makeFrozen(-5), -1, false],
    ['frozen before, due', makeFrozen(-5), -6, true],
    ['frozen after, due', makeFrozen(5), 1, true],
    ['shifted back', makeShifted(-5), -1, false],
    ['shifted on', makeShifted(5), 1, true],
    ['an advance that has died, due', makeAdvancing(5, -1), 1, true],
    ['an advance that has died, due by the machine', makeAdvancing(-5, -1), -1, false],
    // does its work itself
    ['an advance', makeAdvancing(5, 600), 1, false],
  ]
  const own: number[] = []
  const real: number[] = []
  for (const [mark, clock, expires] of cases) {
    const { id, owner_id } = await putInstance(app, clock === undefined ? {} : { settings: { clock } })
    if (!mark.endsWith('an advance')) (clock === undefined ? real : own).push(id)
    await sql`insert into uploads (account_id, token_hash, user_id, created_at, expires_at)
      values (${id}, ${Buffer.from(mark)}, ${owner_id}, ${until(-9)}, ${until(expires)})`
  }
  const passed: (readonly number[])[] = []
  const runSeen: typeof server.database.all = (statement) => {
    if ('sql' in statement && statement.sql.includes('from uploads d')) passed.push(statement.parameters[0] as number[])
    return server.database.all(statement)
  }
  const seen = { ...server, database: Object.assign(Object.create(server.database) as typeof server.database, { all: runSeen }) }
  assert.equal(await runScheduled(seen), 0)
  const left = new Set(await listRemainingMarks())
  assert.deepEqual(
    cases.map(([mark]) => [mark, left.has(mark)]),
    cases.map(([mark, , , isDue]) => [mark, !isDue]),
  )
  const [ids = []] = passed
  assert.ok(own.every((id) => ids.includes(id)) && !real.some((id) => ids.includes(id)), JSON.stringify(passed))
})

test('an account whose clock is far beyond all dates does not keep the work of others from being done', async () => {
  await putInstance(app, { settings: { clock: { mode: 'shifted', offset_seconds: 8500 * 366 * 86_400 } } })
  await withOver(25)
  assert.equal(await runScheduled(server), 0)
  assert.ok(!(await listRemainingMarks()).includes('over 25'))
  await sweep(server.database)
})

test('work claimed by another worker is left alone until the claim has expired', async () => {
  const { id } = await withOver(20)
  assert.equal(await claimScheduled(server.database, id, 'another'), true)
  assert.equal(await claimScheduled(server.database, id, 'another'), true)
  assert.equal(await claimScheduled(server.database, id, 'a third'), false)
  assert.equal(await runScheduled(server), 1)
  assert.ok((await listRemainingMarks()).includes('over 20'))
  await sql`update due_claims set claimed_until = now() - interval '1 second' where account_id = ${id}`
  assert.equal(await runScheduled(server), 0)
  assert.ok(!(await listRemainingMarks()).includes('over 20'))
  await releaseScheduled(server.database, id, 'another')
  assert.equal((await sql`select 1 from due_claims where claimed_until > ${new Date()}`).length, 0)
})
