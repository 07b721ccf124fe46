/** Spans: how long each part of a request or job took. None are made unless a tracer was set. Not here: where they go (otlp.ts). */
import { currentTrace, type Trace, withinTrace } from './trace.ts'

/** What is known of a span; names as the semantic conventions of OpenTelemetry have them. Never a value that a customer wrote, or a secret. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What a span is about. `client`: we wait for another system; `consumer`: a job. */
export interface SpanAbout {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes: Attributes
}

/** What is known of a span when it ends. `failure`: the kind of fault, where it failed by one. */
export interface SpanEnd {
  readonly name?: string
  readonly attributes?: Attributes
  readonly failure?: string | undefined
}

/** A span that was begun. */
export interface Span {
  /** The trace as what happens in this span hands it on. */
  readonly trace: Trace
  end(result?: SpanEnd): void
}

/** Makes spans and sends them away. */
export interface Tracer {
  begin(about: SpanAbout, parent: Trace | undefined): Span
  /** How many spans were left out since the start, because they could not be sent or were too many. */
  dropped(): number
  /** Sends what is waiting; takes a few seconds at most. */
  close(): Promise<void>
}

let tracer: Tracer | null = null

/** From now on spans are made by this one; by nobody after null. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** Whether spans are made. */
export function isTracing(): boolean {
  return tracer !== null
}

/** Begins a span; undefined where none are made. */
export function beginSpan(about: SpanAbout, parent: Trace | undefined): Span | undefined {
  return tracer?.begin(about, parent)
}

/** Does work of its own within a span of this trace, or where no spans are made within the trace itself. @throws what the work throws */
export function inSpan<Result>(about: SpanAbout, parent: Trace | undefined, work: () => Promise<Result>): Promise<Result> {
  const span = beginSpan(about, parent)
  if (span === undefined) return parent === undefined ? work() : withinTrace(parent, work)
  return timed(span, () => withinTrace(span.trace, work))
}

/** Waits for another system within a span, where spans are made and this belongs to a trace. @throws what the work throws */
export function inClientSpan<Result>(describe: () => SpanAbout, work: () => Promise<Result>): Promise<Result> {
  const parent = currentTrace()
  if (tracer === null || parent === undefined) return work()
  const span = tracer.begin(describe(), parent)
  return timed(span, () => withinTrace(span.trace, work))
}

async function timed<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
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

/** What an error is called; its message may repeat a value. */
function kindOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code
  return error instanceof Error ? error.constructor.name : typeof error
}
