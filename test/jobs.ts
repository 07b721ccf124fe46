/** Waits for jobs of the application under test. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedBy } from '#auth/started_by.ts'
import { transientKind } from '#db/transient_errors.ts'
import { runScheduled } from '#jobs/scheduled.ts'
import type { JobName, JobRun } from '#queue/enqueue.ts'
import { queueByTask } from '#queue/store.ts'
import type { TestApp } from './app.ts'
import type { Answer } from './client.ts'

const PATIENCE_POLLS = 600

/** The job a response refers to, once it has ended. */
export async function waitForJob(
  app: TestApp,
  answer: Answer,
): Promise<{ job_type: string; status: string; total: number | null; results: any }> {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  for (let poll = 0; poll < PATIENCE_POLLS; poll += 1) {
    const { job_status } = (await app.api.get(`/api/v2/job_statuses/${answer.body.job_status.id}`)).body
    if (job_status.status === 'completed' || job_status.status === 'failed') return job_status
    await sleep(25)
  }
  throw new Error('The job did not end')
}

/** Polls until `read` returns `expected`, for jobs without a status. */
export async function waitFor(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (let poll = 0; poll < PATIENCE_POLLS; poll += 1) {
    if ((await read()) === expected) return
    await sleep(25)
  }
  assert.equal(await read(), expected)
}

/** Waits until no job of a kind is queued or running: one that will be tried again counts. */
export async function waitUntilNoneOf({ running: { server } }: TestApp, name: JobName): Promise<void> {
  const isLeft = async () =>
    (await queueByTask(server.database)).some(({ task, waiting, running }) => task === name && waiting + running > 0)
  await waitFor(isLeft, false)
}

/** A run of a job outside a worker, for its last attempt or an earlier one. */
export function jobRun(isLast = false, asked?: StartedBy, stopping = new AbortController().signal): JobRun {
  return { asked, stopping, isFinal: (error) => isLast && transientKind(error) === undefined }
}

/** Runs all work scheduled before now by the accounts' clocks, and waits for it and for the job that follows a change of a clock. */
export async function runScheduledWork({ running: { server } }: TestApp): Promise<void> {
  const isJobLeft = async () =>
    (await queueByTask(server.database)).some(({ task, waiting, running }) => task === 'due' && waiting + running > 0)
  // a worker of the application may be running some of it already
  while ((await runScheduled(server)) > 0 || (await isJobLeft())) await sleep(25)
}
