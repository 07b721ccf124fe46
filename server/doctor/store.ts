/** Every statement that examines an installation. All of them only read. */
import type postgres from 'postgres'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { ensureDefined } from '#lib/defined.ts'

/** Properties of the server and this database. */
export interface AboutDatabase {
  readonly version: string
  readonly encoding: string
  readonly locale: string
  readonly connections: number
  readonly most_connections: number
}

// datlocale has another name before PostgreSQL 17, and is absent with a locale of the operating system
const selectDatabaseFacts =
  defineStatement<AboutDatabase>(`select current_setting('server_version') as version, pg_encoding_to_char(d.encoding) as encoding,
    coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', d.datcollate) as locale,
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections, current_setting('max_connections')::bigint as most_connections
  from pg_database d where d.datname = current_database()`)
const selectInvalidIndexes = defineStatement<{
  name: string
}>(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
  where not i.indisvalid and c.relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker')) order by 1`)
const selectLongTransactions = defineStatement<{
  pid: number
  name: string
  state: string
  seconds: number
}>(`select pid::bigint as pid, application_name as name, coalesce(state, '') as state,
    extract(epoch from now() - xact_start)::bigint as seconds
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - $1 * interval '1 second'
  union all select 0, gid, 'prepared', extract(epoch from now() - prepared)::bigint from pg_prepared_xacts where database = current_database() order by seconds desc limit 20`)
const countQueue = defineStatement<QueueState>(`select
    count(*) filter (where locked_at is null and attempts < max_attempts) as waiting, count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
    count(*) filter (where locked_at is not null) as running,
    extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()))::bigint as oldest_seconds
  from graphile_worker.jobs`)
// a live worker holds an advisory lock on the name it locks jobs with (jobs/heartbeat.ts); locks taken here end with the statement
const countDeadLocks = defineStatement<{
  jobs: number
}>(`with lockers as materialized (select locked_by, count(*) as jobs from graphile_worker.jobs where locked_by is not null group by 1),
    gone as materialized (select jobs from lockers where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)))
  select coalesce(sum(jobs), 0)::bigint as jobs from gone`)
const countOutbox = defineStatement<{
  failed: number
  late: number
}>(`select count(*) filter (where state = 'failed' and created_at > now() - interval '7 days') as failed,
    count(*) filter (where state = 'queued' and created_at < now() - interval '1 hour') as late from mails where account_id is not null`)
const selectLogParts = defineStatement<{ name: string }>(
  "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'request_log'::regclass and c.relname like 'request\\_log\\_from\\_%' order by 1",
)
const selectFiles = defineStatement<FileRow>(`select id, name, size, encode(sha256, 'hex') as sha256, loose_since is not null as is_loose
  from stored_files where account_id = $1 and id > $2 order by id limit 5000`)

/** Version, encoding, locale and connections. */
export const aboutDatabase = async (db: Db): Promise<AboutDatabase> => ensureDefined(await db.first(selectDatabaseFacts()))
/** Indexes that PostgreSQL does not use because their creation was interrupted. */
export const invalidIndexes = (db: Db) => db.all(selectInvalidIndexes())
/** Transactions open for longer than `seconds`, the oldest first. */
export const longTransactions = (db: Db, seconds: number) => db.all(selectLongTransactions(seconds))
/** Counts of jobs that wait, run and have failed. */
export const queueState = async (db: Db) => ensureDefined(await db.first(countQueue()))
/** The number of jobs locked by workers that no longer run. */
export const deadLocks = async (db: Db) => ensureDefined(await db.first(countDeadLocks())).jobs
/** Mails that were not delivered. */
export const outboxState = async (db: Db) => ensureDefined(await db.first(countOutbox()))
/** The partitions of the request log. */
export const logParts = (db: Db) => db.all(selectLogParts())

/** Counts of the queue; `oldest_seconds` is how long the oldest job that can run has waited. */
export interface QueueState {
  readonly waiting: number
  readonly failed: number
  readonly running: number
  readonly oldest_seconds: number | null
}

/** What rows contain about the files of one account. */
export interface FileRow {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sha256: string
  /** No record needs it yet, or any more: its bytes may be missing. */
  readonly is_loose: boolean
}

/** Rows of the files of an account, in batches. */
export async function* fileRows(db: Db, accountId: number): AsyncGenerator<FileRow> {
  for (let after = 0; ;) {
    const some = await db.all(selectFiles(accountId, after))
    yield* some
    if (some.length === 0) return
    after = ensureDefined(some.at(-1)).id
  }
}

/** True when a listening session receives a notification of another one within `timeout_ms`. */
export async function receivesNotifications(sql: postgres.Sql, channel: string, timeout_ms: number): Promise<boolean> {
  const { promise: heard, resolve } = Promise.withResolvers<boolean>()
  const patience = setTimeout(() => resolve(false), timeout_ms)
  const listening = await sql.listen(channel, () => resolve(true))
  try {
    await sql.notify(channel, '')
    return await heard
  } finally {
    clearTimeout(patience)
    await listening.unlisten()
  }
}
