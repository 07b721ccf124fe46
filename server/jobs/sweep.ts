/**
 * Removes what has had its time: counters, sessions and what came before them, job statuses, idempotency keys, exports, mails, activities, and the payloads of jobs that were given up.
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
const MAIL_SECONDS = 90 * DAY_SECONDS
/** @source other.md §8 Activities */
const ACTIVITY_SECONDS = 30 * DAY_SECONDS

const counters = fixed<unknown>('delete from rate_limits where account_id = any($1::bigint[]) and window_start < $2')
/** What lives by the machine's clock: moving an instance's clock signs nobody out. */
const signIns = (['sessions', 'sign_in_challenges', 'sso_visits'] as const).map((table) =>
  fixed<unknown>(`delete from ${table} where account_id = any($1::bigint[]) and expires_at < $2`),
)
const keys = fixed<unknown>('delete from idempotency_keys where account_id = any($1::bigint[]) and created_at < $2')
const activities = fixed<unknown>('delete from activities where account_id = any($1::bigint[]) and created_at < $2')
const mails = fixed<unknown>('delete from mails where account_id = any($1::bigint[]) and created_at < $2')
const statuses = fixed<unknown>(`delete from job_statuses where account_id = any($1::bigint[])
  and updated_at < case when status in ('completed', 'failed') then $2::timestamptz else $3::timestamptz end`)
const exports = fixed<unknown>('delete from audit_log_exports where account_id = any($1::bigint[]) and expires_at < $2')
const givenUp = fixed<unknown>(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
  where attempts >= max_attempts and locked_at is null and updated_at < $1`)

/** Sweeps all accounts once. Any number of workers may do it at the same time. */
export async function sweep(db: Db): Promise<void> {
  const accounts = await allAccounts(db)
  const alike = Map.groupBy(accounts, (account) => JSON.stringify(account.settings.clock))
  const ids = accounts.map((account) => account.id)
  await db.run(counters(ids, Math.floor(addSeconds(machineNow(), -DAY_SECONDS).getTime() / 1000)))
  for (const over of signIns) await db.run(over(ids, machineNow()))
  await db.run(givenUp(addSeconds(machineNow(), -DAY_SECONDS)))
  for (const [clock, group] of alike) {
    const some = group.map((account) => account.id)
    const now = accountNow(JSON.parse(clock) as ClockSetting)
    await db.run(exports(some, now))
    await db.run(keys(some, addSeconds(now, -KEY_SECONDS)))
    await db.run(mails(some, addSeconds(now, -MAIL_SECONDS)))
    await db.run(activities(some, addSeconds(now, -ACTIVITY_SECONDS)))
    await db.run(statuses(some, addSeconds(now, -STATUS_SECONDS), addSeconds(now, -DAY_SECONDS)))
  }
}
