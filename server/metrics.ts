/** Counters for Prometheus. Labels are route templates and status classes, never ids or names. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

const registry = new Registry()
const requests = new Counter({
  name: 'deskhand_requests_total',
  help: 'API calls by method, route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})
const seconds = new Histogram({
  name: 'deskhand_request_seconds',
  help: 'Duration of API calls',
  labelNames: ['method'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})
let collecting = false

/** Calls not yet handed to the library, which sorts and joins labels at every increment: that is done when somebody reads. */
const counted = new Map<string, { readonly labels: { method: string; route: string; status: number }; calls: number }>()
const observers = new Map<string, { observe(value: number): void }>()

/** Counts one call. */
export function countRequest(method: string, route: string, status: number, milliseconds: number): void {
  const key = `${method} ${status} ${route}`
  const entry = counted.get(key)
  if (entry === undefined) counted.set(key, { labels: { method, route, status }, calls: 1 })
  else entry.calls += 1
  let observer = observers.get(method)
  if (observer === undefined) observers.set(method, (observer = seconds.labels(method)))
  observer.observe(milliseconds / 1000)
}

function handOver(): void {
  for (const { labels, calls } of counted.values()) requests.inc(labels, calls)
  counted.clear()
}

/** The current figures in Prometheus' text form. The process's own figures are collected from the first reading on. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  if (!collecting) collectDefaultMetrics({ register: registry })
  collecting = true
  handOver()
  return { type: registry.contentType, text: await registry.metrics() }
}
