// ALL ERRORS OF THE API: status, body and headers of each. No other file defines an error body.
// Not here: deciding when to throw one.

/** An answer other than a result. `body` is sent as JSON, or as plain text when it is a string. */
export class HttpError extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(typeof body === 'string' ? body : JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** 307: the instance was moved to another place. The client repeats the request there, with its method and body. @source RFC 9110 §15.4.8 */
export class MovedElsewhere extends HttpError {
  constructor(location: string) {
    super(307, { error: 'Moved', description: `This instance was moved. Send the request to ${location}` }, { location })
  }
}

/** 400: a parameter of the wrong type. @source docs/reference/conventions.md §2 */
export class InvalidAttribute extends HttpError {
  constructor(attribute: string, must: string, action: string) {
    const message = `You passed an invalid value for the ${attribute} attribute. Invalid parameter: ${attribute} ${must} from api/v2/${action}`
    super(400, { error: { title: 'Invalid attribute', message } })
  }
}

/** 400: the wrapping key is absent, or its value says nothing where something is made of it. @source docs/reference/conventions.md §1.2 */
export class MissingParameter extends HttpError {
  constructor(name: string) {
    super(400, { error: 'ParameterMissing', description: `param is missing or the value is empty or invalid: ${name}` })
  }
}

/** 400: too many records in one call, or items in a list. `description` differs between resources. @source docs/reference/conventions.md §2 */
export class TooManyValues extends HttpError {
  constructor(description = 'Parameter  cannot specify more than 100 values', max_count = 100) {
    super(
      400,
      description.startsWith('Parameter') ? { error: 'TooManyValues', description, max_count } : { error: 'TooManyValues', description },
    )
  }
}

/** 400: a page beyond the limit of offset paging. @source docs/reference/conventions.md §3.1 */
export class PaginationTooDeep extends HttpError {
  constructor() {
    const title = 'Pagination requests using Offset Pagination are limited to the first 10,000 records'
    super(400, { errors: [{ code: 'InvalidPaginationDepth', title, detail: 'Use cursor pagination (page[size]) to read further' }] })
  }
}

/** 400: an invalid paging parameter. @source docs/reference/conventions.md §3.2 */
export class InvalidPagination extends HttpError {
  constructor(title: string, detail: string) {
    super(400, { errors: [{ code: 'InvalidPaginationParameter', title, detail }] })
  }
}

/** 400: an error of the plain `error` + `description` kind. */
export class BadRequest extends HttpError {
  constructor(error: string, description: string) {
    super(400, { error, description })
  }
}

/** 401: no or wrong credentials. @source docs/reference/authentication.md §1 */
export class Unauthenticated extends HttpError {
  constructor(description?: string) {
    const body = { error: "Couldn't authenticate you", ...(description === undefined ? {} : { description }) }
    super(401, body, { 'www-authenticate': 'Basic realm="Web Password"' })
  }
}

/** 401: e-mail and password of the sign-in page do not match. Without a challenge: the browser must not open its own password dialog. */
export class SignInRefused extends HttpError {
  constructor() {
    super(401, { error: "Couldn't authenticate you" })
  }
}

/** 410: the challenge for the second factor is unknown, expired or used up; signing in begins again with the password. */
export class ChallengeOver extends HttpError {
  constructor() {
    super(410, { error: 'Gone', description: 'This took too long or failed too often. Sign in again with your password.' })
  }
}

/** 401: a bearer token that is unknown, expired or revoked. @source docs/reference/authentication.md §1 */
export class InvalidBearer extends HttpError {
  constructor() {
    const error_description = 'The access token provided is expired, revoked, malformed or invalid for other reasons.'
    super(401, { error: 'invalid_token', error_description }, { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
}

/** 403: signed in, but not allowed. @source docs/reference/conventions.md §2 */
export class Forbidden extends HttpError {
  constructor(message = 'You do not have access to this page. Please contact the account owner of this help desk for further help.') {
    super(403, { error: { title: 'Forbidden', message } })
  }
}

/** The header of every answer of an operation that is not built. @source docs/api/differences.md */
export const NOT_BUILT_HEADER = { 'x-deskhand-not-built': 'true' } as const

/** 403: a product that no instance has, refused as an account without it does. @source docs/reference/clients.md §22 */
export class ProductAbsent extends HttpError {
  constructor() {
    super(403, new Forbidden().body, NOT_BUILT_HEADER)
  }
}

/** 403: the OAuth token lacks a scope. Any one of `scopes` would suffice. @source docs/reference/authentication.md §1 */
export class MissingScope extends HttpError {
  constructor(scopes: readonly string[]) {
    super(403, { error: 'Forbidden', description: `You are missing the following required scopes: ${scopes.join(', ')}` })
  }
}

/** 404: no such record, or none that the caller may see. @source docs/reference/conventions.md §2 */
export class NotFound extends HttpError {
  constructor() {
    super(404, { error: 'RecordNotFound', description: 'Not found' })
  }
}

/** The row that was looked for. @throws NotFound when there is none */
export function orNotFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new NotFound()
  return row
}

/** 404: no such path, or not with this method. @source docs/reference/conventions.md §2 */
export class InvalidEndpoint extends HttpError {
  constructor() {
    super(404, { error: 'InvalidEndpoint', description: 'Not found' })
  }
}

/** 409: the record was changed in between. @source docs/reference/conventions.md §2, §9 */
export class Conflict extends HttpError {
  constructor(error: string, description: string) {
    super(409, { error, description })
  }
}

/** 410: it existed and is no longer available to anyone. @source RFC 9110 §15.5.11 */
export class Gone extends HttpError {
  constructor(description: string) {
    super(410, { error: 'Gone', description })
  }
}

/**
 * 413: a body is larger than the server accepts, or a file larger than the instance allows.
 * @source docs/reference/conventions.md §2; docs/reference/tickets.md §6.1
 */
export class TooLarge extends HttpError {
  constructor(error = 'RequestEntityTooLarge', description = 'The request body is too large') {
    super(413, { error, description })
  }
}

/** 415: a body in a media type that no route accepts. @source docs/reference/conventions.md §2 */
export class UnsupportedMediaType extends HttpError {
  constructor(description = 'Send the body as application/json') {
    super(415, { error: 'UnsupportedMediaType', description })
  }
}

/** 422: the text is not JSON. @source docs/reference/conventions.md §1.3 */
export class UnparsableJson extends HttpError {
  constructor() {
    super(422, { error: 'Unprocessable Entity', message: 'Server could not parse JSON' })
  }
}

/** 422: an error of the plain `error` + `description` kind. */
export class Unprocessable extends HttpError {
  constructor(error: string, description: string) {
    super(422, { error, description })
  }
}

/** One fault of a record. `error` is a code such as `BlankValue` or `DuplicateValue`. */
export interface Problem {
  readonly description: string
  readonly error?: string | null
  readonly type?: string
  readonly ticket_field_id?: number
  readonly ticket_field_type?: string
}

/** Field name → its problems; those of the record as a whole are under `base`. */
export type Details = Record<string, Problem[]>

/** 422: the record cannot be saved like this. @source docs/reference/conventions.md §2.2 */
export class RecordInvalid extends HttpError {
  readonly details: Details

  constructor(details: Details) {
    super(422, { error: 'RecordInvalid', description: 'Record validation errors', details })
    this.details = details
  }
}

/** Throws {@link RecordInvalid} when there is at least one problem. @throws RecordInvalid */
export function refuseInvalid(details: Details): void {
  if (Object.keys(details).length > 0) throw new RecordInvalid(details)
}

/** 429 of the whole account: plain text, as the public service answers it. @source docs/reference/conventions.md §2, §8 */
export class AccountLimitExceeded extends HttpError {
  constructor(retryAfterSeconds: number) {
    const wait = String(retryAfterSeconds)
    super(429, 'Number of allowed API requests per minute exceeded', { 'retry-after': wait, 'cache-control': `max-age=${wait},public` })
  }
}

/** 429 of one endpoint's bucket. @source docs/reference/conventions.md §2, §8 */
export class EndpointLimitExceeded extends HttpError {
  constructor(retryAfterSeconds: number, description = 'Number of allowed API requests per minute exceeded') {
    super(429, { error: 'APIRateLimitExceeded', description }, { 'retry-after': String(retryAfterSeconds) })
  }
}

/** 429: too many jobs are queued or running. @source docs/reference/conventions.md §7.1 */
export class TooManyJobs extends HttpError {
  constructor() {
    super(429, { error: 'TooManyJobs', description: 'You may only have 30 jobs queued or running at one time' }, { 'retry-after': '10' })
  }
}

/** 503: the process is overloaded or cannot reach its database. @source docs/reference/conventions.md §2 */
export class Unavailable extends HttpError {
  constructor(description = 'Please try again in a moment') {
    super(503, { error: 'ServiceUnavailable', description }, { 'retry-after': '5' })
  }
}

/**
 * 503: a connection was lost at the one moment after which it is unknown whether the request was carried out. Without `Retry-After`: a
 * client that repeats it automatically may do it twice. @source RFC 9110 §9.2.2
 */
export class OutcomeUnknown extends HttpError {
  constructor() {
    const description = 'It is not known whether the request was carried out. Look before you repeat it, or send an Idempotency-Key.'
    super(503, { error: 'OutcomeUnknown', description })
  }
}

/** 507: there is no space left to store what was sent. @source RFC 4918 §11.5 */
export class InsufficientStorage extends HttpError {
  constructor(description = 'There is no space left for this file. Please notify the operator of this service.') {
    super(507, { error: 'InsufficientStorage', description })
  }
}

/** 416: the requested range is not part of the file. @source RFC 9110 §15.5.17 */
export class RangeNotSatisfiable extends HttpError {
  constructor(size: number) {
    super(416, { error: 'RangeNotSatisfiable', description: `The file has ${size} bytes` }, { 'content-range': `bytes */${size}` })
  }
}

/** An error of `POST /oauth/tokens`. @source docs/reference/authentication.md §4.4; RFC 6749 §5.2 */
export class OAuthError extends HttpError {
  /** The body. */
  readonly refusal: { readonly error: string; readonly error_description: string }

  constructor(status: 400 | 401, error: string, error_description: string) {
    const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="OAuth"' } : {}
    super(status, { error, error_description }, { 'cache-control': 'no-store', pragma: 'no-cache', ...challenge })
    this.refusal = { error, error_description }
  }
}

/** An error of the SCIM endpoints. `scimType` is one of RFC 7644's keywords, such as `invalidFilter`. @source RFC 7644 §3.12 */
export class ScimError extends HttpError {
  constructor(status: number, detail: string, scimType?: string, headers: Readonly<Record<string, string>> = {}) {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
    const body = { schemas, status: String(status), ...(scimType === undefined ? {} : { scimType }), detail }
    super(status, body, { 'content-type': 'application/scim+json; charset=utf-8', ...headers })
  }
}

/** 500: a bug of ours; the body contains only the request id. */
export class InternalError extends HttpError {
  constructor(requestId: string) {
    super(500, { error: 'InternalError', description: `Something went wrong on our side. Request id: ${requestId}` })
  }
}
