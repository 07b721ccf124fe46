/**
 * The way of a request: instance → caller → scope → limits → context → input → act → answer. Every route goes this way and
 * there is no other. @source design/architecture.md §3
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/account.ts'
import { accountByHost } from '../accounts/directory.ts'
import { authenticate, type Caller, isAuthentic } from '../auth/authenticate.ts'
import { actingFor } from '../auth/on_behalf_of.ts'
import { type Presented, presentedCredentials } from '../auth/presented.ts'
import { requireUnretired } from '../auth/retirement.ts'
import { allowsScope, requiredScopes } from '../auth/scopes.ts'
import { sessionTokenOf } from '../auth/sessions.ts'
import { type Context, type Log, requestContext, type Services } from '../context.ts'
import { type Database, isUnreachable } from '../db/client.ts'
import {
  Forbidden,
  HttpError,
  InternalError,
  InvalidAttribute,
  InvalidEndpoint,
  MissingScope,
  NotFound,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
} from '../errors.ts'
import { accountNow, machineNow, stopwatch } from '../lib/clock.ts'
import { countRequest } from '../metrics.ts'
import { requestHost } from './base_url.ts'
import { countAgainstBuckets, countCall } from './counting.ts'
import { retirementHeaders, STANDING_HEADERS, warningHeader } from './headers.ts'
import { once } from './idempotency.ts'
import type { Limiter } from './limits.ts'
import { readBody, type Reading, readValue } from './read_input.ts'
import type { RequestLog } from './request_log.ts'
import { type Sent, withFiles } from './received.ts'
import type { Address, AnyRoute, AskedOf, Query, Result, SentFile } from './route.ts'
import { send } from './send.ts'

/** What serving needs of the process. `checkAnswer` compares answers with their shapes in tests. */
export interface Server {
  readonly services: Services
  readonly database: Database
  readonly limiter: Limiter
  readonly requestLog: RequestLog
  readonly log: Log
  readonly checkAnswer?: (route: AnyRoute, body: unknown) => void
}

/** What has become known of a request on its way; the log is written from it however the request ends. */
interface Passage {
  readonly startedAt: number
  /** Where the call comes from; nobody knows when the connection was gone before it was served. */
  readonly address: string
  readonly headers: Record<string, string>
  account?: Account
  presented?: Presented
  caller?: Caller
  /** Whether the caller may call this from where he is, within all limits: only then his credential is used. */
  is_admitted?: true
  ctx?: Context
}

/** Serves one request of one route. Never throws. */
export async function serve(server: Server, route: AnyRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const passage: Passage = { startedAt: stopwatch(), address: addressOf(request), headers: { ...STANDING_HEADERS } }
  let result: Result
  try {
    result = await pass(server, route, request, passage)
  } catch (error) {
    result = failure(server, route, request, error)
  }
  record(server, route, request, passage, result.status)
  return send(request, reply, passage.headers, result)
}

