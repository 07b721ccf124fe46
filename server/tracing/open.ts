/** Starts tracing if it is configured. Its modules are loaded only then. */
import type { Log } from '#core/context.ts'
import { showFigure } from '#core/metrics.ts'
import { setTracer } from './spans.ts'

/** Of the configuration: where spans are sent, null for nowhere, and the share of traces that are recorded. */
interface TracingConfig {
  readonly otlp_endpoint: string | null
  readonly otlp_ratio: number
}

/** Starts to record spans if the operator has configured a receiver. Returns a function that stops it; null without a receiver. */
export async function openTracing({ otlp_endpoint, otlp_ratio }: TracingConfig, log: Log): Promise<(() => Promise<void>) | null> {
  if (otlp_endpoint === null) return null
  const tracer = (await import('./otlp.ts')).openOtlp(otlp_endpoint, otlp_ratio, log)
  setTracer(tracer)
  showFigure(
    { name: 'deskhand_spans_dropped', help: 'Spans dropped since the start: too many, or refused by the receiver', labels: [] },
    async () => [[{}, tracer.dropped()]],
  )
  return async () => {
    setTracer(null)
    await tracer.close()
  }
}
