/** The commands on the queue. */
import { AccountError } from '#accounts/create.ts'
import { allAccounts } from '#accounts/directory.ts'
import { readConfig } from '#config/config.ts'
import type { Database } from '#db/client.ts'
import { HttpError } from '#core/errors.ts'
import { sentenceOf } from '#core/error_formats.ts'
import { countQueue, listQueue, type QueuedJob, type QueueFilter, retryFailed } from '#queue/store.ts'
import { machineNow } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import { continueJob } from '#modules/common/job_statuses/continue.ts'
import { withContext } from '#seed/context.ts'
import { accountNamed, withDatabase, withInstallation } from './database.ts'
import { formatTable } from './table.ts'

const MAX_SHOWN = 1000

interface Choice {
  readonly instance?: string
  readonly failed?: boolean
}

async function filterOf(database: Database, { instance, failed = false }: Choice): Promise<QueueFilter> {
  return { account_id: instance === undefined ? null : (await accountNamed(database, instance)).id, ids: null, failed }
}

/** One line for each job that waits, runs or has failed. @throws AccountError */
export function listJobs(choice: Choice): Promise<string> {
  return withDatabase(async (database) => {
    const filter = await filterOf(database, choice)
    const jobs = await listQueue(database, filter, MAX_SHOWN)
    const all = await countQueue(database, filter)
    const accounts = await allAccounts(database)
    const names = new Map(accounts.map(({ id, subdomain }) => [id, subdomain]))
    const rows = jobs.map((job) => [
      String(job.id),
      job.task,
      job.account_id === null ? '' : (names.get(job.account_id) ?? String(job.account_id)),
      stateOf(job),
      `${job.attempts}/${job.max_attempts}`,
      formatMoment(job.run_at),
      job.last_error?.replaceAll(/\s+/g, ' ').slice(0, 120) ?? '',
    ])
    const more = all > jobs.length ? [`… and ${all - jobs.length} more`] : []
    return [formatTable(['ID', 'TASK', 'INSTANCE', 'STATE', 'ATTEMPTS', 'RUN AT', 'LAST ERROR'], rows), ...more].join('\n')
  })
}

function stateOf({ locked_at, is_failed, attempts }: QueuedJob): string {
  if (locked_at !== null) return 'running'
  if (is_failed) return 'failed'
  return attempts > 0 ? 'waiting again' : 'waiting'
}

/** The id of a bulk job in the API. */
const JOB_STATUS_ID = /^V3-[0-9a-f]{32}$/

/** Resumes a stopped bulk job after the last item it has reported, even when its row has left the queue. @throws AccountError */
function continueBulkJob(id: string, { instance }: Choice): Promise<string> {
  if (instance === undefined) throw new AccountError('Name the instance of the job with --instance')
  return withInstallation(async (connected) => {
    const account = await accountNamed(connected.database, instance)
    try {
      await withContext(readConfig(process.env), connected, account, (ctx) => continueJob(ctx, id))
    } catch (error) {
      throw error instanceof HttpError ? new AccountError(`${id}: ${sentenceOf(error.body)}`) : error
    }
    return `Job ${id} goes on.`
  })
}

/** Retries one failed job, or all of them; a bulk job can be named by its API id, too. @throws AccountError */
export function retryJobs(id: string | undefined, choice: Choice): Promise<string> {
  if (id !== undefined && JOB_STATUS_ID.test(id)) return continueBulkJob(id, choice)
  if ((id === undefined) === (choice.failed !== true))
    throw new AccountError('Name a job by its id, or give --failed for all that have failed')
  if (id !== undefined && !/^\d{1,15}$/.test(id)) throw new AccountError(`"${id}" is no id of a job`)
  return withDatabase(async (database) => {
    const { account_id } = await filterOf(database, choice)
    const retried: number[] = []
    for (;;) {
      const some = await retryFailed(database, { account_id, ids: id === undefined ? null : [Number(id)] }, MAX_SHOWN, machineNow())
      retried.push(...some)
      if (some.length < MAX_SHOWN) break
    }
    if (id !== undefined && retried.length === 0) throw new AccountError(`There is no failed job ${id}`)
    return retried.length === 1 ? `Job ${retried[0]} starts again.` : `${retried.length} jobs start again.`
  })
}
