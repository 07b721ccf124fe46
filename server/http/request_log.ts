/** The log of every API call: collected in memory, written in batches off the request path. No secret, no body, no query string. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineStatement } from '#db/builder.ts'
import type { PoolPart } from '#db/client.ts'
import type { Ids } from '#db/ids.ts'
import { addSeconds, machineNow, toDate } from '#lib/clock.ts'
import type { Log } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { memberOf } from '#lib/error_words.ts'
import { describeWeek, readWeek, WEEK_SECONDS, weekOf } from './log_weeks.ts'

/** One call. Moments are milliseconds since 1970; `milliseconds` counts from the arrival of the head to the answer handed over. */
export interface Call {
  readonly account_id: number
  /** By the machine's clock, which also decides how long a call is kept. */
  readonly created_at: number
  /** By the account's clock: the last use of its credential. */
  readonly used_at: number
  /** False for a call refused before it was handled: for its address, its scope or a limit. Such a call does not count as a use of the credential. */
  readonly is_use: boolean
  readonly method: string
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly user_id: number | null
  readonly email: string | null
  readonly credential_kind: string
  readonly credential_id: number | null
  readonly client_id: number | null
  readonly user_agent: string | null
  readonly ip_address: string | null
  readonly request_id: string
}

/** Collects calls, one for each process. */
export interface RequestLog {
  add(call: Call): void
  /** The numbers of calls waiting to be written, and of those dropped since the start. */
  figures(): { readonly waiting: number; readonly dropped: number }
  /** Writes the collected calls; also done four times a second. */
  flush(): Promise<void>
  close(): Promise<void>
}

const EVERY_MS = 250
const CLOSE_MS = 3000
const MAX_WAITING = 50_000
const BATCH = 2000

// the calls and the sums of their days in one statement: a repeated batch is counted once. Ordered by key, so that processes writing the
// same sums cannot deadlock
const insert =
  defineStatement<unknown>(`with calls as (select account_id, id, to_timestamp(at / 1000.0) as created_at, method, route, status, milliseconds, user_id, email, credential_kind, credential_id, client_id, user_agent, ip_address, request_id
      from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::real[], $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::text[])
      as c(account_id, id, at, method, route, status, milliseconds, user_id, email, credential_kind, credential_id, client_id, user_agent, ip_address, request_id)),
    logged as (insert into request_log (account_id, id, created_at, method, route, status, milliseconds, user_id, email, credential_kind, credential_id, client_id, user_agent, ip_address, request_id) select * from calls),
    summed as (select account_id, (created_at at time zone 'UTC')::date as day, credential_kind, coalesce(credential_id, 0) as credential_id, coalesce(client_id, 0) as client_id, coalesce(user_id, 0) as user_id,
        method, route, coalesce(user_agent, '') as user_agent, coalesce(ip_address, '') as ip_address,
        count(*) as calls, count(*) filter (where status >= 400 and status <> 429) as errors, count(*) filter (where status = 429) as limited, min(created_at) as first_at, max(created_at) as last_at
      from calls group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    keyed as (select *, substring(sha256(convert_to(jsonb_build_array(credential_kind, credential_id, client_id, user_id, method, route, user_agent, ip_address)::text, 'UTF8')) for 16) as key from summed)
  insert into request_activity (account_id, day, key, credential_kind, credential_id, client_id, user_id, method, route, user_agent, ip_address, calls, errors, limited, first_at, last_at)
  select account_id, to_char(day, 'YYYY-MM-DD'), key, credential_kind, credential_id, client_id, user_id, method, route, user_agent, ip_address, calls, errors, limited, first_at, last_at
  from keyed order by account_id, day, key
  on conflict (account_id, day, key) do update set calls = request_activity.calls + excluded.calls, errors = request_activity.errors + excluded.errors,
    limited = request_activity.limited + excluded.limited, first_at = least(request_activity.first_at, excluded.first_at), last_at = greatest(request_activity.last_at, excluded.last_at)`)
const deleteDays = defineStatement<unknown>('delete from request_activity where day < $1')
const touchTokens = defineStatement<unknown>(
  'update api_tokens t set last_used_at = u.at from unnest($2::bigint[], $3::timestamptz[]) as u(id, at) where t.account_id = $1 and t.id = u.id',
)
const touchOAuth = defineStatement<unknown>(
  'update oauth_tokens t set used_at = u.at from unnest($2::bigint[], $3::timestamptz[]) as u(id, at) where t.account_id = $1 and t.id = u.id',
)
const touchSessions = defineStatement<unknown>(
  'update sessions t set last_seen_at = u.at from unnest($2::bigint[], $3::timestamptz[]) as u(id, at) where t.account_id = $1 and t.id = u.id',
)
// not at every call, since a minute's precision is enough; and never waits for a lock on the user
const touchUsers =
  defineStatement<unknown>(`with due as (select users.id, seen.at from unnest($2::bigint[], $3::timestamptz[]) as seen(id, at)
    join users on users.account_id = $1 and users.id = seen.id
    where users.last_login_at is null or users.last_login_at not between seen.at - interval '1 minute' and seen.at
    for no key update of users skip locked)
  update users set last_login_at = due.at from due where users.account_id = $1 and users.id = due.id`)
const TOUCH: Record<string, typeof touchTokens> = { api_token: touchTokens, oauth: touchOAuth, session: touchSessions, user: touchUsers }

