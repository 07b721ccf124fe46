// Jobs that a statement queues itself: the same rows, and the same notifications, as those of the queue's own function.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../../test/app.ts'
import { waitFor } from '../../test/jobs.ts'
import { PRIVATE_JOBS } from '../../test/queue.ts'
import { buildCausedJobSql } from './queue_tables.ts'

// no worker takes the jobs
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { driver } = app.database.database

const { queued, woken } = buildCausedJobSql({
  name: 'caused_by_a_test',
  payload: `json_build_object('n', s.n)`,
  max_attempts: 3,
  condition: 's.n > 0',
  source: 'rows s',
})

async function cause(numbers: readonly number[]): Promise<void> {
  await driver.unsafe(
    `with rows as (select n from unnest($1::integer[]) as n), queued as (${queued}) select ${woken} as woken from rows s`,
    [numbers as number[]],
  )
}

const jobs = async (): Promise<Record<string, unknown>[]> =>
  (await driver.unsafe(`select * from ${PRIVATE_JOBS} order by id`)).map(({ id, created_at, updated_at, run_at, ...rest }) => ({
    ...rest,
    are_set: [id, created_at, updated_at, run_at].every((value) => value !== null),
  }))

test('a job of a kind that is new goes through add_job, later ones are the same rows without it', async () => {
  const heard: string[] = []
  const listening = await driver.listen('jobs:insert', (payload) => heard.push(payload))
  await cause([1])
  await cause([1, 0])
  const [added, inserted, ...others] = await jobs()
  assert.deepEqual(inserted, added)
  assert.deepEqual(others, [])
  assert.deepEqual([added?.payload, added?.max_attempts, added?.is_available, added?.are_set], [{ n: 1 }, 3, true, true])
  await waitFor(async () => heard.length, 2)
  assert.deepEqual(
    heard.map((payload) => JSON.parse(payload).count),
    [1, 1],
  )
  assert.notEqual(heard[0], heard[1])
  await listening.unlisten()
})
