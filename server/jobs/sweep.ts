/**
 * Deletes expired rows: counters, sessions, sign-in challenges, SSO visits, known origins, job statuses, idempotency keys, exports, mails,
 * activities, and the payloads of failed jobs. The age of an account's own records goes by the account's clock: one statement for each kind
 * deletes them in all accounts.
 */
import { allAccounts } from '#accounts/directory.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { accountNow, addSeconds, machineNow } from '#lib/clock.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
/** How long a status is kept after its job has ended; a day, where the job can be continued. @source docs/reference/conventions.md §7.1 */
const STATUS_SECONDS = HOUR_SECONDS
/** A job without progress for so long is lost: no outage is waited out that long. */
const LOST_SECONDS = 7 * DAY_SECONDS
/** @source docs/reference/conventions.md §9 */
const KEY_SECONDS = 2 * HOUR_SECONDS
const MAIL_SECONDS = 90 * DAY_SECONDS
/** @source docs/reference/other.md §2 */
const ACTIVITY_SECONDS = 30 * DAY_SECONDS

const deleteCounters = defineStatement<unknown>('delete from rate_limits where account_id = any($1::bigint[]) and window_start < $2')
/** These expire by the machine's clock: changing an instance's clock does not sign anyone out. */
const signIns = (['sign_in_challenges', 'sso_visits', 'known_origins'] as const).map((table) =>
  defineStatement<unknown>(`delete from ${table} where account_id = any($1::bigint[]) and expires_at < $2`),
)
/** An expired session grants nothing, but stays for a day: jobs started with it may not have run yet. See auth/started_by.ts. */
const deleteSessions = defineStatement<unknown>('delete from sessions where account_id = any($1::bigint[]) and expires_at < $2')
/** Deletes rows `x` for which the condition holds; `c.now` is the time in their account, in milliseconds since 1970. */
const defineDeletion = (table: string, condition: string) =>
  defineStatement<unknown>(`delete from ${table} x using unnest($1::bigint[], $2::bigint[]) as c (account_id, now)
    where x.account_id = c.account_id and (${condition})`)
/** The time in the account, so many seconds ago. Immutable, which subtracting an interval is not. */
const ago = (seconds: number) => `to_timestamp(c.now / 1000.0 - ${seconds})`
const byOwnClock = [
  defineDeletion('audit_log_exports', `x.expires_at < ${ago(0)}`),
  defineDeletion('idempotency_keys', `x.created_at < ${ago(KEY_SECONDS)}`),
  defineDeletion('mails', `x.created_at < ${ago(MAIL_SECONDS)}`),
  defineDeletion('activities', `x.created_at < ${ago(ACTIVITY_SECONDS)}`),
  defineDeletion(
    'job_statuses',
    `x.updated_at < case when x.status not in ('completed', 'failed') then ${ago(LOST_SECONDS)}
      when x.work is null then ${ago(STATUS_SECONDS)} else ${ago(DAY_SECONDS)} end`,
  ),
]
const givenUp = defineStatement<unknown>(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
  where attempts >= max_attempts and locked_at is null and updated_at < $1`)

/** Sweeps all accounts in use once, with the same number of statements whatever their clocks. Any number of workers may run it concurrently. */
export async function sweep(db: Db): Promise<void> {
  // one that is being moved has the same rows in both places
  const accounts = (await allAccounts(db)).filter(({ move_state }) => move_state === null)
  const ids = accounts.map((account) => account.id)
  const nows = accounts.map((account) => accountNow(account.settings.clock).getTime())
  await db.run(deleteCounters(ids, Math.floor(addSeconds(machineNow(), -DAY_SECONDS).getTime() / 1000)))
  for (const over of signIns) await db.run(over(ids, machineNow()))
  await db.run(deleteSessions(ids, addSeconds(machineNow(), -DAY_SECONDS)))
  await db.run(givenUp(addSeconds(machineNow(), -DAY_SECONDS)))
  for (const over of byOwnClock) await db.run(over(ids, nows))
}
