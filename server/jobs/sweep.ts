/**
 * Removes what has had its time: counters, sessions, job statuses, idempotency keys, and the payloads of jobs that were given up.
 * What an account wrote is old by the account's own clock, so accounts whose clocks run alike are swept with one statement.
 */
import { allAccounts } from '../accounts/directory.ts'
import { fixed } from '../db/builder.ts'
import type { Db } from '../db/client.ts'
import { accountNow, addSeconds, type ClockSetting, machineNow } from '../lib/clock.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
/** A status is kept this long after its job has ended; one whose job was lost, a day. @source conventions.md §7 Limits */
const STATUS_SECONDS = HOUR_SECONDS
/** @source conventions.md §9 */
const KEY_SECONDS = 2 * HOUR_SECONDS

const counters = fixed<unknown>('delete from rate_limits where account_id = any($1::bigint[]) and window_start < $2')
const sessions = fixed<unknown>('delete from sessions where account_id = any($1::bigint[]) and expires_at < $2')
const keys = fixed<unknown>('delete from idempotency_keys where account_id = any($1::bigint[]) and created_at < $2')
const statuses = fixed<unknown>(`delete from job_statuses where account_id = any($1::bigint[])
  and updated_at < case when status in ('completed', 'failed') then $2::timestamptz else $3::timestamptz end`)
const givenUp = fixed<unknown>(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
  where attempts >= max_attempts and locked_at is null and updated_at < $1`)

/** Sweeps all accounts once. Any number of workers may do it at the same time. */
export async function sweep(db: Db): Promise<void> {
  const accounts = await allAccounts(db)
  const alike = Map.groupBy(accounts, (account) => JSON.stringify(account.settings.clock))
  const ids = accounts.map((account) => account.id)
  await db.run(counters(ids, Math.floor(addSeconds(machineNow(), -DAY_SECONDS).getTime() / 1000)))
  await db.run(givenUp(addSeconds(machineNow(), -DAY_SECONDS)))
  for (const [clock, group] of alike) {
    const some = group.map((account) => account.id)
    const now = accountNow(JSON.parse(clock) as ClockSetting)
    await db.run(sessions(some, now))
    await db.run(keys(some, addSeconds(now, -KEY_SECONDS)))
    await db.run(statuses(some, addSeconds(now, -STATUS_SECONDS), addSeconds(now, -DAY_SECONDS)))
  }
}
