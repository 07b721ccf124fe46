/** Builds the HTTP application: plumbing, then the routes of every resource in one explicit list. Not here: the process (process/). */
import type { Socket } from 'node:net'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { BadRequest, HttpError, InternalError, InvalidEndpoint, TooLarge, Unavailable, UnsupportedMediaType } from '#core/errors.ts'
import { hasSeveralHosts } from '#http/base_url.ts'
import { readBodies, streamFiles } from '#http/bodies.ts'
import { restoreHead, routeHeadAsGet } from '#http/head.ts'
import { PREFLIGHT_HEADERS, COMMON_HEADERS } from '#http/headers.ts'
import { pressureLimits } from '#http/pressure.ts'
import { parseQuery } from '#http/query.ts'
import { send } from '#http/send.ts'
import type { AnyRoute, ApiRequest, ApiRoute } from '#http/route.ts'
import { serve, type Server } from '#http/serve.ts'
import { isInNetworks } from '#lib/networks.ts'
import { countRequest, UNKNOWN_ROUTE } from '#core/metrics.ts'
import { registerOperations } from '#monitoring/operations.ts'
import { servedRoutes } from './routes.ts'
import { readTrace, type Trace, traceMembers, withinTrace } from '#tracing/trace.ts'
import { registerWeb } from './web.ts'

const BODY_LIMIT_BYTES = 4 * 1024 * 1024
/** So much of a body is read and discarded after it was refused. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
/** The headers of a request must arrive within this fraction (one fourth) of the time limit of the whole request. */
const HEADERS_FRACTION = 4
/** Longer than proxies keep an unused connection (nginx 60 s, Traefik 90 s): otherwise a proxy may send a request while we close it. */
const KEEP_ALIVE_MS = 95_000
/** Status lines for bytes that are refused before a request exists, by Node's error code. */
const REFUSALS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Node's error code for a request that ended before it was complete. */
const INCOMPLETE_REQUEST = 'HPE_INVALID_EOF_STATE'

/** Only these and the methods of routes become metric labels: callers can send any method. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const OTHER_METHOD = 'other'

/** Builds the application: hooks, error handlers, all routes, and what is served beside them. */
export async function buildApp(server: Server): Promise<FastifyInstance> {
  const { config } = server.services
  const app = fastify({
    logger: false,
    // for host and scheme; the address is read by client_address.ts
    trustProxy: (address: string | undefined) => isInNetworks(address ?? '', config.trusted_proxies),
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests that still arrive are served, and their connection ends with the answer
    ...timeLimits(config.request_seconds),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 500, ignoreTrailingSlash: true },
    rewriteUrl: (request) => {
      routeHeadAsGet(request)
      return canonicalUrl(request.url ?? '/')
    },
    genReqId: makeRequestId(),
    frameworkErrors: (error, request, reply) => {
      restoreHead(request.raw)
      server.observer?.routed(request as FastifyRequest)
      void refuse(request as FastifyRequest, reply as FastifyReply, plumbingError(server, error, request as FastifyRequest))
    },
    clientErrorHandler: (error, socket) => refuseBytes(server, error.code, socket),
  })
  app.addHook('onRequest', (request, reply, done) => {
    restoreHead(request.raw)
    if (hasSeveralHosts(request.raw)) void refuse(request, reply, new BadRequest('BadRequest', 'The request has more than one Host header'))
    else done()
  })
  server.observer?.watch(app)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    discardBody(request, reply)
    return refuse(request, reply, plumbingError(server, error, request))
  })
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new InvalidEndpoint()))
  readBodies(app)
  await app.register(
    underPressure,
    pressureLimits((request, reply) => void refuse(request, reply, new Unavailable())),
  )
  for (const [takes, routes] of Map.groupBy(servedRoutes, (route) => route.files)) {
    await app.register(async (inner) => {
      if (takes !== undefined) streamFiles(inner, takes)
      for (const route of routes) {
        inner.route<ApiRoute>({ method: route.method, url: route.path, handler: makeHandler(server, route) })
      }
    })
  }
  app.options('/api/*', (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send())
  app.options('/oauth/*', (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send())
  registerOperations(app, server, { shows: config.health_port === null })
  await registerWeb(app)
  return app
}

/** Serves one route within the trace of the caller, if any. */
function makeHandler(server: Server, route: AnyRoute) {
  return (request: ApiRequest, reply: FastifyReply) => {
    const trace = traceOf(server, request)
    return trace === undefined ? serve(server, route, request, reply) : withinTrace(trace, () => serve(server, route, request, reply))
  }
}

function traceOf({ observer }: Server, { raw, headers }: FastifyRequest): Trace | undefined {
  if (observer !== null) return observer.traceOf(raw)
  return headers.traceparent === undefined ? undefined : readTrace(headers.traceparent, headers.tracestate)
}

/**
 * Discards the rest of a body that was refused, up to a bound and within the time limit of a request. Fastify would close the connection: a client
 * that is still sending would then lose the answer, because its next write fails.
 */
function discardBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  void reply.removeHeader('connection')
  let discarded = 0
  raw.on('data', (bytes: Buffer) => {
    discarded += bytes.length
    if (discarded > MAX_DISCARDED_BYTES) raw.destroy()
  })
}

