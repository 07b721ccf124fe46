/**
 * The processing of a request: account → caller → scope → limits → context → input → act → answer. Every route is processed this way and no
 * other. @source docs/architecture.md
 */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { Act, AccountGate } from '#accounts/gate.ts'
import { accountByHost } from '#accounts/directory.ts'
import { authenticate, type Caller, isAuthentic } from '#auth/authenticate.ts'
import { resolveActor } from '#auth/on_behalf_of.ts'
import { type Presented, readPresentedCredentials } from '#auth/presented.ts'
import { requireUnretired } from '#auth/retirement.ts'
import { requireScope } from '#auth/scopes.ts'
import { sessionTokenOf } from '#auth/sessions.ts'
import { type Context, type Log, requestContext, type Services } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import type { Database } from '#db/client.ts'
import type { RequestScope } from '#db/request_scope.ts'
import { DatabaseFault, OUT_OF_TIME, outageOf } from '#db/outage.ts'
import { BadRequest, Forbidden, HttpError, InvalidEndpoint, Unauthenticated, UnsupportedMediaType } from '#core/errors.ts'
import { accountNow, machineNow, readStopwatch } from '#lib/clock.ts'
import { countRequest } from '#core/metrics.ts'
import { type ClientAddress, clientAddress } from './client_address.ts'
import { requestHost } from './base_url.ts'
import { requireReadable } from './body_text.ts'
import { countAgainstBuckets, countCall } from './counting.ts'
import { addDeadline, type Deadline, removeDeadline } from './deadlines.ts'
import { withExactBody } from './exact.ts'
import { answerFailure, requireNewest } from './failure.ts'
import { retirementHeaders, COMMON_HEADERS, warningHeader } from './headers.ts'
import { runOnce } from './idempotency.ts'
import type { Limiter } from './limits.ts'
import type { Observer } from './observe.ts'
import type { Reading } from './read_input.ts'
import { readParams } from './read_params.ts'
import { readRequest, textOf } from './read_request.ts'
import { requireHere } from './require_here.ts'
import type { RequestLog } from './request_log.ts'
import { repeatAfterClash } from './repeat.ts'
import { bringsFiles, type Sent, withFiles } from './received.ts'
import type { AnyRoute, ApiRequest, Result } from './route.ts'
import { isRead, send } from './send.ts'
import type { SchemaWatch } from '#db/setup/schema_watch.ts'
import type { Stopping } from '#core/stopping.ts'

/** The parts of the process needed to serve requests. `checkAnswer` compares answers with their shapes in tests. */
export interface Server {
  readonly services: Services
  readonly database: Database
  /** For operators' queries: a share of the connections that nothing else uses. */
  readonly operations: Db
  /** For heartbeats and probes: connections that nothing else waits for. */
  readonly probes: Db
  readonly limiter: Limiter
  readonly requestLog: RequestLog
  readonly log: Log
  /** Null where neither the access log nor tracing is enabled. */
  readonly observer: Observer | null
  /** The state of the shutdown. */
  readonly stopping: Stopping
  /** Detects a newer database schema than this process knows. */
  readonly schema: SchemaWatch
  /** Whether the accounts may be changed: one that is being moved may not. */
  readonly gate: AccountGate
  readonly checkAnswer?: (route: AnyRoute, body: unknown) => void
}

/** The state of a request during processing; the request log is written from it however the request ends. */
interface RequestState extends RequestScope, ClientAddress {
  readonly startedAt: number
  readonly headers: Record<string, string>
  account?: Account
  presented?: Presented
  caller?: Caller
  /** Whether the call is admitted, from its address and within all limits: only then it counts as a use of the credential. */
  is_admitted?: true
  ctx?: Context
}

