/**
 * Observes each request for the operator: its line in the access log and its span, from the arrival of its headers until its answer is
 * sent. Does nothing when neither is enabled. Not here: the request log in the database (request_log.ts).
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { Caller } from '#auth/authenticate.ts'
import type { Presented } from '#auth/presented.ts'
import { machineNow, readStopwatch } from '#lib/clock.ts'
import { beginSpan, isTracing, type Span } from '#tracing/spans.ts'
import { readTrace, type Trace } from '#tracing/trace.ts'
import { clientAddress } from './client_address.ts'
import { type AccessLine, type AccessLog, toLoggedPath } from './access_log.ts'

/** What a route learns about the caller. */
export interface RequestFacts {
  readonly account?: Account
  readonly presented?: Presented
  readonly caller?: Caller
}

/** Observes the requests of one application. */
export interface Observer {
  /** Starts observing; to be called before routes are declared. */
  watch(app: FastifyInstance): void
  /** Records the route of a request. */
  routed(request: FastifyRequest): void
  /** Records what a route learned about a request; read when the answer is sent. */
  served(request: FastifyRequest, known: RequestFacts): void
  /** The trace that work on a request belongs to. */
  traceOf(request: IncomingMessage): Trace | undefined
  /** Records that bytes were refused that are not a request, or not a complete one. `hasGone`: because the client disconnected. */
  refused(socket: Socket, status: number, hasGone: boolean): void
}

/** One observed request. */
interface ObservedRequest {
  readonly time: string
  readonly begun_at: number
  readonly request: IncomingMessage
  /** As it was sent: it is rewritten before routing. */
  readonly url: string
  readonly trace: Trace | undefined
  readonly span: Span | undefined
  address: string | null
  request_id: string | null
  route: string | null
  known: RequestFacts
  /** The status its connection was closed with, before there was an answer. */
  refusal: number | null
}

/** One connection: how many of its bytes belong to answers already counted, and the current request. */
interface ConnectionState {
  counted: number
  visit: ObservedRequest | null
}

/** Node publishes this when a request has arrived, including those it refuses itself. */
const STARTED = 'http.server.request.start'
const GONE = 499
const MAX_AGENT_LENGTH = 200
const MAX_ADDRESS_LENGTH = 100

/** Creates an observer; null when there is nothing to observe for. */
export function makeObserver(accessLog: AccessLog | null, trusted_proxies: readonly string[]): Observer | null {
  if (accessLog === null && !isTracing()) return null
  const visits = new WeakMap<IncomingMessage, ObservedRequest>()
  const { lineOf, takeBytes } = makeLines()
  const noteRoute = (request: FastifyRequest) => {
    const visit = visits.get(request.raw)
    if (visit === undefined) return
    visit.route = request.routeOptions.url ?? null
    visit.request_id = request.id
    visit.address = clientAddress(request.raw, trusted_proxies).address
  }
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const visit = beginVisit(request)
    const { socket } = request
    visits.set(request, visit)
    lineOf(socket).visit = visit
    let isOver = false
    const end = (isWhole: boolean) => {
      if (isOver) return
      isOver = true
      const line = accessLine(visit, response, { isWhole, bytes: takeBytes(socket) })
      accessLog?.add(line)
      endSpan(visit, line, response.headersSent)
    }
    response.prependListener('finish', () => end(true))
    response.once('close', () => end(false))
  }
  return {
    routed: noteRoute,
    watch(app) {
      const handleStart = (message: unknown) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node publishes these, and declares messages of all channels unknown
        const { request, response, server } = message as { request: IncomingMessage; response: ServerResponse; server: Server }
        if (server === app.server) begin(request, response)
      }
      subscribe(STARTED, handleStart)
      app.addHook('onClose', (_app, done) => (unsubscribe(STARTED, handleStart), done()))
      app.addHook('onRequest', (request, _reply, done) => (noteRoute(request), done()))
    },
    served(request, known) {
      const visit = visits.get(request.raw)
      if (visit !== undefined) visit.known = known
    },
    traceOf: (request) => visits.get(request)?.trace,
    refused(socket, status, hasGone) {
      const { visit } = lineOf(socket)
      // its response ends with the connection, and is logged then
      if (visit !== null && !visit.request.complete) visit.refusal = hasGone ? null : status
      else accessLog?.add({ ...NOTHING, time: machineNow().toISOString(), status, address: socket.remoteAddress ?? null })
    },
  }
}

