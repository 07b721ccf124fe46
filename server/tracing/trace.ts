// TRACE CONTEXT: the W3C trace context of a request or a job, read, kept while it is processed, and propagated.
// Not here: spans, and where they go (spans.ts, otlp.ts).
import { AsyncLocalStorage } from 'node:async_hooks'

/** The trace that work belongs to, and the span in it that caused the work. Ids are in lower-case hexadecimal. */
export interface Trace {
  readonly trace_id: string
  readonly span_id: string
  /** Bit 0: the caller records the trace. */
  readonly flags: number
  /** What other systems have added, unchanged. */
  readonly state?: string
}

/** A trace as HTTP headers; jobs store it in this form, too. */
export interface TraceHeaders {
  readonly traceparent: string
  readonly tracestate?: string
}

const PARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[\x20-\x7e]*)?$/
const MAX_PARENT_LENGTH = 200
/** Longer values, and more members, may be dropped. @source W3C Trace Context §3.3.1.5 */
const STATE = /^[\t\x20-\x7e]{1,512}$/
const MAX_MEMBERS = 32
/** "sampled" and "random"; the other flags have no meaning yet and are not propagated. @source W3C Trace Context Level 2 §3.2.2.5 */
const KNOWN_FLAGS = 0b11

const current = new AsyncLocalStorage<Trace>()

/**
 * The trace in these headers; undefined when there is none, or it is malformed. A state that is too long or malformed is dropped.
 * @source W3C Trace Context §3.2, §3.3
 */
export function readTrace(traceparent: unknown, tracestate: unknown): Trace | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > MAX_PARENT_LENGTH) return undefined
  const [, version, trace_id = '', span_id = '', flags = '', more] = PARENT.exec(traceparent) ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  const hasState = typeof tracestate === 'string' && STATE.test(tracestate) && tracestate.split(',').length <= MAX_MEMBERS
  return { trace_id, span_id, flags: Number.parseInt(flags, 16) & KNOWN_FLAGS, ...(hasState ? { state: tracestate } : {}) }
}

/** The headers that propagate a trace. @source W3C Trace Context §3.2, §3.3 */
export function traceHeaders({ trace_id, span_id, flags, state }: Trace): TraceHeaders {
  const traceparent = `00-${trace_id}-${span_id}-${flags.toString(16).padStart(2, '0')}`
  return state === undefined ? { traceparent } : { traceparent, tracestate: state }
}

/** The trace of the current request or job; undefined when there is none. */
export function currentTrace(): Trace | undefined {
  return current.getStore()
}

/** The members of a log line for a trace. */
export function traceMembers(trace: Trace | undefined): object {
  return trace === undefined ? {} : { trace_id: trace.trace_id, span_id: trace.span_id }
}

/** Runs work that belongs to a trace: its logs, requests and jobs have the trace's ids. */
export function withinTrace<Result>(trace: Trace, work: () => Result): Result {
  return current.run(trace, work)
}
