/** Spans: how long each part of a request or job took. Recorded only if a tracer is set. Not here: where they are sent (otlp.ts). */
import { memberOf } from '#lib/error_words.ts'
import { currentTrace, type Trace, withinTrace } from './trace.ts'

/** The attributes of a span, named by OpenTelemetry's semantic conventions. Never a value that a customer wrote, or a secret. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** The start of a span. `client`: a request to another system; `consumer`: a job. */
export interface SpanAbout {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes: Attributes
}

/** The end of a span. `failure`: the type of the error, if it failed. */
export interface SpanEnd {
  readonly name?: string
  readonly attributes?: Attributes
  readonly failure?: string | undefined
}

/** A started span. */
export interface Span {
  /** The trace to propagate to operations within this span. */
  readonly trace: Trace
  end(result?: SpanEnd): void
}

/** Records spans and sends them. */
export interface Tracer {
  begin(about: SpanAbout, parent: Trace | undefined): Span
  /** How many spans were dropped since the start, because they could not be sent or were too many. */
  dropped(): number
  /** Sends waiting spans; takes a few seconds at most. */
  close(): Promise<void>
}

let tracer: Tracer | null = null

/** Sets the tracer that records spans; null turns tracing off. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** True when spans are recorded. */
export function isTracing(): boolean {
  return tracer !== null
}

/** Starts a span; undefined when none are recorded. */
export function beginSpan(about: SpanAbout, parent: Trace | undefined): Span | undefined {
  return tracer?.begin(about, parent)
}

/** Runs work in a new span of this trace, or in the trace itself when no spans are recorded. @throws everything the work throws */
export function inSpan<Result>(about: SpanAbout, parent: Trace | undefined, work: () => Promise<Result>): Promise<Result> {
  const span = beginSpan(about, parent)
  if (span === undefined) return parent === undefined ? work() : withinTrace(parent, work)
  return runAndEnd(span, () => withinTrace(span.trace, work))
}

/** Runs a request to another system in a span, when spans are recorded and the caller has a trace. @throws everything the work throws */
export function inClientSpan<Result>(describe: () => SpanAbout, work: () => Promise<Result>): Promise<Result> {
  const parent = currentTrace()
  if (tracer === null || parent === undefined) return work()
  const span = tracer.begin(describe(), parent)
  return runAndEnd(span, () => withinTrace(span.trace, work))
}

async function runAndEnd<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  let failure: string | undefined
  try {
    return await work()
  } catch (error) {
    failure = kindOf(error)
    throw error
  } finally {
    span.end({ failure })
  }
}

/** The code or class of an error. Its message is not used because it may contain a value. */
function kindOf(error: unknown): string {
  const code = memberOf(error, 'code')
  if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code
  return error instanceof Error ? error.constructor.name : typeof error
}
