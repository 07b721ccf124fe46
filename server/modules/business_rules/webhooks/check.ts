import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { EVENT_TYPES } from '#modules/common/webhook_events/event_types.ts'
import { isMoved } from '#lib/origin.ts'
import { callsNobody, type MayCall } from './addresses.ts'
import { type Callee, CONDITIONAL, readSentSecret, type WebhookDraft } from './draft.ts'
import type { WebhookInput } from './schema.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const FORMATS = ['json', 'xml', 'form_encoded']
const MAX_ENDPOINT_LENGTH = 2048
const MAX_HEADERS = 10
const MAX_HEADER_LENGTH = 8192
/** A name of a header. @source RFC 9110 §5.1 */
const TOKEN = /^[!#$%&'*+.^`|~\w-]{1,128}$/
/** What may stand in a header. @source RFC 9110 §5.5 */
const VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/
/** Headers that belong to the connection, or that this service sets. */
const RESERVED =
  /^(?:host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|user-agent|proxy-.*|x-zendesk-.*|x-deskhand-.*)$/i

type Found = [member: string, problem: Problem][]

/** What is wrong with what a call would be made with. @source docs/reference/webhooks.md §1 */
export function checkCallee(callee: Callee, mayCall: MayCall): Details {
  return details([
    ...endpointProblems(callee.endpoint, mayCall),
    ...choice('http_method', 'Http method', callee.http_method, METHODS),
    ...choice('request_format', 'Request format', callee.request_format, FORMATS),
    ...authenticationProblems(callee),
    ...headerProblems(callee.custom_headers),
  ])
}

/** What is wrong with a webhook as it would be saved. @source docs/reference/webhooks.md §1 */
export function checkWebhook(draft: WebhookDraft, mayCall: MayCall): Details {
  return {
    ...details(draft.name === '' ? [['name', makeBlankProblem('Name')]] : []),
    ...details(choice('status', 'Status', draft.status, ['active', 'inactive'])),
    ...checkCallee(draft, mayCall),
    ...details(subscriptionProblems(draft)),
  }
}

/**
 * What a webhook authenticates with was given for its origin: a call of another host, port or scheme would hand it over. A caller who names
 * another origin, of a webhook or of its copy, sends credential and headers again, or null for none.
 */
export function checkMove(before: Callee, after: Callee, input: Pick<WebhookInput, 'authentication' | 'custom_headers'>): Details {
  if (!isMoved(before.endpoint, after.endpoint)) return {}
  const isSent = typeof readSentSecret(after.authentication?.type ?? '', input.authentication) === 'string'
  const again = 'is sent to the origin that it was given for only: send it again with another one, or null'
  const headers = input.custom_headers ?? {}
  const hasHeaders = Object.keys(after.custom_headers).some((name) => !Object.hasOwn(headers, name))
  return details([
    ...(after.credential === null || isSent ? [] : ([['authentication', makeInvalidProblem(`Authentication: ${again}`)]] satisfies Found)),
    ...(hasHeaders ? ([['custom_headers', makeInvalidProblem(`Custom headers: ${again}`)]] satisfies Found) : []),
  ])
}

function details(found: Found): Details {
  return Object.fromEntries(found.map(([member, problem]) => [member, [problem]]))
}

function choice(member: string, title: string, value: string, allowed: readonly string[]): Found {
  if (value === '') return [[member, makeBlankProblem(title)]]
  return allowed.includes(value) ? [] : [[member, makeInvalidProblem(`${title}: must be one of ${allowed.join(', ')}`)]]
}

function endpointProblems(endpoint: string, mayCall: MayCall): Found {
  if (endpoint === '') return [['endpoint', makeBlankProblem('Endpoint')]]
  const url = endpoint.length > MAX_ENDPOINT_LENGTH ? null : URL.parse(endpoint)
  if (url !== null && callsNobody(url)) return []
  if (url === null || !/^https?:$/.test(url.protocol))
    return [['endpoint', makeInvalidProblem('Endpoint: must be an HTTP or HTTPS address')]]
  if (url.username !== '' || url.password !== '')
    return [['endpoint', makeInvalidProblem('Endpoint: may hold no user name and no password')]]
  return mayCall(url) ? [] : [['endpoint', makeInvalidProblem('Endpoint: is not a public address')]]
}

function authenticationProblems({ authentication, credential }: Callee): Found {
  if (authentication === null) return []
  const { type, add_position, username, name } = authentication
  const makeProblem = (sentence: string): Found => [['authentication', makeInvalidProblem(`Authentication: ${sentence}`)]]
  if (!['basic_auth', 'bearer_token', 'api_key'].includes(type)) return makeProblem('type must be one of basic_auth, bearer_token, api_key')
  if (add_position !== 'header') return makeProblem('add_position must be header')
  if (type === 'basic_auth' && (username === undefined || username === '' || username.includes(':')))
    return makeProblem('data.username must be a user name without a colon')
  if (type === 'api_key' && (name === undefined || !TOKEN.test(name) || RESERVED.test(name)))
    return makeProblem('data.name must be the name of a header')
  if (credential === null || credential === '') return makeProblem('data must hold its password, token or value')
  return type === 'basic_auth' || VALUE.test(credential) ? [] : makeProblem('data holds characters that cannot stand in a header')
}

function headerProblems(headers: Readonly<Record<string, string>>): Found {
  const makeProblem = (sentence: string): Found => [['custom_headers', makeInvalidProblem(`Custom headers: ${sentence}`)]]
  const names = Object.keys(headers)
  if (names.length > MAX_HEADERS) return makeProblem(`may be at most ${MAX_HEADERS}`)
  const unfit = names.find((name) => !TOKEN.test(name) || RESERVED.test(name))
  if (unfit !== undefined) return makeProblem(`${JSON.stringify(unfit)} cannot be set`)
  const unsendable = names.find((name) => !VALUE.test(headers[name] ?? '') || (headers[name] ?? '').length > MAX_HEADER_LENGTH)
  return unsendable === undefined ? [] : makeProblem(`the value of ${unsendable} cannot be sent`)
}

/** Events are a JSON body, so they can be sent neither in another format nor by a method without a body. */
function subscriptionProblems({ subscriptions, http_method, request_format }: WebhookDraft): Found {
  const makeProblem = (sentence: string): Found => [['subscriptions', makeInvalidProblem(`Subscriptions: ${sentence}`)]]
  const events = subscriptions.filter((type) => type !== CONDITIONAL)
  if (subscriptions.length === 0) return makeProblem('cannot be empty')
  if (events.length === 0) return []
  if (events.length < subscriptions.length) return makeProblem(`${CONDITIONAL} cannot be combined with types of events`)
  const unknown = events.find((type) => !EVENT_TYPES.has(type))
  if (unknown !== undefined) return makeProblem(`${JSON.stringify(unknown)} is not a type of event`)
  const canCarry = request_format === 'json' && ['POST', 'PUT', 'PATCH'].includes(http_method)
  return canCarry ? [] : makeProblem('events are sent as JSON by POST, PUT or PATCH')
}
