/** Counters for Prometheus. Labels are route templates and status classes, never ids or names. */
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
const requests = new Counter({
  name: 'deskhand_requests_total',
  help: 'API calls by method, route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})
const seconds = new Histogram({
  name: 'deskhand_request_seconds',
  help: 'Duration of API calls by method, route and class of status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})
const broken = new Counter({
  name: 'deskhand_broken_bodies_total',
  help: 'Answers that broke off because the bytes of a file were not there, or could not be read',
  registers: [registry],
})
const repeats = new Counter({
  name: 'deskhand_repeated_acts_total',
  help: 'API calls whose act was begun again because another one was in its way',
  registers: [registry],
})
const unlogged = new Counter({
  name: 'deskhand_access_log_dropped_total',
  help: 'Lines left out of the access log, because it is read too slowly or by nobody',
  registers: [registry],
})
const rejections = new Counter({
  name: 'deskhand_unhandled_rejections_total',
  help: 'Promises that were rejected and that nobody has handled: faults of Deskhand',
  registers: [registry],
})
const exceptions = new Counter({
  name: 'deskhand_uncaught_exceptions_total',
  help: 'Exceptions that nobody has caught: faults of Deskhand, each of which ends its process',
  registers: [registry],
})
let collecting = false
/** Where several processes share one port, each of them reports the metrics of all. */
let gather: (() => Promise<string>) | null = null

/** The metrics of one process as data, to be sent to another. */
export type Figures = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>

/** Calls of one kind. The library sorts and joins labels at every increment, so the number is handed to it only when metrics are read. */
interface Counted {
  readonly labels: { method: string; route: string; status: number }
  readonly durations: { observe(value: number): void }
  calls: number
}
const counted = new Map<string, Counted>()

/** The label of paths without a route: input of callers never becomes a label. */
export const UNKNOWN_ROUTE = 'unknown'

/** Counts one call, and its duration where a route has handled it. */
export function countRequest(method: string, route: string, status: number, milliseconds?: number): void {
  const key = `${method} ${status} ${route}`
  let entry = counted.get(key)
  if (entry === undefined) {
    const durations = seconds.labels({ method, route, status: `${Math.floor(status / 100)}xx` })
    counted.set(key, (entry = { labels: { method, route, status }, durations, calls: 0 }))
  }
  entry.calls += 1
  if (milliseconds !== undefined) entry.durations.observe(milliseconds / 1000)
}

/** Counts one answer that was cut off. */
export function countBrokenBody(): void {
  broken.inc()
}

/** Counts one repeated act. */
export function countRepeat(): void {
  repeats.inc()
}

/** Counts one line dropped from the access log. */
export function countDroppedLine(): void {
  unlogged.inc()
}

function handOver(): void {
  for (const entry of counted.values()) {
    if (entry.calls > 0) requests.inc(entry.labels, entry.calls)
    entry.calls = 0
  }
}

/** Counts an unhandled rejection or exception. */
export function countFault(kind: 'rejection' | 'exception'): void {
  ;(kind === 'rejection' ? rejections : exceptions).inc()
}

/** From now on {@link readMetrics} returns the result of `all`. */
export function gatherMetrics(all: () => Promise<string>): void {
  gather = all
}

/** Registers, in the process that supervises several web processes, how many of them accept connections. */
export function showWebProcesses(count: () => number): void {
  const gauge: Gauge = new Gauge({
    name: 'deskhand_web_processes',
    help: 'Web processes that take connections on the one port; less than WEB_CONCURRENCY while one is replaced or silent',
    collect: () => gauge.set(count()),
    registers: [],
  })
  registry.registerMetric(gauge)
}

/** The name of a metric. `aggregator` says how the values of several processes are combined; by default by their sum. */
export interface FigureName {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  readonly aggregator?: 'min' | 'max'
  /** A counter since the start of the process, which never decreases. */
  readonly is_count?: true
}

/** Registers a metric that is read whenever metrics are collected. `read` must answer in time; labels are never input of callers. */
export function showFigure(
  { name, help, labels, aggregator, is_count }: FigureName,
  read: () => Promise<readonly (readonly [Record<string, string>, number])[]>,
): void {
  registry.removeSingleMetric(name)
  const parts = { name, help, labelNames: [...labels], ...(aggregator === undefined ? {} : { aggregator }), registers: [registry] }
  const collect = async () => {
    const rows = await read()
    figure.reset() // removes label values that no longer occur
    if (rows.length === 0 && labels.length === 0) figure.remove({}) // unknown is not zero
    for (const [of, value] of rows) figure.inc(of, value)
  }
  const figure: Counter | Gauge = is_count === true ? new Counter({ ...parts, collect }) : new Gauge({ ...parts, collect })
}

/** The current metrics of this process alone. Those of Node are collected from the first reading on. */
export async function readFigures(): Promise<Figures> {
  prepare()
  return registry.getMetricsAsJSON()
}

/** The metrics of several processes as one text: counts are added up; others as their `aggregator` says. */
export async function joinFigures(all: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...all]).metrics()
}

/** The current metrics in Prometheus' text format. Node's own metrics are collected from the first reading on. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  if (gather !== null) return { type: registry.contentType, text: await gather() }
  prepare()
  return { type: registry.contentType, text: await registry.metrics() }
}

function prepare(): void {
  if (!collecting) collectDefaultMetrics({ register: registry })
  collecting = true
  handOver()
}