/** Answers a request that no route answers, and counts it. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: HttpError): Promise<FastifyReply> {
  const method = METHODS.includes(request.method) ? request.method : OTHER_METHOD
  countRequest(method, request.routeOptions.url ?? UNKNOWN_ROUTE, error.status)
  return send(request, reply, COMMON_HEADERS, error)
}

/**
 * The time limits of a client. A client that sends a request or reads its answer byte by byte cannot hold a connection longer than this:
 * the headers must arrive within a fraction of the time, the whole request within all of it, and a connection may be idle that long.
 */
function timeLimits(seconds: number) {
  const whole = seconds * 1000
  const head = (seconds * 1000) / HEADERS_FRACTION
  return {
    requestTimeout: whole,
    connectionTimeout: whole,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { requestTimeout: whole, headersTimeout: head, connectionsCheckingInterval: head / 2 },
  }
}

/** Answers what is not HTTP or was too slow, and destroys the socket: a client that does not close its end would hold it for ever. */
function refuseBytes({ observer }: Server, code: string, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const status = REFUSALS[code] ?? '400 Bad Request'
  observer?.refused(socket, Number.parseInt(status, 10), code === INCOMPLETE_REQUEST)
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  socket.destroySoon()
}

/**
 * `/api/v2//tickets.json?page=2` → `/api/v2/tickets?page=2`: all forms are the same operation. Clients join addresses with a slash too many.
 * @source docs/reference/conventions.md §1.1
 */
function canonicalUrl(url: string): string {
  const mark = url.indexOf('?')
  const written = mark === -1 ? url : url.slice(0, mark)
  if (!(written.startsWith('/api/') || written.startsWith('/oauth/'))) return url
  const path = written.includes('//') ? written.replaceAll(/\/{2,}/g, '/') : written
  const isJson = path.endsWith('.json')
  if (!isJson && path === written) return url
  return (isJson ? path.slice(0, -5) : path) + (mark === -1 ? '' : url.slice(mark))
}

/** Maps errors of the plumbing itself, before or outside a route, to the documented shapes. */
function plumbingError(server: Server, error: FastifyError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new TooLarge()
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new UnsupportedMediaType()
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new InvalidEndpoint()
  if (error.statusCode !== undefined && error.statusCode < 500) return new BadRequest('BadRequest', 'The request could not be read')
  server.log.error({ err: error, request_id: request.id, ...traceMembers(traceOf(server, request)) }, 'the plumbing failed')
  return new InternalError(request.id)
}

function makeRequestId(): () => string {
  const mark = Math.random().toString(36).slice(2, 10)
  let count = 0
  return () => `${mark}-${(count++).toString(36)}`
}
