/**
 * The metrics of a process apart from its requests: connections, queue, outbox, listener, request log, files. Each is read when metrics are
 * collected, within a time limit whatever the state of the database and the disk; what is not available in time is left out.
 */
import type { Database } from '#db/client.ts'
import type { PoolCounts } from '#db/pool_counts.ts'
import { outboxFigures } from './figures_store.ts'
import type { Server } from '#http/serve.ts'
import { queueByTask } from '#queue/store.ts'
import { readStopwatch } from '#lib/clock.ts'
import { showFigure } from '#core/metrics.ts'

const PROBE_MS = 2000
/** The database and the disk are queried at most this often: several collectors, and all processes of a group, may collect at once. */
const KEEP_MS = 5000

/** The pools of a process by name. A pool opened later may be added. */
export type Pools = Partial<Record<'requests' | 'aside' | 'probes' | 'jobs', Pick<Database, 'figures' | 'counts'>>>

/** Registers the metrics of this server; they replace those of a server registered earlier in this process. */
export function showFigures(server: Server, pools: Pools): void {
  showPools(pools)
  showOwn(server)
  showShared(server)
}

function showPools(pools: Pools): void {
  const listPools = () => Object.entries(pools)
  showFigure(
    { name: 'deskhand_database_connections', help: 'Connections to the database, by pool and state', labels: ['pool', 'state'] },
    async () =>
      listPools().flatMap(([pool, database]) => {
        const { size, in_use, waiting } = database.figures()
        return [
          [{ pool, state: 'size' }, size],
          [{ pool, state: 'in_use' }, in_use],
          [{ pool, state: 'waited_for' }, waiting],
        ] as const
      }),
  )
  const count = (name: string, help: string, read: (counts: PoolCounts) => number) =>
    showFigure({ name, help, labels: ['pool'], is_count: true }, async () =>
      listPools().map(([pool, { counts }]) => [{ pool }, read(counts)] as const),
    )
  count('deskhand_database_waits_total', 'Callers who found no connection free', ({ waits }) => waits)
  count('deskhand_database_wait_seconds_total', 'How long they waited, together', ({ wait_seconds }) => wait_seconds)
  count('deskhand_database_reconnects_total', 'Connections that were opened again after a loss', ({ reconnects }) => reconnects)
  showFigure(
    {
      name: 'deskhand_database_errors_total',
      help: 'Failed statements by class of SQLSTATE, or "connection"; some are expected and answered, as 23 is where a name is taken',
      labels: ['pool', 'class'],
      is_count: true,
    },
    async () =>
      listPools().flatMap(([pool, { counts }]) => [...counts.errors].map(([sort, times]) => [{ pool, class: sort }, times] as const)),
  )
}

/** Metrics each process has of its own. */
function showOwn({ services, requestLog }: Server): void {
  const { cache } = services
  const ofListener = 'while the process hears what others change'
  showFigure({ name: 'deskhand_listener_up', help: `1 ${ofListener}; of several, the least`, labels: [], aggregator: 'min' }, async () => [
    [{}, cache.isHearing() ? 1 : 0],
  ])
  showFigure(
    { name: 'deskhand_listener_heard_seconds', help: 'How long ago the process last heard itself', labels: [], aggregator: 'max' },
    async () => [[{}, cache.heardMs() / 1000]],
  )
  showFigure({ name: 'deskhand_request_log_waiting', help: 'Calls that are not yet in the request log', labels: [] }, async () => [
    [{}, requestLog.figures().waiting],
  ])
  showFigure({ name: 'deskhand_request_log_dropped', help: 'Calls left out of the request log since the start', labels: [] }, async () => [
    [{}, requestLog.figures().dropped],
  ])
}

/** Metrics that are the same in every process: the greatest of several values stands for all. */
function showShared({ operations, services, log }: Server): void {
  const logUncounted = (what: string) => (error: unknown) => log.warn({ err: error }, `${what} could not be counted`)
  const readQueue = cacheResult(() => queueByTask(operations), [], logUncounted('the queue'))
  const readOutbox = cacheResult(() => outboxFigures(operations), null, logUncounted('the outbox'))
  const countIncomingFiles = cacheResult(() => services.files.incoming(), null, logUncounted('what comes in'))
  const show = (name: string, help: string, labels: readonly string[], read: Parameters<typeof showFigure>[1]) =>
    showFigure({ name, help, labels, aggregator: 'max' }, read)
  show('deskhand_queue_jobs', 'Jobs by kind and state', ['task', 'state'], async () =>
    (await readQueue()).flatMap(({ task, waiting, running, failed }) => [
      [{ task, state: 'waiting' }, waiting],
      [{ task, state: 'running' }, running],
      [{ task, state: 'failed' }, failed],
    ]),
  )
  show('deskhand_queue_oldest_seconds', 'How long the oldest due job of a kind has been waiting', ['task'], async () =>
    (await readQueue()).map(({ task, oldest_seconds }) => [{ task }, oldest_seconds]),
  )
  show('deskhand_outbox_mails', 'Mails that wait for their delivery, or have failed', ['state'], async () => {
    const found = await readOutbox()
    if (found === null) return []
    return [
      [{ state: 'waiting' }, found.waiting],
      [{ state: 'failed' }, found.failed],
    ]
  })
  show('deskhand_outbox_oldest_seconds', 'How long the oldest mail has been waiting', [], async () => {
    const found = await readOutbox()
    return found === null ? [] : [[{}, found.oldest_seconds]]
  })
  show(
    'deskhand_files_incoming',
    'Files in files/incoming, 1,000 at most: coming in, or left behind by a process that died',
    [],
    async () => {
      const found = await countIncomingFiles()
      return found === null ? [] : [[{}, found.files]]
    },
  )
  show('deskhand_files_incoming_oldest_seconds', 'For how long nothing has been written to the oldest of them', [], async () => {
    const found = await countIncomingFiles()
    return found === null ? [] : [[{}, found.oldest_seconds]]
  })
}

/** Caches the result of `ask` for KEEP_MS, and waits for it at most PROBE_MS; returns `none` until there is a result. */
function cacheResult<Value>(ask: () => Promise<Value>, none: Value, failed: (error: unknown) => void): () => Promise<Value> {
  let asked: Promise<Value> | undefined
  let until = 0
  const begin = () => {
    until = readStopwatch() + KEEP_MS
    return ask().catch((error: unknown) => {
      failed(error)
      return none
    })
  }
  return () => {
    if (asked === undefined || readStopwatch() > until) asked = begin()
    const { promise, resolve } = Promise.withResolvers<Value>()
    const timer = setTimeout(resolve, PROBE_MS, none)
    return Promise.race([asked, promise]).finally(() => clearTimeout(timer))
  }
}