/** Serves one request of one route. Never throws. */
export async function serve(server: Server, route: AnyRoute, request: ApiRequest, reply: FastifyReply): Promise<FastifyReply> {
  const state: RequestState = {
    startedAt: readStopwatch(),
    ...clientAddress(request.raw, server.services.config.trusted_proxies),
    headers: { ...COMMON_HEADERS },
    is_over: false,
    has_committed: false,
  }
  server.observer?.served(request, state)
  const toFailure = (error: unknown) => answerFailure({ log: server.log, route, request, has_committed: state.has_committed }, error)
  const answer = (result: Result) => {
    record(server, route, request, state, result.status)
    return send(request, reply, state.headers, withExactBody(result, server.log, request.id))
  }
  const limit: Deadline = {
    ends_at: state.startedAt + timeLimitMs(server, route, request),
    expire() {
      state.is_over = true
      // for a write: a commit in progress may succeed
      state.has_committed = true
      answer(toFailure(new DatabaseFault(OUT_OF_TIME, 'The request exceeded its time limit'))).catch((error: unknown) =>
        server.log.error({ err: error, request_id: request.id }, 'an answer could not be sent'),
      )
    },
  }
  addDeadline(limit)
  let result: Result
  try {
    result = await handleRequest(server, route, request, state)
  } catch (error) {
    if (state.is_over) {
      // the request was answered above; a bug of ours is logged all the same
      if (!(error instanceof HttpError) && outageOf(error) === undefined)
        server.log.error({ err: error, request_id: request.id, route: route.path }, 'a request failed after its answer')
      return reply
    }
    result = toFailure(error)
  } finally {
    removeDeadline(limit)
  }
  if (!state.is_over) return answer(result)
  if (result.body instanceof Readable) result.body.destroy()
  return reply
}

/** The time limit of a request in milliseconds; with a file it is extended by the time allowed for receiving a request. */
function timeLimitMs({ services: { config } }: Server, route: AnyRoute, request: ApiRequest): number {
  return (config.answer_seconds + (bringsFiles(route, request) ? config.request_seconds : 0)) * 1000
}

async function handleRequest(server: Server, route: AnyRoute, request: ApiRequest, state: RequestState): Promise<Result> {
  const { services, gate } = server
  const at = requestHost(request)
  const found = await accountByHost(services, at.hostname, services.config.domain)
  if (found === undefined) throw new InvalidEndpoint()
  const act = await gate.begin(found)
  try {
    requireHere(act.move, route, request)
    const account = act.move === undefined ? found : { ...found, move_state: act.move.state }
    state.account = account
    return await handleHere(server, route, request, state, { account, act, base_url: at.base_url })
  } finally {
    act.end()
  }
}

/** The instance of a request, and the act that the request is for it. */
interface Here {
  readonly account: Account
  readonly act: Act
  readonly base_url: string
}

/** Handles a request of an instance that is here. */
async function handleHere(
  server: Server,
  route: AnyRoute,
  request: ApiRequest,
  state: RequestState,
  { account, act, base_url }: Here,
): Promise<Result> {
  const { services } = server
  const db = server.database.for(account.id, state, act)
  // a lease of the limiter serves other requests, too: it is outside the scope of this one
  const counter = { limiter: server.limiter, database: server.database.for(account.id) }
  requireReadable(request.url)
  const { query } = request
  state.presented =
    route.credentials === 'none'
      ? { kind: 'none' }
      : readPresentedCredentials(request.headers.authorization, textOf(query.access_token), sessionTokenOf(request.headers.cookie))
  const caller = await authenticateFor(server, route, account, state.presented, state)
  state.caller = caller
  await countCall(counter, account, { route, caller, address: state.address, proven_address: state.proven_address, headers: state.headers })
  requireAdmission(route, request, caller)
  if (!isRead(request)) requireNewest(server.schema)
  state.is_admitted = true
  const who = {
    base_url: services.config.public_url ?? base_url,
    ip_address: state.address,
    proven_address: state.proven_address,
    user_agent: request.headers['user-agent'] ?? null,
    request_id: request.id,
  }
  const named = route.credentials === 'none' ? undefined : textOf(request.headers['x-on-behalf-of'])
  const { actor, auth } = await resolveActor({ services, account }, caller, route, named)
  const ctx = requestContext({ account, actor, auth, caller: who, db, log: server.log, services })
  state.ctx = ctx
  const params = readParams(route, request.params, actor.id)
  const answer = (sent: Sent) => {
    const reading: Reading = { action: route.name, unknown: [], isChange: route.method === 'PUT' || route.method === 'PATCH' }
    const input = readRequest(route, request, { params, query, sent, base_url: who.base_url, csrf: caller.csrf }, reading)
    if (reading.unknown.length > 0) Object.assign(state.headers, warningHeader(route.name, reading.unknown))
    const act = () => run(route, request, ctx, { input, sent })
    if (isRead(request)) return act()
    // the first try consumes files, so such acts are not repeated
    return (sent.files.length === 0 ? repeatAfterClash(state, act) : act()).finally(() => services.cache.settled())
  }
  // before a body is read: over the limit, no files are written
  await countAgainstBuckets(counter, ctx, { route, params, headers: state.headers })
  const result = await withFiles(ctx, route, request, answer)
  if (result.status !== 202) server.checkAnswer?.(route, result.body)
  return result
}

