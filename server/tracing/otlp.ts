/** Exports the spans of this process as OpenTelemetry: OTLP over HTTP in protobuf. Loaded only when a receiver is configured. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attributes as Given, createTraceState, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace as api } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { onceASecond } from '#lib/once_a_second.ts'
import { VERSION } from '#lib/version.ts'
import type { Log } from '#core/context.ts'
import type { Tracer } from './spans.ts'
import type { Trace } from './trace.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const
/** Spans that are queued or being sent. Further ones are dropped. */
const MAX_WAITING = 8192
const BATCH = 512
const EVERY_MS = 2000
/** A receiver that does not respond delays only its own batch. */
const EXPORT_MS = 10_000
const CLOSE_MS = 3000
/** `ExportResultCode.SUCCESS` of its core package. */
const EXPORTED = 0
/** The longest value, in characters. */
const MAX_VALUE_LENGTH = 2000

/** Counts waiting spans, so that their number is bounded whatever the receiver does, and logs those that could not be sent. */
function limitWaitingSpans(exporter: SpanExporter, log: Log): { processor: SpanProcessor; dropped: () => number } {
  const logThrottled = onceASecond()
  let waiting = 0
  let dropped = 0
  const counting: SpanExporter = {
    export(spans, done) {
      exporter.export(spans, (result) => {
        waiting -= spans.length
        const code: number = result.code
        if (code !== EXPORTED) {
          dropped += spans.length
          logThrottled('failed', (times) => log.warn({ err: result.error, times, dropped }, 'spans could not be sent'))
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: 2 * EXPORT_MS,
  })
  const processor: SpanProcessor = {
    onStart: () => {},
    onEnd(span) {
      if ((span.spanContext().traceFlags & 1) === 0) return
      if (waiting < MAX_WAITING) {
        waiting += 1
        batches.onEnd(span)
        return
      }
      dropped += 1
      logThrottled('full', (times) => log.warn({ times, dropped }, 'spans are created faster than they can be sent; some were dropped'))
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
  return { processor, dropped: () => dropped }
}

/**
 * Opens the connection to a receiver of traces. The standard environment variables for its headers, certificates and compression apply, and
 * those for the name and attributes of the service.
 * @param endpoint its URL without `/v1/traces`
 * @param ratio the share of traces started here that is recorded, 0 to 1; for other traces their caller decides
 * @source https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function openOtlp(endpoint: string, ratio: number, log: Log): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: EXPORT_MS })
  const { processor, dropped } = limitWaitingSpans(exporter, log)
  const resource = resourceFromAttributes({ 'service.name': 'deskhand', 'service.version': VERSION, 'process.pid': process.pid })
  const provider = new TracerProvider({
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
  })
  const tracer = provider.getTracer('deskhand', VERSION)
  return {
    begin({ name, kind, attributes }, parent) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: attributes as Given }, contextOf(parent, kind !== 'client'))
      const { traceId, spanId, traceFlags } = span.spanContext()
      const state = parent?.state === undefined ? {} : { state: parent.state }
      return {
        trace: { trace_id: traceId, span_id: spanId, flags: traceFlags, ...state },
        end({ name: better, attributes: more, failure } = {}) {
          if (better !== undefined) span.updateName(better)
          if (more !== undefined) span.setAttributes(more as Given)
          if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    dropped,
    async close() {
      // spans that could not be sent are logged above
      const sent = provider.shutdown().catch(() => {})
      await Promise.race([sent, sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

function contextOf(parent: Trace | undefined, isRemote: boolean) {
  if (parent === undefined) return ROOT_CONTEXT
  const { trace_id: traceId, span_id: spanId, flags: traceFlags, state } = parent
  const traceState = state === undefined ? {} : { traceState: createTraceState(state) }
  return api.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote, ...traceState })
}
