/** The one way out: HTTP that connects only to what may be reached, at every hop, and waits and reads only so much. */
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import type { Agent, RequestInit, Response } from 'undici'
import { inClientSpan, type SpanAbout } from '../tracing/spans.ts'
import { currentTrace, traceHeaders } from '../tracing/trace.ts'
import { literalAddress, type MayReach, reachable } from './addresses.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 10_000
const WHOLE_MS = 20_000
const MOST_BYTES = 1024 * 1024

/** The address may not be reached. The message names the host only, so that nobody learns by it what stands behind a name. */
export class OutboundRefused extends Error {
  constructor(hostname: string) {
    super(`${hostname} is not a public address. The operator allows others with DESKHAND_OUTBOUND_ALLOW.`)
  }
}

/** The way out of one process. */
export interface Outbound {
  /** As `fetch`, but redirects are handed back unless asked for, and each is judged like the first address. @throws OutboundRefused */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>
  /** True where the operator has allowed this host by its address, so that it may be spoken to without TLS. */
  isAllowed(url: URL): boolean
  close(): Promise<void>
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Looks a name up and keeps only what may be reached; a name that leads nowhere else is refused. */
function guardedLookup(mayReach: MayReach) {
  return (hostname: string, options: LookupOptions, found: Found): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return found(error, [])
      const public_ones = addresses.filter(({ address }) => mayReach(address))
      const [first] = public_ones
      if (first === undefined) return found(new OutboundRefused(hostname), [])
      return options.all === true ? found(null, public_ones) : found(null, first.address, first.family)
    })
  }
}

/** What a failed request stumbled over: undici wraps it. */
function causeOf(error: unknown): unknown {
  const inner = error instanceof Error ? error.cause : undefined
  if (inner instanceof OutboundRefused) return inner
  return inner instanceof AggregateError ? (inner.errors.find((one) => one instanceof OutboundRefused) ?? error) : error
}

/** The client behind the way out. It is read when it is first used: most processes ask nothing of anybody. */
async function openClient(mayReach: MayReach) {
  const { Agent, buildConnector, fetch } = await import('undici')
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guardedLookup(mayReach) as never, allowH2: false })
  const agent: Agent = new Agent({
    connect(options, done) {
      const literal = literalAddress(options.hostname)
      if (literal !== undefined && !mayReach(literal)) return done(new OutboundRefused(options.hostname), null)
      return connect(options, done)
    },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxResponseSize: MOST_BYTES,
  })
  return { agent, fetch }
}

/**
 * Opens the way out. The check sits where connections are made, so no hop, no retry and no second look at the name goes past it;
 * addresses in numbers are never looked up, and are checked apart.
 * @param allowed networks in CIDR notation that may be reached though they are not public
 */
export function openOutbound(allowed: readonly string[]): Outbound {
  const mayReach = reachable(allowed)
  const isException = exceptionsAlone(allowed)
  let opened: ReturnType<typeof openClient> | undefined
  return {
    async fetch(url, init = {}) {
      const { protocol, hostname } = new URL(url)
      if (protocol !== 'https:' && protocol !== 'http:') throw new OutboundRefused(hostname || protocol)
      const signals = [AbortSignal.timeout(WHOLE_MS), ...(init.signal ? [init.signal] : [])]
      opened ??= openClient(mayReach)
      const { agent, fetch } = await opened
      try {
        return await inClientSpan(
          () => callSpan(url, init),
          () => fetch(url, { redirect: 'manual', ...init, ...traced(init), signal: AbortSignal.any(signals), dispatcher: agent }),
        )
      } catch (error) {
        throw causeOf(error)
      }
    },
    isAllowed({ hostname }) {
      const literal = literalAddress(hostname)
      return literal === undefined ? hostname === 'localhost' && isException('127.0.0.1') : isException(literal)
    },
    close: async () => (await opened)?.agent.close(),
  }
}

/** The headers of a call with the trace it belongs to. What other systems have added to it (`tracestate`) is not for hosts that users choose. */
function traced({ headers }: RequestInit): Pick<RequestInit, 'headers'> {
  const trace = currentTrace()
  if (trace === undefined) return {}
  const all = new Headers(headers as Record<string, string> | undefined)
  all.set('traceparent', traceHeaders(trace).traceparent)
  return { headers: [...all] }
}

/** The path may hold a secret, so it stays out. @source https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span */
function callSpan(url: string | URL, { method = 'GET' }: RequestInit): SpanAbout {
  const { protocol, hostname, port } = new URL(url)
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  return { name: method, kind: 'client', attributes }
}

/** True for the operator's exceptions alone. */
function exceptionsAlone(allowed: readonly string[]): MayReach {
  const [withThem, without] = [reachable(allowed), reachable([])]
  return (address) => withThem(address) && !without(address)
}
