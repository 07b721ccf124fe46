/** All outbound HTTP requests: they connect only to permitted addresses, at every redirect, and have limits of time and size. */
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import type { Agent, RequestInit, Response } from 'undici'
import { cutAfter } from '#lib/cut.ts'
import { inClientSpan, type SpanAbout } from '#tracing/spans.ts'
import { currentTrace, traceHeaders } from '#tracing/trace.ts'
import { literalAddress, type MayReach, makeReachCheck } from './addresses.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 10_000
const WHOLE_MS = 20_000
const MAX_BYTES = 1024 * 1024

/** The address may not be reached. The message has only the host as given, so that it does not reveal which address a name resolves to. */
export class OutboundRefused extends Error {
  constructor(hostname: string) {
    super(`${hostname} is not a public address. The operator allows others with DESKHAND_OUTBOUND_ALLOW.`)
  }
}

/** The HTTP client of one process for outbound requests. */
export interface Outbound {
  /**
   * As `fetch`, but redirects are returned unless requested, and each is checked like the first URL. The body is cut after {@link MAX_BYTES}, as
   * they are when they have been decoded: reading more throws AnswerTooLong. @throws OutboundRefused
   */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>
  /** True when the operator has allowed this host by its IP address, so that it may be used without TLS. */
  isAllowed(url: URL): boolean
  close(): Promise<void>
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Resolves a name and keeps only permitted addresses; a name without any is refused. */
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

/** The cause of a failed request, which undici wraps. */
function causeOf(error: unknown): unknown {
  const inner = error instanceof Error ? error.cause : undefined
  if (inner instanceof OutboundRefused) return inner
  return inner instanceof AggregateError ? (inner.errors.find((one) => one instanceof OutboundRefused) ?? error) : error
}

/** Opens the underlying client. It is imported on first use: most processes send no outbound requests. */
async function openClient(mayReach: MayReach) {
  const { Agent, buildConnector, fetch, Response } = await import('undici')
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guardedLookup(mayReach), allowH2: false })
  const agent: Agent = new Agent({
    connect(options, done) {
      const literal = literalAddress(options.hostname)
      if (literal !== undefined && !mayReach(literal)) return done(new OutboundRefused(options.hostname), null)
      return connect(options, done)
    },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxResponseSize: MAX_BYTES,
  })
  /** The answer with a body that is not read any further than allowed. */
  const cut = async ({ body, status, statusText, headers }: Response): Promise<Response> => {
    if (status < 200 || status > 599) {
      await body?.cancel()
      throw new Error(`The answer has the status ${status}, which HTTP does not have`)
    }
    if (body === null) return new Response(null, { status, statusText, headers })
    const limit = cutAfter(isEncodedTwice(headers) ? 0 : MAX_BYTES)
    return new Response(body.pipeThrough(limit), { status, statusText, headers })
  }
  return { agent, fetch: async (url: string | URL, init: RequestInit) => cut(await fetch(url, init)) }
}

/**
 * Creates the client for outbound requests. The check runs where connections are opened, so no redirect, retry or second DNS lookup
 * bypasses it. IP addresses are not looked up, so they are checked separately.
 * @param allowed networks in CIDR notation that may be reached though they are not public
 */
export function openOutbound(allowed: readonly string[]): Outbound {
  const mayReach = makeReachCheck(allowed)
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
          () => fetch(url, { redirect: 'manual', ...init, ...makeTraceHeaders(init), signal: AbortSignal.any(signals), dispatcher: agent }),
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

/** The headers of a request with its trace. What other systems have added to it (`tracestate`) is not sent to hosts that users choose. */
function makeTraceHeaders({ headers }: RequestInit): Pick<RequestInit, 'headers'> {
  const trace = currentTrace()
  if (trace === undefined) return {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Headers of Node take what those of undici take
  const all = new Headers(headers as Record<string, string> | undefined)
  all.set('traceparent', traceHeaders(trace).traceparent)
  return { headers: [...all] }
}

/**
 * The path may contain a secret, so it is not in the span.
 * @source https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span
 */
function callSpan(url: string | URL, { method = 'GET' }: RequestInit): SpanAbout {
  const { protocol, hostname, port } = new URL(url)
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  return { name: method, kind: 'client', attributes }
}

/** True for a body that was encoded more than once: each layer can become a thousand times as long, and only the last one is cut. */
const isEncodedTwice = (headers: Response['headers']) => headers.get('content-encoding')?.includes(',') === true

/** True for addresses that only the operator's exceptions permit. */
function exceptionsAlone(allowed: readonly string[]): MayReach {
  const withThem = makeReachCheck(allowed)
  const without = makeReachCheck([])
  return (address) => withThem(address) && !without(address)
}
