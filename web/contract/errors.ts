// Errors of the API as one class, and the functions that read it.

import { formatCount } from '#kit/numbers.ts'
import { capitalize } from '#kit/words.ts'

/** A response of the API other than 2xx, or no response at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  /** Messages by the name of the input member, from a 422. */
  readonly details: Readonly<Record<string, string>>
  /** What is wrong with the record as a whole, a sentence each; all of them are in the message. */
  readonly problems: readonly string[]

  constructor(status: number, message: string, details: Record<string, string> = {}, problems: readonly string[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.details = details
    this.problems = problems
  }
}

/** Builds the error for a response: its body has the shape of 403, 422, 429, the plain `error`/`description` pair, or a list of errors. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const text = await response.text()
  const body = plainBody(parseObject(text))
  const wait = Number(response.headers.get('retry-after'))
  const retryAfterSeconds = Number.isFinite(wait) && wait > 0 ? wait : null
  const { base, ...details } = detailsOf(body)
  // the message on the record as a whole says more than "Record validation errors"
  return new ApiError(response.status, base ?? messageOf(response.status, body, retryAfterSeconds), details, problemsOf(body))
}

/** One sentence that describes any error to the user. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return 'Something unexpected went wrong in the dashboard.'
}

/** True when trying again may help: not when the API has refused it to the user. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError && error.status === 403)
}

/** The message for one member of the input, if the API returned one. */
export function detailOf(error: unknown, member: string): string | undefined {
  return error instanceof ApiError ? error.details[member] : undefined
}

/** A body with a list of errors, as the newer families of the API answer, in the shape of the others. */
function plainBody(body: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(body['errors'])) return body
  const errors = body['errors'].filter(isObject).map((error) => ({
    member: isObject(error['source']) ? readText(error['source']['pointer']) : undefined,
    description: readText(error['detail']) ?? readText(error['title']),
  }))
  const details = Object.groupBy(
    errors.filter(({ member }) => member !== undefined),
    ({ member }) => member ?? '',
  )
  return { description: errors.flatMap(({ description }) => description ?? []).join('. '), details }
}

function messageOf(status: number, body: Record<string, unknown>, retryAfterSeconds: number | null): string {
  if (status === 429) {
    const when = retryAfterSeconds === null ? 'in a moment' : `in ${formatCount(retryAfterSeconds, 'second')}`
    return `Too many attempts. Try again ${when}.`
  }
  const error = body['error']
  if (isObject(error)) return readText(error['message']) ?? readText(error['title']) ?? statusMessage(status)
  return readText(body['description']) ?? readText(body['error_description']) ?? readSentence(error) ?? statusMessage(status)
}

/** Text for people, such as "Couldn't authenticate you"; undefined for a bare code such as "RecordNotFound". */
function readSentence(error: unknown): string | undefined {
  const words = readText(error)
  return words?.includes(' ') === true ? words : undefined
}

function statusMessage(status: number): string {
  return status >= 500 ? `The server had a problem (${status}).` : `The server refused the request (${status}).`
}

function detailsOf(body: Record<string, unknown>): Record<string, string> {
  const details: Record<string, string> = {}
  if (!isObject(body['details'])) return details
  for (const [member, problems] of Object.entries(body['details'])) {
    if (!Array.isArray(problems)) continue
    const messages = problems.flatMap((problem: unknown) => (isObject(problem) ? (readText(problem['description']) ?? []) : []))
    if (messages.length > 0)
      details[member] = messages.map((message) => (member === 'base' ? message : withoutMemberName(message))).join(' ')
  }
  return details
}

function problemsOf({ details }: Record<string, unknown>): string[] {
  const base = isObject(details) && Array.isArray(details['base']) ? details['base'] : []
  return base.flatMap((problem: unknown) => (isObject(problem) ? (readText(problem['description']) ?? []) : []))
}

/** "Description: must be …" → "Must be …": the field shows its own label. */
function withoutMemberName(message: string): string {
  return capitalize(message.replace(/^[\w ]+: /, ''))
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    // plain text or a proxy's page: only the status is informative
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
