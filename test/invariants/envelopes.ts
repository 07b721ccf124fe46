/** The documented forms of an error response. @source docs/reference/conventions.md §2 */
import assert from 'node:assert/strict'
import { isObject } from '#lib/json.ts'

type Check = (body: Record<string, unknown>) => boolean

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isProblem = (value: unknown) => isObject(value) && isText(value.description)
const isDetails = (value: unknown) =>
  isObject(value) && Object.values(value).every((list) => Array.isArray(list) && list.length > 0 && list.every(isProblem))
const isTitled = (value: unknown) => isObject(value) && isText(value.title) && isText(value.message)
const isCoded = (value: unknown) => isObject(value) && isText(value.code) && isText(value.title)

/** @source RFC 7644 §3.12 */
const isScim: Check = ({ schemas, status, detail }) =>
  Array.isArray(schemas) && schemas[0] === 'urn:ietf:params:scim:api:messages:2.0:Error' && isText(status) && isText(detail)

const isPlain: Check = ({ error, description }) => isText(error) && isText(description)

/** Members of a body → what must be true of them. */
const FORMS: Readonly<Record<string, Check>> = {
  error: ({ error }) => isText(error) || isTitled(error),
  'description,error': isPlain,
  'description,error,max_count': isPlain,
  'description,details,error': (body) => isPlain(body) && isDetails(body.details),
  'error,error_description': ({ error, error_description }) => isText(error) && isText(error_description),
  'error,message': ({ error, message }) => isText(error) && isText(message),
  'detail,schemas,status': isScim,
  'detail,schemas,scimType,status': isScim,
  errors: ({ errors }) => Array.isArray(errors) && errors.length > 0 && errors.every(isCoded),
}
const ACCOUNT_LIMIT = 'Number of allowed API requests per minute exceeded'

/** @throws AssertionError when an error response (status 400 or more) is in no documented form, or is a server error */
export function assertDocumented(what: string, status: number, contentType: string | undefined, text: string): void {
  assert.ok(status >= 200 && status < 500, `${what} was answered ${status}: ${text}`)
  if (status < 400) return
  if (status === 429 && text === ACCOUNT_LIMIT) return
  // the webhooks family names no charset
  const type = /\/api\/v2\/webhooks/.test(what) ? /^application\/json/ : /^application\/(?:scim\+)?json; charset=utf-8$/
  assert.match(contentType ?? '', type, what)
  const body: unknown = JSON.parse(text)
  assert.ok(isObject(body), `${what} was answered ${text}`)
  const check = FORMS[Object.keys(body).sort().join()]
  assert.ok(check?.(body), `${what} was answered in no documented form: ${text}`)
}
