/** A webhook as it would be saved after a request. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { textOf } from '#lib/json.ts'
import type { AuthenticationInput, WebhookInput } from './schema.ts'
import { keysOf } from '#lib/objects.ts'

/** How a webhook authenticates, without what is secret of it. */
export interface Authentication {
  readonly type: string
  readonly add_position: string
  readonly username?: string
  /** The name of the header of an API key. */
  readonly name?: string
}

/** What a call is made with. `credential` is the password, the token or the key. */
export interface Callee {
  readonly endpoint: string
  readonly http_method: string
  readonly request_format: string
  readonly authentication: Authentication | null
  readonly credential: string | null
  readonly custom_headers: Readonly<Record<string, string>>
}

/** The members of a webhook that can be written. */
export interface WebhookDraft extends Callee {
  readonly name: string
  readonly description: string | null
  readonly status: string
  readonly subscriptions: readonly string[]
}

/** What rules call, in contrast to types of events. */
export const CONDITIONAL = 'conditional_ticket_events'

/** A webhook of which nothing has been sent yet. */
export const BLANK: WebhookDraft = {
  name: '',
  description: null,
  status: '',
  endpoint: '',
  http_method: '',
  request_format: '',
  subscriptions: [CONDITIONAL],
  authentication: null,
  credential: null,
  custom_headers: {},
}

type CalleeInput = Pick<WebhookInput, 'endpoint' | 'http_method' | 'request_format' | 'authentication' | 'custom_headers'>

/** What a call would be made with: members that are not sent stay as they are. */
export function calleeOf(before: Callee, input: CalleeInput): Callee {
  return {
    endpoint: input.endpoint?.trim() ?? before.endpoint,
    http_method: input.http_method?.toUpperCase() ?? before.http_method,
    request_format: input.request_format?.toLowerCase() ?? before.request_format,
    ...authenticationOf(before, input.authentication),
    custom_headers: headersOf(input.custom_headers === undefined ? before.custom_headers : {}, input.custom_headers),
  }
}

/** The headers with those that were sent; null removes one, or all. @source docs/reference/webhooks.md §1; RFC 7396 §2 */
function headersOf(before: Callee['custom_headers'], given: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> {
  if (given === null) return {}
  const entries = Object.entries({ ...before, ...given }).filter(([, value]) => value !== null)
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]))
}

/**
 * The authentication as it would be saved. It is read without its secret, so one that is sent back without any keeps the stored one; null
 * removes it.
 */
function authenticationOf(before: Callee, given: AuthenticationInput | null | undefined): Pick<Callee, 'authentication' | 'credential'> {
  if (given === undefined) return { authentication: before.authentication, credential: before.credential }
  if (given === null) return { authentication: null, credential: null }
  const type = given.type ?? before.authentication?.type ?? ''
  const kept = before.authentication?.type === type ? before : { authentication: null, credential: null }
  const { username, name } = given.data ?? {}
  const own: Partial<Authentication> =
    type === 'basic_auth'
      ? { username: username ?? kept.authentication?.username ?? '' }
      : type === 'api_key'
        ? { name: name ?? kept.authentication?.name ?? '' }
        : {}
  return {
    authentication: { type, add_position: given.add_position ?? 'header', ...own },
    credential: readSentSecret(type, given) ?? kept.credential,
  }
}

/** What is secret of an authentication of this type as it was sent; undefined where it was not. */
export function readSentSecret(type: string, given: AuthenticationInput | null | undefined): string | null | undefined {
  const { password, token, value } = given?.data ?? {}
  return { basic_auth: password, bearer_token: token, api_key: value }[type]
}

/** The webhook as it would be saved. Absent members and headers stay; a list in the request replaces the stored one. */
export function draftOf(before: WebhookDraft, input: WebhookInput): WebhookDraft {
  return {
    ...calleeOf(before, input),
    custom_headers: headersOf(before.custom_headers, input.custom_headers),
    name: input.name === undefined ? before.name : (input.name ?? '').trim(),
    description: input.description === undefined ? before.description : input.description || null,
    status: input.status ?? before.status,
    subscriptions: input.subscriptions === undefined ? before.subscriptions : [...new Set(input.subscriptions)],
  }
}

/** The members that a whole webhook must have. @source docs/reference/webhooks.md §1 */
const REQUIRED = ['name', 'status', 'endpoint', 'http_method', 'request_format'] as const

/**
 * The webhook as PUT saves it. A whole webhook replaces the stored one: description, authentication and headers that it lacks are removed;
 * one that lacks a required member changes what it has. @source docs/reference/webhooks.md §1
 */
export function replacementOf(before: WebhookDraft, input: WebhookInput): WebhookDraft {
  const isWhole = REQUIRED.every((member) => input[member] !== undefined)
  if (!isWhole) return draftOf(before, input)
  return draftOf({ ...before, custom_headers: {} }, { description: null, authentication: null, ...input })
}

const TITLES: Readonly<Record<Exclude<keyof WebhookDraft, 'name' | 'status'>, string>> = {
  description: 'Description changed',
  endpoint: 'Endpoint changed',
  http_method: 'Method changed',
  request_format: 'Format changed',
  subscriptions: 'Subscriptions changed',
  authentication: 'Authentication changed',
  credential: 'Credentials changed',
  custom_headers: 'Headers changed',
}

/** The differences between two states, as sentences for the audit log, without what is secret; [] if there are none. */
export function describeDifferences(before: WebhookDraft, after: WebhookDraft): string[] {
  const found: string[] = []
  if (before.name !== after.name) found.push(`Name changed from "${before.name}" to "${after.name}"`)
  if (before.status !== after.status) found.push(after.status === 'active' ? 'Activated' : 'Deactivated')
  for (const member of keysOf(TITLES)) if (!isDeepStrictEqual(before[member], after[member])) found.push(TITLES[member])
  return found
}
