/** The answer of a failed request: refusals as they are, outages with an explanation, our own bugs without details. */
import type { FastifyRequest } from 'fastify'
import type { Log } from '#core/context.ts'
import type { SchemaWatch } from '#db/setup/schema_watch.ts'
import { isUndone, type Outage, outageOf } from '#db/outage.ts'
import { HttpError, InsufficientStorage, InternalError, OutcomeUnknown, Unavailable } from '#core/errors.ts'
import type { AnyRoute, Result } from './route.ts'
import { isRead } from './send.ts'

/** A request that failed. */
export interface Failed {
  readonly log: Log
  readonly route: AnyRoute
  readonly request: FastifyRequest
  /** Something was committed before it failed. */
  readonly has_committed: boolean
}

/** The answer to it. The log writes each kind of outage once a second. */
export function answerFailure(failed: Failed, error: unknown): Result {
  const { log, route, request } = failed
  const answer = error instanceof HttpError ? error : outageAnswer(failed, error)
  if (answer !== undefined) return withoutChallenge(request, route.refusal?.(answer) ?? answer)
  log.error({ err: error, request_id: request.id, method: request.method, route: request.routeOptions.url }, 'a request failed')
  return new InternalError(request.id)
}

function outageAnswer({ log, request, has_committed }: Failed, error: unknown): HttpError | undefined {
  const outage = outageOf(error)
  if (outage === undefined) return undefined
  const about = { err: error, request_id: request.id, method: request.method, route: request.routeOptions.url }
  log.error({ ...about, outage: outage.kind }, 'the database failed a request')
  if (!isRead(request) && (has_committed || !isUndone(error))) return new OutcomeUnknown()
  return answerTo(outage)
}

function answerTo({ kind, words }: Outage): HttpError {
  return kind === 'full' ? new InsufficientStorage(words) : new Unavailable(words)
}

/** Requests of a browser page get no challenge: the browser would open its own password dialog. */
function withoutChallenge(request: FastifyRequest, error: HttpError): Result {
  if (error.status !== 401 || request.headers['sec-fetch-site'] === undefined) return error
  const { 'www-authenticate': _challenge, ...headers } = error.headers
  return { status: error.status, body: error.body, headers }
}

/**
 * For everything that writes: a newer version that has migrated the database may store rows that this one would corrupt.
 * @throws Unavailable after such a migration
 */
export function requireNewest(schema: SchemaWatch): void {
  if (schema.behind.aborted)
    throw new Unavailable('A newer version of Deskhand is taking over, and nothing can be changed here. Please try again in a moment.')
}