/** @throws BadRequest for a key with files, which are stored before the transaction and so cannot be part of what happens once */
function run(route: AnyRoute, request: ApiRequest, ctx: Context, { input, sent }: { input: object; sent: Sent }): Promise<Result> {
  const key = route.idempotent === true ? textOf(request.headers['idempotency-key']) : undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read by the shapes of this route
  const handle = (context: Context) => route.handle(context, input as never)
  if (key === undefined) return handle(ctx)
  if (sent.files.length > 0)
    throw new BadRequest('IdempotentRequestError', 'An idempotency key goes with no files; upload them first and send their tokens')
  return runOnce(ctx, key, [route.method, route.path, sent.body], handle)
}

/**
 * Authenticates the caller, and refuses credentials past their last day, logged as theirs. `GET /users/me` answers a wrong password or API
 * token as if none had been sent; everything else refuses it. @source docs/reference/authentication.md §1; docs/reference/clients.md §26
 */
async function authenticateFor(
  server: Server,
  route: AnyRoute,
  account: Account,
  presented: Presented,
  state: RequestState,
): Promise<Caller> {
  const at = { services: server.services, account, address: state.address }
  try {
    const caller = await authenticate(at, presented)
    state.caller = caller
    Object.assign(state.headers, retirementHeaders(account, caller, route))
    requireUnretired(account, caller, route)
    return caller
  } catch (error) {
    const isBasic = presented.kind === 'password' || presented.kind === 'api_token'
    const lenient = route.name === 'users/me' && isBasic && error instanceof Unauthenticated
    if (!lenient) throw error
    return authenticate(at, { kind: 'none' })
  }
}

function requireAdmission(route: AnyRoute, request: ApiRequest, caller: Caller): void {
  const { auth } = caller
  if (route.json_only === true && !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new UnsupportedMediaType()
  if (auth.kind === 'anonymous' && route.anonymous !== true) throw new Unauthenticated()
  if (auth.kind === 'session' && !isRead(request) && !isAuthentic(caller, textOf(request.headers['x-csrf-token'])))
    throw new Forbidden('The X-CSRF-Token header is missing or wrong. GET /api/v2/users/me tells the current one.')
  if (auth.must_enrol === true && route.while_enrolling !== true)
    throw new Forbidden('This instance asks its staff for a second factor. Set yours up first: POST /api/v2/users/me/second_factor.')
  const access = route.access ?? (isRead(request) ? 'read' : 'write')
  if (route.scope !== null) requireScope(auth, route.scope, access)
  for (const resource of route.shows ?? []) requireScope(auth, resource, 'read')
}

function record(server: Server, route: AnyRoute, request: ApiRequest, state: RequestState, status: number): void {
  const milliseconds = readStopwatch() - state.startedAt
  countRequest(request.method, route.path, status, milliseconds)
  if (state.account === undefined) return
  const { presented, caller } = state
  server.requestLog.add({
    account_id: state.account.id,
    created_at: machineNow().getTime(),
    is_use: state.is_admitted === true,
    used_at: (state.ctx?.now ?? accountNow(state.account.settings.clock)).getTime(),
    method: route.method, // a HEAD counts as a use of the corresponding GET
    route: route.path,
    status,
    milliseconds,
    user_id: caller?.actor.id ?? null,
    email:
      presented !== undefined && 'email' in presented && presented.email.includes('@') // otherwise it may be a secret in the wrong field
        ? presented.email.slice(0, 320).toWellFormed().replaceAll('\0', '')
        : (caller?.actor.email ?? null),
    credential_kind: caller?.auth.kind ?? presented?.kind ?? 'none',
    credential_id: caller?.auth.credential_id ?? null,
    client_id: caller?.auth.client_id ?? null,
    user_agent: request.headers['user-agent']?.slice(0, 500) ?? null,
    ip_address: state.address,
    request_id: request.id,
  })
}
