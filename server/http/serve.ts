/**
 * The way of a request: instance → caller → scope → limits → context → input → act → answer. Every route goes this way and
 * there is no other. @source design/architecture.md §3
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/account.ts'
import { accountByHost } from '../accounts/directory.ts'
import { requestsPerMinute } from '../accounts/settings.ts'
import { requireAllowedAddress } from '../auth/addresses.ts'
import { authenticate, type Caller, isAuthentic } from '../auth/authenticate.ts'
import { actingFor } from '../auth/on_behalf_of.ts'
import { type Presented, presentedCredentials } from '../auth/presented.ts'
import { requireUnretired } from '../auth/retirement.ts'
import { allowsScope, requiredScopes } from '../auth/scopes.ts'
import { sessionTokenOf } from '../auth/sessions.ts'
import { type Context, type Log, requestContext, type Services } from '../context.ts'
import { type Database, isUnreachable } from '../db/client.ts'
import {
  AccountLimitExceeded,
  EndpointLimitExceeded,
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
import { bucketHeader, limitHeaders, retirementHeaders, STANDING_HEADERS, warningHeader } from './headers.ts'
import { once } from './idempotency.ts'
import type { Limiter } from './limits.ts'
import { readBody, type Reading, readValue } from './read_input.ts'
import type { RequestLog } from './request_log.ts'
import type { Address, AnyRoute, Query, Result } from './route.ts'
import { send } from './send.ts'

/** Of an IPv6 address with its zone; what a proxy forwards may be no address at all. */
const LONGEST_ADDRESS = 64

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
  mayComeFrom(account, caller, passage.address)
  mayPass(route, request, caller)
  await countAgainstCredential(server, account, caller, passage)
  const bucket = standingBucket(route, caller, passage.address)
  if (bucket !== null) await countAgainstAccount(server, account, bucket, passage)
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
  const reading: Reading = { action: route.name, unknown: [] }
  const input = readRequest(route, request, query, who.base_url, caller.csrf, reading)
  if (reading.unknown.length > 0) Object.assign(passage.headers, warningHeader(route.name, reading.unknown))
  await countAgainstBuckets(server, route, ctx, input.params, passage)
  const result = await run(route, request, ctx, input).finally(() => (request.method === 'GET' ? null : services.memory.settled()))
  server.checkAnswer?.(route, result.body)
  return result
}

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

function mayComeFrom(account: Account, { actor, auth, bounds = null }: Caller, address: string): void {
  requireAllowedAddress(account, { role: actor.role, is_credential: auth.kind === 'api_token' || auth.kind === 'oauth', bounds }, address)
}

function mayPass(route: AnyRoute, request: FastifyRequest, caller: Caller): void {
  const { auth } = caller
  if (route.json_only === true && !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new UnsupportedMediaType()
  if (auth.kind === 'anonymous' && route.anonymous !== true) throw new Unauthenticated()
  if (auth.kind === 'session' && request.method !== 'GET' && !isAuthentic(caller, text(request.headers['x-csrf-token'])))
    throw new Forbidden('The X-CSRF-Token header is missing or wrong. GET /api/v2/users/me tells the current one.')
  if (auth.must_enrol === true && route.while_enrolling !== true)
    throw new Forbidden('This instance asks its staff for a second factor. Set yours up first: POST /api/v2/users/me/second_factor.')
  const access = route.access ?? (request.method === 'GET' ? 'read' : 'write')
  if (route.scope !== null && auth.scopes !== null && !allowsScope(auth.scopes, route.scope, access))
    throw new MissingScope(requiredScopes(route.scope, access))
}

const UNCOUNTED: ReadonlySet<string> = new Set(['access/sign_in', 'access/second_factor'])

/**
 * What a call is counted in. Calls of the dashboard are not counted; callers without credentials have a limit of their own at each
 * address, so that strangers cannot use up the account's; signing in has its own, in auth/throttle.ts. @source conventions.md §8
 */
function standingBucket(route: AnyRoute, caller: Caller, address: string): string | null {
  if (caller.auth.kind === 'session' || UNCOUNTED.has(route.name)) return null
  return caller.auth.kind === 'anonymous' ? `anonymous:${address.slice(0, LONGEST_ADDRESS)}` : 'account'
}

async function countAgainstAccount(server: Server, account: Account, bucket: string, passage: Passage): Promise<void> {
  const limit = requestsPerMinute(account.settings)
  if (limit === null) return
  const standing = await server.limiter.take(server.database, account.id, bucket, limit, 60)
  Object.assign(passage.headers, limitHeaders(standing))
  if (!standing.allowed) throw new AccountLimitExceeded(standing.resets_in_seconds)
}

/** Before the account's own limit: what one credential has too many of uses up nothing of the others'. */
async function countAgainstCredential(server: Server, account: Account, { bounds }: Caller, passage: Passage): Promise<void> {
  if (bounds === undefined || bounds === null || bounds.per_minute === null) return
  const { owner, per_minute } = bounds
  const standing = await server.limiter.take(server.database, account.id, `credential:${owner}`, per_minute, 60)
  Object.assign(passage.headers, bucketHeader('credential', standing))
  if (standing.allowed) return
  throw new EndpointLimitExceeded(standing.resets_in_seconds, `This credential may be used for ${per_minute} calls a minute`)
}

async function countAgainstBuckets(
  server: Server,
  route: AnyRoute,
  ctx: Context,
  params: Record<string, unknown>,
  passage: Passage,
): Promise<void> {
  if (route.buckets === undefined || !ctx.account.settings.rate_limit.endpoints) return
  for (const bucket of route.buckets) {
    const apart = { user: `:${ctx.actor.id}`, user_and_id: `:${ctx.actor.id}:${String(params.id)}`, id: `:${String(params.id)}`, none: '' }[
      bucket.per ?? 'none'
    ]
    const standing = await server.limiter.take(server.database, ctx.account.id, bucket.name + apart, bucket.limit, bucket.window_seconds)
    Object.assign(passage.headers, bucketHeader(bucket.name, standing))
    if (!standing.allowed) throw new EndpointLimitExceeded(standing.resets_in_seconds, bucket.refusal)
  }
}

interface ReadRequest {
  readonly params: Record<string, string | number>
  readonly query: unknown
  readonly body: unknown
  readonly address: Address
  readonly csrf: string | undefined
  readonly authorization: string | undefined
  readonly cookies: string | undefined
}

function readRequest(
  route: AnyRoute,
  request: FastifyRequest,
  query: Query,
  base_url: string,
  csrf: string | undefined,
  reading: Reading,
): ReadRequest {
  const path = (request.url.split('?', 1)[0] as string).replace(/\/+$/, '')
  return {
    params: readParams(route, request.params as Record<string, string>),
    query: route.query === undefined ? {} : readValue(route.query, query, '', { action: route.name, unknown: [] }),
    body: route.body === undefined ? {} : readBody(route.body, request.body, reading),
    address: { base_url, path, query },
    csrf,
    authorization: route.credentials === 'none' ? request.headers.authorization : undefined,
    cookies: route.credentials === 'none' ? request.headers.cookie : undefined,
  }
}

/** Ids that are no integer are refused; those no record can have are not found. @source conventions.md §1 Huge id, Non-integer id */
function readParams(route: AnyRoute, given: Record<string, string>): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(given)) {
    if (route.text_params?.includes(name)) {
      params[name] = value.toWellFormed().replaceAll('\0', '')
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
