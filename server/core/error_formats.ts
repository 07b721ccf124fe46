// THE SAME REFUSALS IN OTHER FORMATS: one sentence, SCIM, the errors list of the newer families. Not here: the refusals (errors.ts).
import { HttpError, RecordInvalid, ScimError } from './errors.ts'
import { memberOf } from '#lib/error_words.ts'
import { isObject } from '#lib/json.ts'

/** Any refusal as a SCIM error. A value that is already taken is a conflict there. @source RFC 7644 §3.12 */
export function asScimError(error: HttpError): HttpError {
  if (error instanceof ScimError) return error
  const detail = sentenceOf(error.body)
  if (!(error instanceof RecordInvalid)) return new ScimError(error.status, detail, undefined, error.headers)
  const isTaken = Object.values(error.details).some((problems) => problems.some((problem) => problem.error === 'DuplicateValue'))
  return isTaken ? new ScimError(409, detail, 'uniqueness') : new ScimError(400, detail, 'invalidValue')
}

/** The message of any error body, as one text. */
export function sentenceOf(body: unknown): string {
  const { error, description, details } = isObject(body) ? body : { error: undefined, description: body, details: undefined }
  const problems = isObject(details) ? Object.values(details).flat() : []
  if (problems.length > 0) return problems.map((problem) => memberOf(problem, 'description')).join('. ')
  const inner = memberOf(error, 'message') ?? error
  return [description, inner].find((sentence) => typeof sentence === 'string') ?? 'The request was refused'
}

/**
 * Any refusal in the format of the newer resource families, a list of errors, answered with `status`. Callers are authenticated before the
 * family is known, so 401 stays as it is, and so does plain text.
 * @source docs/reference/conventions.md §2.3; https://jsonapi.org/format/#errors
 */
export function asErrorsList(error: HttpError, status = error.status): HttpError {
  const { body, headers } = error
  if (status === 401 || typeof body !== 'object' || body === null || 'errors' in body) return error
  const makeErrorObject = (code: string, title: string, rest: object = {}) => ({ code, title, status: String(status), ...rest })
  const { error: named, description } = body as { error?: unknown; description?: string }
  if (error instanceof RecordInvalid) {
    const errors = Object.entries(error.details).flatMap(([name, problems]) =>
      problems.map((problem) =>
        makeErrorObject(problem.error ?? 'RecordInvalid', problem.description, { detail: problem.description, source: { pointer: name } }),
      ),
    )
    return new HttpError(status, { errors }, headers)
  }
  const { title, message } = (typeof named === 'object' && named !== null ? named : {}) as { title?: string; message?: string }
  const code = typeof named === 'string' ? named : (title ?? 'Error').replaceAll(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())
  const detail = message ?? description ?? sentenceOf(body)
  return new HttpError(status, { errors: [makeErrorObject(code, title ?? detail, { detail })] }, headers)
}

/** As {@link asErrorsList}; an invalid record is a bad request there. @source docs/reference/webhooks.md §1 */
export function asWebhookError(error: HttpError): HttpError {
  const { status, body, headers } = asErrorsList(error, error instanceof RecordInvalid ? 400 : error.status)
  return new HttpError(status, body, { ...headers, 'content-type': 'application/json' })
}
