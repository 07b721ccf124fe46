import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { emptyQueue, lockJobs } from '#test/queue.ts'
import { giveAttemptBack, openHeartbeat, releaseOrphans, takeBack } from './heartbeat.ts'

// no worker: the test itself locks jobs and frees them
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { database, address } = app.database
const sql = database.driver

interface Job {
  readonly id: string
  readonly locked_by: string | null
  readonly attempts: number
  readonly max_attempts: number
}

/** A job that a worker has locked, at its last attempt. */
async function lockedJob(worker: string, most: number): Promise<string> {
  const [job] = await sql<{ id: string }[]>`select id from graphile_worker.add_job('due', max_attempts := ${most})`
  const { id } = job ?? assert.fail('no job')
  await lockJobs(sql, worker, [id])
  return id
}

async function jobs(): Promise<unknown[][]> {
  const rows = await sql<Job[]>`select id, locked_by, attempts, max_attempts from graphile_worker.jobs order by id`
  return rows.map((job) => [job.id, job.locked_by, job.attempts, job.max_attempts])
}

beforeEach(async () => {
  await takeBack(database, ['living', 'dead'])
  await emptyQueue(sql)
})

test('jobs of a dead worker are freed with one attempt more, up to 25; jobs of a living worker stay locked', async () => {
  const living = await openHeartbeat(address)
  await living.announce('living')
  const own = await lockedJob('living', 5)
  const orphan = await lockedJob('dead', 5)
  const often = await lockedJob('dead', 25)
  await Promise.all([releaseOrphans(database), releaseOrphans(database)])
  assert.deepEqual(await jobs(), [
    [own, 'living', 5, 5],
    [orphan, null, 5, 6],
    [often, null, 25, 25],
  ])
  await living.close()
})

test('a process that has lost the database frees its own jobs and returns their attempts', async () => {
  const own = await lockedJob('dead', 5)
  const other = await lockedJob('living', 5)
  await takeBack(database, [])
  await takeBack(database, ['dead', 'unknown'])
  assert.deepEqual(await jobs(), [
    [own, null, 4, 5],
    [other, 'living', 5, 5],
  ])
})

test('a running job gets an attempt back and stays locked; a free job keeps its attempts', async () => {
  const id = await lockedJob('living', 5)
  await giveAttemptBack(database, id)
  assert.deepEqual(await jobs(), [[id, 'living', 4, 5]])
  await takeBack(database, ['living'])
  await giveAttemptBack(database, id)
  assert.deepEqual(await jobs(), [[id, null, 3, 5]])
})