async function pass(server: Server, route: AnyRoute, request: FastifyRequest, passage: Passage): Promise<Result> {
  const { services, database } = server
  const { base_url, hostname } = requestHost(request)
  const account = await accountByHost(services, hostname, services.config.domain)
  if (account === undefined) throw new InvalidEndpoint()
  passage.account = account
  const query = request.query as Query
  passage.presented =
    route.credentials === 'none'
      ? { kind: 'none' }
      : presentedCredentials(request.headers.authorization, text(query.access_token), sessionTokenOf(request.headers.cookie))
  const caller = await authenticateFor(server, route, account, passage.presented, passage)
  passage.caller = caller
  await countCall(server, account, { route, caller, address: passage.address, headers: passage.headers })
  mayPass(route, request, caller)
  passage.is_admitted = true
  const who = {
    base_url: services.config.public_url ?? base_url,
    ip_address: passage.address,
    user_agent: request.headers['user-agent'] ?? null,
    request_id: request.id,
  }
  const named = route.credentials === 'none' ? undefined : text(request.headers['x-on-behalf-of'])
  const { actor, auth } = await actingFor({ services, account }, caller, route, named)
  const ctx = requestContext({ account, actor, auth, caller: who, db: database, log: server.log, services })
  passage.ctx = ctx
  const params = readParams(route, request.params as Record<string, string>, actor.id)
  const answer = (sent: Sent) => {
    const reading: Reading = { action: route.name, unknown: [] }
    const input = readRequest(route, request, { params, query, sent, base_url: who.base_url, csrf: caller.csrf }, reading)
    if (reading.unknown.length > 0) Object.assign(passage.headers, warningHeader(route.name, reading.unknown))
    return run(route, request, ctx, input).finally(() => (isRead(request) ? null : services.memory.settled()))
  }
  // before a body is read: who is over his limit has no files written
  await countAgainstBuckets(server, ctx, { route, params, headers: passage.headers })
  const result = await withFiles(ctx, route, request, answer)
  if (result.status !== 202) server.checkAnswer?.(route, result.body)
  return result
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

function run(route: AnyRoute, request: FastifyRequest, ctx: Context, input: object): Promise<Result> {
  const key = route.idempotent === true ? text(request.headers['idempotency-key']) : undefined
  const handle = (context: Context) => route.handle(context, input as never)
  return key === undefined ? handle(ctx) : once(ctx, key, [route.method, route.path, request.body], handle)
}

/**
 * Who calls, unless what he calls with has had its last day: then it is refused, and logged as his. `GET /users/me` answers a wrong
 * password as if none had been sent; everything else refuses it. @source auth.md §1
 */
async function authenticateFor(server: Server, route: AnyRoute, account: Account, presented: Presented, passage: Passage): Promise<Caller> {
  const at = { services: server.services, account, address: passage.address }
  try {
    const caller = await authenticate(at, presented)
    passage.caller = caller
    Object.assign(passage.headers, retirementHeaders(account, caller, route))
    requireUnretired(account, caller, route)
    return caller
  } catch (error) {
    const lenient = route.name === 'users/me' && presented.kind === 'password' && error instanceof Unauthenticated
    if (!lenient) throw error
    return authenticate(at, { kind: 'none' })
  }
}

function mayPass(route: AnyRoute, request: FastifyRequest, caller: Caller): void {
  const { auth } = caller
  if (route.json_only === true && !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new UnsupportedMediaType()
  if (auth.kind === 'anonymous' && route.anonymous !== true) throw new Unauthenticated()
  if (auth.kind === 'session' && !isRead(request) && !isAuthentic(caller, text(request.headers['x-csrf-token'])))
    throw new Forbidden('The X-CSRF-Token header is missing or wrong. GET /api/v2/users/me tells the current one.')
  if (auth.must_enrol === true && route.while_enrolling !== true)
    throw new Forbidden('This instance asks its staff for a second factor. Set yours up first: POST /api/v2/users/me/second_factor.')
  const access = route.access ?? (isRead(request) ? 'read' : 'write')
  if (route.scope !== null && auth.scopes !== null && !allowsScope(auth.scopes, route.scope, access))
    throw new MissingScope(requiredScopes(route.scope, access))
}

interface ReadRequest {
  readonly params: Record<string, string | number>
  readonly query: unknown
  readonly body: unknown
  readonly address: Address
  readonly csrf: string | undefined
  readonly authorization: string | undefined
  readonly cookies: string | undefined
  readonly files: readonly SentFile[]
  readonly asked: AskedOf
}

interface Unread {
  readonly params: Record<string, string | number>
  readonly query: Query
  readonly sent: Sent
  readonly base_url: string
  readonly csrf: string | undefined
}

function readRequest(
  route: AnyRoute,
  request: FastifyRequest,
  { params, query, sent, base_url, csrf }: Unread,
  reading: Reading,
): ReadRequest {
  const { authorization, cookie, range } = request.headers
  const path = (request.url.split('?', 1)[0] as string).replace(/\/+$/, '')
  return {
    params,
    query: route.query === undefined ? {} : readValue(route.query, query, '', { action: route.name, unknown: [] }),
    body: route.body === undefined ? {} : readBody(route.body, sent.body, reading),
    address: { base_url, path, query },
    csrf,
    authorization: route.credentials === 'none' ? authorization : undefined,
    cookies: route.credentials === 'none' ? cookie : undefined,
    files: sent.files,
    asked: {
      range,
      if_range: text(request.headers['if-range']),
      if_none_match: request.headers['if-none-match'],
      head_only: request.method === 'HEAD',
      names_json: /\bapplication\/json\b/i.test(request.headers.accept ?? ''),
    },
  }
}

/**
 * Ids that are no integer are refused; those no record can have are not found. Where a path begins with a user, `me` is who calls.
 * @source conventions.md §1 Huge id, Non-integer id
 */
function readParams(route: AnyRoute, given: Record<string, string>, caller_id: number): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(given)) {
    if (route.text_params?.includes(name)) {
      params[name] = value.toWellFormed().replaceAll('\0', '')
      continue
    }
    if (value === 'me' && route.path.startsWith(`/api/v2/users/:${name}`)) {
      params[name] = caller_id
      continue
    }
    if (!/^-?\d{1,30}$/.test(value)) throw new InvalidAttribute(name, 'must be an integer', route.name)
    const id = Number(value)
    if (!Number.isSafeInteger(id)) throw new NotFound()
    params[name] = id
  }
  return params
}

function failure(server: Server, route: AnyRoute, request: FastifyRequest, error: unknown): Result {
  if (error instanceof HttpError) return withoutChallenge(request, route.refusal?.(error) ?? error)
  server.log.error({ err: error, request_id: request.id, method: request.method, route: request.routeOptions.url }, 'a request failed')
  return isUnreachable(error) ? new Unavailable() : new InternalError(request.id)
}

/** A page's own calls get no challenge: the browser would open a password window of its own. */
function withoutChallenge(request: FastifyRequest, error: HttpError): Result {
  if (error.status !== 401 || request.headers['sec-fetch-site'] === undefined) return error
  const { 'www-authenticate': _challenge, ...headers } = error.headers
  return { status: error.status, body: error.body, headers }
}

function record(server: Server, route: AnyRoute, request: FastifyRequest, passage: Passage, status: number): void {
  const milliseconds = stopwatch() - passage.startedAt
  countRequest(request.method, route.path, status, milliseconds)
  if (passage.account === undefined) return
  const { presented, caller } = passage
  server.requestLog.add({
    account_id: passage.account.id,
    created_at: machineNow().toISOString(),
    is_use: passage.is_admitted === true,
    used_at: (passage.ctx?.now ?? accountNow(passage.account.settings.clock)).toISOString(),
    method: request.method,
    route: route.path,
    status,
    milliseconds,
    user_id: caller?.actor.id ?? null,
    email:
      presented !== undefined && 'email' in presented && presented.email.includes('@') // else it may be a secret in the wrong place
        ? presented.email.slice(0, 320).toWellFormed().replaceAll('\0', '')
        : (caller?.actor.email ?? null),
    credential_kind: caller?.auth.kind ?? presented?.kind ?? 'none',
    credential_id: caller?.auth.credential_id ?? null,
    client_id: caller?.auth.client_id ?? null,
    user_agent: request.headers['user-agent']?.slice(0, 500) ?? null,
    ip_address: passage.address,
    request_id: request.id,
  })
}

function addressOf(request: FastifyRequest): string {
  return (request.ip as string | undefined) ?? 'unknown'
}

function text(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
