// Jobs that our own statements queue and take: the same rows as those of the queue's own functions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { PRIVATE_JOBS } from '#test/queue.ts'
import { buildCausedJobSql, insertJobs, takeWaitingJobs } from './queue_tables.ts'

// no worker takes the jobs
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { driver } = app.database.database

const { queued, added } = buildCausedJobSql({
  name: 'caused_by_a_test',
  payload: `json_build_object('n', s.n)`,
  max_attempts: 3,
  condition: 's.n > 0',
  source: 'rows s',
})

async function cause(numbers: readonly number[]): Promise<void> {
  await driver.unsafe(
    `with rows as (select n from unnest($1::integer[]) as n), queued as (${queued}) select ${added} as added from rows s`,
    [numbers as number[]],
  )
}

const jobs = async (): Promise<Record<string, unknown>[]> =>
  (await driver.unsafe(`select * from ${PRIVATE_JOBS} order by id`)).map(({ id, created_at, updated_at, run_at, ...rest }) => ({
    ...rest,
    are_set: [id, created_at, updated_at, run_at].every((value) => value !== null),
  }))

test('a job of a kind that is new goes through add_job, later ones are the same rows without it', async () => {
  await cause([1])
  await cause([1, 0])
  const [first, second, ...others] = await jobs()
  assert.deepEqual(second, first)
  assert.deepEqual(others, [])
  assert.deepEqual([first?.payload, first?.max_attempts, first?.is_available, first?.are_set], [{ n: 1 }, 3, true, true])
})

test('jobs with flags are the same rows as those of add_jobs', async () => {
  await driver.unsafe(`select graphile_worker.add_job('flagged', payload := '{"n": 1}', max_attempts := 3, flags := array['a:1', 'b:2'])`)
  const given = JSON.stringify([
    { call: { n: 1 }, marks: ['a:1', 'b:2'] },
    { call: { n: 2 }, marks: null },
  ])
  const { database } = app.database
  assert.equal(await database.run(insertJobs('flagged', given, 3, 0)), 2)
  assert.equal(await database.run(insertJobs('a_new_kind', given, 3, 0)), 0)
  assert.equal(await database.run(insertJobs('flagged', given, 3, 60)), 2)
  const [first, second, third] = (await jobs()).filter(({ task_id }, _index, all) => task_id === all.at(-1)?.task_id)
  assert.deepEqual(second, first)
  assert.deepEqual(third, { ...first, payload: { n: 2 }, flags: null })
  const delayed = await driver.unsafe(
    `select 1 from ${PRIVATE_JOBS} where run_at between now() + interval '50 s' and now() + interval '60 s'`,
  )
  assert.equal(delayed.length, 2)
})

test('of the jobs that wait, only those of the account that may join and have not failed are taken', async () => {
  const makeCall = (n: number, account_id: number, joining: object) => ({ call: { account_id, payload: { n }, ...joining }, marks: null })
  const joining = { may_join: true }
  const given = [
    makeCall(1, 1, joining),
    makeCall(2, 2, joining),
    makeCall(3, 1, { may_join: false }),
    makeCall(4, 1, {}),
    ...[5, 6, 7, 8].map((n) => makeCall(n, 1, joining)),
  ]
  await driver.unsafe(`select graphile_worker.add_job('joining', payload := '{}')`)
  await app.database.database.run(insertJobs('joining', JSON.stringify(given), 3, 0))
  const set = (n: number, change: string) =>
    driver.unsafe(`update ${PRIVATE_JOBS} set ${change} where payload -> 'payload' ->> 'n' = '${n}'`)
  await set(5, 'attempts = 1')
  await set(6, `run_at = now() + interval '1 hour'`)
  await set(7, `locked_at = now(), locked_by = 'a worker'`)
  const take = (most: number) => app.database.database.all(takeWaitingJobs('joining', 1, most))
  const taken = [...(await take(1)), ...(await take(10))].map(({ payload }) => payload)
  assert.deepEqual(taken, [{ n: 1 }, { n: 8 }])
  assert.equal((await take(10)).length, 0)
})
