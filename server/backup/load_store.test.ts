import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withScratchDatabase } from '#test/database.ts'
import { lockJobs, PRIVATE_JOBS } from '#test/queue.ts'
import { enqueueLoaded, loadInto, createJobTable } from './load_store.ts'
import { JOB_COLUMNS } from './manifest.ts'
import { jobRows } from './snapshot_store.ts'

test('queued jobs are restored unchanged; a running one gets its attempt back', async () => {
  await withScratchDatabase(async ({ driver }) => {
    await driver.begin(async (sql) => {
      const put = async (key: string) => {
        const [job] = await sql<
          { id: string }[]
        >`select id from graphile_worker.add_job('due', payload := json_build_object('account_id', 1), queue_name := 'one',
          run_at := '2026-12-01T09:00:00Z', max_attempts := 5, job_key := ${key}, priority := 3,
          flags := array['account:1', 'receiver:1:a'])`
        return (job ?? assert.fail('no job')).id
      }
      const selectJobs = () => sql<
        { key: string }[]
      >`select key, task_identifier, queue_name, run_at, priority, attempts, max_attempts, last_error,
        locked_by, flags from graphile_worker.jobs order by id`
      const failed = await put('failed')
      const again = await put('again')
      await put('new')
      const running = await put('running')
      await sql`select graphile_worker.permanently_fail_jobs(array[${failed}::bigint, ${again}::bigint], E'it broke\nbadly')`
      await sql`select graphile_worker.reschedule_jobs(array[${again}::bigint], attempts := 2)`
      await lockJobs(sql, 'a worker', [running])
      const before = await selectJobs()
      const lines: Buffer[] = []
      for await (const line of jobRows(sql)) lines.push(line)
      await sql`delete from ${sql(PRIVATE_JOBS)}`
      await createJobTable(sql, 'kept')
      const loading = await loadInto(sql, { name: 'kept', columns: JOB_COLUMNS })
      for (const line of lines) await loading.write(line)
      await loading.end()
      await enqueueLoaded(sql, 'kept')
      const expected = before.map((job) => (job.key === 'running' ? { ...job, max_attempts: 6, locked_by: null } : job))
      assert.deepEqual([...(await selectJobs())], expected)
      assert.deepEqual(
        before.map((job) => job.key),
        ['failed', 'again', 'new', 'running'],
      )
    })
  })
})
