// A process wakes the workers seldom, and for each job.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { systemOf } from '#test/system.ts'
import { enqueueAll } from './enqueue.ts'
import { makeWaker } from './wake.ts'

const app = await useApp({ DESKHAND_ROLE: 'web' })
const { database } = app.database

const JOB = { payload: {} }

/** Waits until the process has woken workers for everything that was queued before. */
async function endEarlierWakes(): Promise<void> {
  const many = Array.from({ length: 7 }, () => JOB)
  let isOver = false
  const listening = await database.driver.listen('jobs:insert', (payload) => {
    isOver ||= (JSON.parse(payload) as { count: number }).count >= many.length
  })
  await enqueueAll(await systemOf(app), 'deliver_webhook', many, { max_attempts: 1 })
  await waitFor(async () => isOver, true)
  await listening.unlisten()
}

/** Runs `work` and returns for how many jobs each notification was, once they are for `jobs` together. */
async function countWakes(jobs: number, work: () => Promise<void>): Promise<number[]> {
  await endEarlierWakes()
  const counts: number[] = []
  const listening = await database.driver.listen('jobs:insert', (payload) => counts.push((JSON.parse(payload) as { count: number }).count))
  await work()
  await waitFor(async () => counts.reduce((sum, count) => sum + count, 0), jobs)
  await listening.unlisten()
  return counts
}

test('jobs that are queued at once are one notification, beside the first one', async () => {
  const wake = makeWaker(database.for('a test'))
  const counts = await countWakes(61, async () => {
    for (let number = 0; number < 60; number++) wake(1)
    wake(1)
  })
  assert.deepEqual(counts, [1, 60])
})

test('a write whose rules have effects wakes the workers once it is committed, and one without them does not', async () => {
  const make = makeWith(app.api)
  const actions = [{ field: 'notification_user', value: ['requester_id', 'Woken', 'Text'] }]
  const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'wakes' }], any: [] }
  assert.equal((await app.api.post('/api/v2/triggers', { trigger: { title: 'Wakes', conditions, actions } })).status, 201)
  // the first job of a kind goes through the queue's own function
  await make.ticket({ tags: ['wakes'] })
  const counts = await countWakes(1, async () => {
    await make.ticket({ tags: ['quiet'] })
    const { id } = await make.ticket({ tags: ['quiet'] })
    await app.api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['wakes'] } })
  })
  assert.deepEqual(counts, [1])
})

test('jobs wake the workers unless they have a delay; the delay of a delivery that is tried first is zero', async () => {
  const ctx = await systemOf(app)
  const queue = (delay_seconds: number | undefined) =>
    enqueueAll(ctx, 'deliver_webhook', [JOB, JOB], {
      max_attempts: 1,
      ...(delay_seconds === undefined ? {} : { delay_seconds }),
    })
  // the first job of a kind goes through the queue's own function
  await queue(60)
  const counts = await countWakes(4, async () => {
    await queue(60)
    await queue(0)
    await queue(undefined)
  })
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    4,
  )
})