/** The connections of one application. */
function makeLines() {
  const lines = new WeakMap<Socket, ConnectionState>()
  const lineOf = (socket: Socket) => {
    const line = lines.get(socket) ?? { counted: 0, visit: null }
    lines.set(socket, line)
    return line
  }
  /** The bytes written since the last call: those of one answer. */
  const takeBytes = (socket: Socket) => {
    const line = lineOf(socket)
    const bytes = socket.bytesWritten - line.counted
    line.counted = socket.bytesWritten
    return bytes
  }
  return { lineOf, takeBytes }
}

const NOTHING = {
  request_id: null,
  method: null,
  route: null,
  path: null,
  bytes: 0,
  duration_ms: 0,
  account_id: null,
  actor_id: null,
  credential: null,
  credential_id: null,
  user_agent: null,
  trace_id: null,
}

function beginVisit(request: IncomingMessage): ObservedRequest {
  const { method = 'GET', headers } = request
  const sent = headers.traceparent === undefined ? undefined : readTrace(headers.traceparent, headers.tracestate)
  const span = beginSpan({ name: method, kind: 'server', attributes: {} }, sent)
  return {
    time: machineNow().toISOString(),
    begun_at: readStopwatch(),
    request,
    url: request.url ?? '/',
    trace: span?.trace ?? sent,
    span,
    address: request.socket.remoteAddress ?? null,
    request_id: null,
    route: null,
    known: {},
    refusal: null,
  }
}

/** The log line of a request whose answer is sent, or never will be. */
function accessLine(visit: ObservedRequest, response: ServerResponse, { isWhole, bytes }: { isWhole: boolean; bytes: number }): AccessLine {
  const { known, request, route } = visit
  const { account, caller, presented } = known
  return {
    time: visit.time,
    request_id: visit.request_id,
    method: request.method ?? null,
    route,
    path: toLoggedPath(visit.url, route),
    status: visit.refusal ?? (isWhole || response.headersSent ? response.statusCode : GONE),
    ...(isWhole ? {} : { aborted: true }),
    bytes,
    duration_ms: Math.round((readStopwatch() - visit.begun_at) * 100) / 100,
    account_id: account?.id ?? null,
    actor_id: caller?.actor.id ?? null,
    credential: caller?.auth.kind ?? presented?.kind ?? null,
    credential_id: caller?.auth.credential_id ?? null,
    address: visit.address?.slice(0, MAX_ADDRESS_LENGTH) ?? null,
    user_agent: request.headers['user-agent']?.slice(0, MAX_AGENT_LENGTH) ?? null,
    trace_id: visit.trace?.trace_id ?? null,
  }
}

/** @source https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span */
function endSpan({ span }: ObservedRequest, line: AccessLine, isAnswered: boolean): void {
  if (span === undefined) return
  const { method, route, path, status, aborted, address, user_agent, request_id, account_id } = line
  span.end({
    name: route === null ? String(method) : `${method} ${route}`,
    attributes: {
      'http.request.method': String(method),
      'url.path': String(path),
      'url.scheme': 'http',
      ...(route === null ? {} : { 'http.route': route }),
      ...(isAnswered ? { 'http.response.status_code': status } : {}),
      ...(address === null ? {} : { 'client.address': address }),
      ...(user_agent === null ? {} : { 'user_agent.original': user_agent }),
      ...(request_id === null ? {} : { 'deskhand.request_id': request_id }),
      ...(account_id === null ? {} : { 'deskhand.account_id': account_id }),
      ...(aborted === true ? { 'deskhand.aborted': true } : {}),
    },
    failure: status >= 500 ? String(status) : undefined,
  })
}
