/** Whether the process can serve, and the state of the installation. Answers in time, whatever the state of the database or the files. */
import type { Server } from '#http/serve.ts'
import { isResponding } from '#installation/store.ts'
import { queueHealth } from '#queue/store.ts'
import { allOf } from '#lib/all_of.ts'
import { readStopwatch } from '#lib/clock.ts'

/** A needed part must answer within this time. Shorter than the two seconds that HAProxy waits by default. */
const PROBE_MS = 1500
/** A part that is reported only is waited for no longer than this: it must not delay what proxies ask for. */
const REPORT_MS = 300
/** Results for the files and the queue are cached for this time: probes come often, and from several sides. */
const KEEP_MS = 10_000
/** While the next result is still to come, the last one is reported for this long. */
const STALE_MS = 30_000
/** A job scheduled longer ago is a sign that the workers do not keep up. */
const LATE_SECONDS = 300

/** The result for one part. Contains no secret and no customer data. */
export type Check = { readonly ok: true; readonly reason?: undefined } | { readonly ok: false; readonly reason: string }

/** Without these the process cannot serve; the other parts are reported only. */
const NEEDED = ['process', 'database', 'listener', 'migrations'] as const
type Needed = (typeof NEEDED)[number]

/** The results. `reason` is that of the first missing part that is needed. */
export interface Readiness {
  readonly is_ready: boolean
  readonly reason: string | null
  readonly checks: Readonly<Record<Needed | 'files' | 'queue', Check>>
}

const fine: Check = { ok: true }
const reportMissing = (reason: string): Check => ({ ok: false, reason })
const reportMissingIf = (isMissing: boolean, reason: string): Check => (isMissing ? reportMissing(reason) : fine)

/** `isServing` is false while no calls are answered. Checks all parts at once. Concurrent callers share one check. */
export function makeReadiness(server: Server, isServing: () => boolean = () => true): () => Promise<Readiness> {
  const { services, operations, stopping, schema, log } = server
  const logFailure = (part: string) => (error: unknown) => log.warn({ err: error }, `a part of the installation does not answer: ${part}`)
  const needed = { wait_ms: PROBE_MS, keep_ms: 0 }
  const reported = { wait_ms: REPORT_MS, keep_ms: KEEP_MS }
  // on connections that no request waits for: a busy process is ready
  const database = limitCheck({ ...needed, late: 'the database does not answer', failed: logFailure('database') }, async () =>
    reportMissingIf(!(await isResponding(server.probes)), 'the database does not answer'),
  )
  const listener = limitCheck(
    { ...needed, late: 'the process receives no cache invalidations', failed: logFailure('listener') },
    async () => {
      await services.cache.received()
      return fine
    },
  )
  const files = limitCheck(
    { ...reported, late: 'files cannot be written, or the bucket does not answer', failed: logFailure('files') },
    async () => {
      await services.files.check()
      return fine
    },
  )
  const queue = limitCheck({ ...reported, late: 'the queue does not answer', failed: logFailure('queue') }, async () => {
    const { workers, oldest_seconds } = await queueHealth(operations)
    if (workers === 0) return reportMissing('no worker takes jobs')
    return reportMissingIf((oldest_seconds ?? 0) > LATE_SECONDS, `a job has been waiting for ${oldest_seconds} seconds`)
  })
  return async () => {
    const [ofDatabase, ofListener, ofFiles, ofQueue] = await allOf(database, listener, files, queue)
    const checks = {
      process: stopping.draining
        ? reportMissing('the process is about to stop')
        : reportMissingIf(!isServing(), 'no web process answers calls'),
      database: ofDatabase,
      listener: ofListener,
      migrations: reportMissingIf(schema.behind.aborted, 'the database has been migrated by a newer version'),
      files: ofFiles,
      queue: ofQueue,
    }
    const first = NEEDED.map((name) => checks[name]).find(({ ok }) => !ok)
    return { is_ready: first === undefined, reason: first?.reason ?? null, checks }
  }
}

interface Bounds {
  /** The reason when it fails, or takes longer than `wait_ms`. */
  readonly late: string
  readonly wait_ms: number
  readonly keep_ms: number
  readonly failed: (error: unknown) => void
}

/** Runs one check at a time, with a time limit; caches its result for `keep_ms`, and while a check of that kind is late, for longer. */
function limitCheck({ late, wait_ms, keep_ms, failed }: Bounds, ask: () => Promise<Check>): () => Promise<Check> {
  let asked: Promise<Check> | undefined
  let kept: { readonly check: Check; readonly until: number } | undefined
  const settle = (check: Check) => {
    asked = undefined
    kept = { check, until: readStopwatch() + keep_ms }
    return check
  }
  const findKeptCheck = (longer_ms: number) => (kept !== undefined && readStopwatch() < kept.until + longer_ms ? kept.check : undefined)
  return async () => {
    const fresh = findKeptCheck(0)
    if (fresh !== undefined) return fresh
    asked ??= ask().then(settle, (error: unknown) => {
      failed(error)
      return settle(reportMissing(late))
    })
    const { promise, resolve } = Promise.withResolvers<Check>()
    const timer = setTimeout(() => resolve((keep_ms === 0 ? undefined : findKeptCheck(STALE_MS)) ?? reportMissing(late)), wait_ms)
    return Promise.race([asked, promise]).finally(() => clearTimeout(timer))
  }
}