/** Calls waiting to be written, {@link MAX_WAITING} at most; beyond that the newest are dropped, and counted. */
function makeWaiting() {
  let calls: Call[] = []
  let dropped = 0
  return {
    size: () => calls.length,
    add: (call: Call) => void (calls.length < MAX_WAITING ? calls.push(call) : (dropped += 1)),
    take: () => calls.splice(0, BATCH),
    putBack(batch: readonly Call[]) {
      calls = [...batch, ...calls]
      dropped += calls.splice(MAX_WAITING).length
    },
    dropped: () => dropped,
    leaveOut: (batch: readonly Call[]) => void (dropped += batch.length),
    /** Returns the number of dropped calls since the last call of this function. */
    takeDropped() {
      const count = dropped
      dropped = 0
      return count
    },
  }
}

/** Starts collecting. `keepDays` is how long calls are kept. */
export function openRequestLog(database: PoolPart, ids: Ids, log: Log, keepDays: number): RequestLog {
  const waiting = makeWaiting()
  let writing: Promise<void> = Promise.resolve()
  const known = new Set<number>()
  let droppedBefore = 0

  const write = async () => {
    // only what has arrived by now; later calls wait for the next flush, otherwise a busy server would write tiny batches
    for (let left = waiting.size(); left > 0;) {
      const batch = waiting.take()
      left -= batch.length
      try {
        await ensurePartitions(database, batch, known, keepDays)
        await database.run(insert(...columnsOf(batch, await ids.take(database, batch.length))))
      } catch (error) {
        if (isImpossible(error)) waiting.leaveOut(batch)
        else waiting.putBack(batch)
        throw error
      }
      await touch(database, batch)
    }
    const dropped = waiting.takeDropped()
    droppedBefore += dropped
    if (dropped > 0) log.error({ dropped }, 'the request log could not keep up; calls were left out')
  }
  const flush = () =>
    (writing = writing.then(write).catch((error: unknown) => log.error({ err: error }, 'the request log could not be written')))
  const timer = setInterval(flush, EVERY_MS)
  timer.unref()
  return {
    add: waiting.add,
    figures: () => ({ waiting: waiting.size(), dropped: droppedBefore + waiting.dropped() }),
    flush,
    async close() {
      clearInterval(timer)
      // a database that does not answer must not delay the shutdown
      await Promise.race([flush(), sleep(CLOSE_MS, undefined, { ref: false })])
      if (waiting.size() > 0) log.error({ dropped: waiting.size() }, 'the request log could not be written to its end')
    },
  }
}

/** A value PostgreSQL cannot represent (SQLSTATE class 22): the same calls would be refused every time. */
const isImpossible = (error: unknown) => String(memberOf(error, 'code')).startsWith('22')

function columnsOf(batch: readonly Call[], ids: readonly number[]): unknown[] {
  const column = <Key extends keyof Call>(key: Key) => batch.map((call) => call[key])
  return [
    column('account_id'),
    ids,
    ...(
      [
        'created_at',
        'method',
        'route',
        'status',
        'milliseconds',
        'user_id',
        'email',
        'credential_kind',
        'credential_id',
        'client_id',
        'user_agent',
        'ip_address',
        'request_id',
      ] as const
    ).map(column),
  ]
}

/** Marks the credentials of a batch as used, and users of API tokens as signed in, one statement for each kind and account. @source docs/reference/authentication.md §1 */
async function touch(database: PoolPart, batch: readonly Call[]): Promise<void> {
  const latest = new Map<string, Map<number, number>>()
  const mark = (kind: string, id: number | null, { account_id, created_at, used_at }: Call) => {
    if (id === null || TOUCH[kind] === undefined) return
    const key = `${kind} ${account_id}`
    const marks = latest.get(key) ?? new Map<number, number>()
    // sessions expire by the machine's clock
    latest.set(key, marks.set(id, kind === 'session' ? created_at : used_at))
  }
  for (const call of batch.filter(({ is_use }) => is_use)) {
    mark(call.credential_kind, call.credential_id, call)
    if (call.credential_kind === 'api_token' && call.credential_id !== null) mark('user', call.user_id, call)
  }
  for (const [key, marks] of latest) {
    const [kind = '', account] = key.split(' ')
    const moments = [...marks.values()].map((moment) => toDate(moment).toISOString())
    await database.run(ensureDefined(TOUCH[kind])(Number(account), [...marks.keys()], moments))
  }
}

/** Creates the weekly partitions a batch needs and, when a new week begins, drops expired ones, and the sums of their days. */
async function ensurePartitions(database: PoolPart, batch: readonly Call[], known: Set<number>, keepDays: number): Promise<void> {
  for (const week of new Set(batch.map((call) => weekOf(call.created_at)))) {
    if (known.has(week)) continue
    const { name, from, to } = describeWeek(week)
    // one statement: a transaction that bypasses `database.transaction` would not survive the loss of its connection
    await database.unchecked(`do $$ begin perform pg_advisory_xact_lock(7301912);
      create table if not exists ${name} partition of request_log for values from ('${from}') to ('${to}'); end $$`)
    known.add(week)
    await dropOldPartitions(database, keepDays)
  }
}

async function dropOldPartitions(database: PoolPart, keepDays: number): Promise<void> {
  const oldest = addSeconds(machineNow(), -keepDays * 86_400).getTime() / 1000
  const rows = await database.unchecked<{ name: string }>(
    "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'request_log'::regclass",
  )
  const old = rows.filter((row) => (readWeek(row.name) ?? oldest) + WEEK_SECONDS < oldest)
  for (const row of old) await database.unchecked(`drop table ${row.name}`)
  const firstDay = toDate((oldest - WEEK_SECONDS) * 1000)
    .toISOString()
    .slice(0, 10)
  await database.run(deleteDays(firstDay))
}
