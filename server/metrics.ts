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

/** Counts one call. */
export function countRequest(method: string, route: string, status: number, milliseconds: number): void {
  requests.inc({ method, route, status })
  seconds.observe({ method }, milliseconds / 1000)
}

/** The current figures in Prometheus' text form. The process's own figures are collected from the first reading on. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  if (!collecting) collectDefaultMetrics({ register: registry })
  collecting = true
  return { type: registry.contentType, text: await registry.metrics() }
}
