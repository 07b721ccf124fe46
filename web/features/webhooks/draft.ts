// The values of the form of a webhook, and what is sent for them. Pure.
// Does not belong here: drawing them (WebhookForm.tsx), validation; the server does that.

import type { Webhook, WebhookAuthentication, WebhookInput, WebhookTest } from './queries.ts'
import { isOneOf, isSame, membersWhere } from '#lib/objects.ts'
import { CONDITIONAL, isCalledByRules } from './words.ts'
import { newKey, withKeys } from '#lib/keyed.ts'

/** A custom header in the form. */
export interface HeaderEntry {
  readonly key: number
  readonly name: string
  readonly value: string
}

const AUTHENTICATIONS = ['none', 'basic_auth', 'bearer_token', 'api_key'] as const
export type AuthenticationType = (typeof AUTHENTICATIONS)[number]

export interface WebhookDraft {
  name: string
  description: string
  active: boolean
  endpoint: string
  http_method: string
  request_format: string
  authentication: AuthenticationType
  username: string
  /** The name of the header of an API key. */
  header: string
  /** The password, the token or the key as it was typed. Empty: the stored one stays. */
  secret: string
  headers: readonly HeaderEntry[]
  /** What calls the webhook. */
  caller: 'rules' | 'events'
  events: readonly string[]
}

/** What each group of fields gets. */
export interface FieldsProps {
  draft: WebhookDraft
  /** Why the last attempt to save failed. */
  error: Error | null
  onChange: (part: Partial<WebhookDraft>) => void
}

const NEW: WebhookDraft = {
  name: '',
  description: '',
  active: true,
  endpoint: '',
  http_method: 'POST',
  request_format: 'json',
  authentication: 'none',
  username: '',
  header: '',
  secret: '',
  headers: [],
  caller: 'rules',
  events: [],
}

/** The form of a webhook, or of a new one. */
export function draftOf(webhook: Webhook | undefined): WebhookDraft {
  if (webhook === undefined) return NEW
  const { name, description = '', status, endpoint, http_method, request_format, authentication, custom_headers = {} } = webhook
  const byRules = isCalledByRules(webhook)
  return {
    name,
    description,
    active: status === 'active',
    endpoint,
    http_method,
    request_format,
    authentication: isOneOf(AUTHENTICATIONS, authentication?.type) ? authentication.type : 'none',
    username: authentication?.data?.username ?? '',
    header: authentication?.data?.name ?? '',
    secret: '',
    headers: withKeys(Object.entries(custom_headers).map(([header, value]) => ({ name: header, value }))),
    caller: byRules ? 'rules' : 'events',
    events: byRules ? [] : webhook.subscriptions,
  }
}

/** An empty row for a header. */
export function emptyHeader(): HeaderEntry {
  return { key: newKey(), name: '', value: '' }
}

function authenticationOf({ authentication: type, username, header, secret }: WebhookDraft): WebhookAuthentication | null {
  if (type === 'none') return null
  const typed = secret === '' ? undefined : secret
  const common = { type, add_position: 'header' }
  if (type === 'basic_auth') return { ...common, data: { username, ...(typed === undefined ? {} : { password: typed }) } }
  if (type === 'api_key') return { ...common, data: { name: header, ...(typed === undefined ? {} : { value: typed }) } }
  return { ...common, data: typed === undefined ? {} : { token: typed } }
}

/** The headers as they are sent; rows without a name and a value are left out. */
function headersOf({ headers }: WebhookDraft): Record<string, string> {
  return Object.fromEntries(headers.filter(({ name, value }) => name !== '' || value !== '').map(({ name, value }) => [name.trim(), value]))
}

/** The name that two rows of headers have, as of two headers only one would be sent; undefined if all differ. */
export function findRepeatedHeader({ headers }: WebhookDraft): string | undefined {
  const names = headers.map(({ name }) => name.trim()).filter(Boolean)
  return names.find((name, index) => names.slice(0, index).some((other) => other.toLowerCase() === name.toLowerCase()))
}

function calleeOf(draft: WebhookDraft) {
  const { endpoint, http_method, request_format } = draft
  return { endpoint, http_method, request_format, authentication: authenticationOf(draft), custom_headers: headersOf(draft) }
}

/** What is saved of the form. */
export function inputOf(draft: WebhookDraft): WebhookInput {
  const { name, description, active, caller, events } = draft
  return {
    name,
    description,
    status: active ? 'active' : 'inactive',
    ...calleeOf(draft),
    subscriptions: caller === 'rules' ? [CONDITIONAL] : [...events],
  }
}

/** What is saved of a changed form: the members that differ, so that what others changed meanwhile stays. */
export function changesOf(saved: WebhookDraft, draft: WebhookDraft): Partial<WebhookInput> {
  const before = inputOf(saved)
  const after = inputOf(draft)
  return membersWhere(after, (name) => !isSame(after[name], before[name]))
}

/** Whether calls by this method have no body. */
export function isBodiless({ http_method }: Pick<WebhookDraft, 'http_method'>): boolean {
  return http_method === 'GET' || http_method === 'DELETE'
}

/** A body to begin a test with. */
export function samplePayload({ request_format }: Pick<WebhookDraft, 'request_format'>): string {
  if (request_format === 'xml') return '<message>This is a test</message>'
  return request_format === 'form_encoded' ? 'message=This+is+a+test' : '{"message": "This is a test"}'
}

/** What a test call is made with. `content`: the body, or for methods without one a parameter on each line, `name=value`. */
export function testOf(draft: WebhookDraft, content: string): WebhookTest {
  if (!isBodiless(draft)) return { ...calleeOf(draft), payload: content }
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  const query_parameters = lines.map((line) => {
    const [key = ''] = line.split('=', 1)
    return { key: key.trim(), value: line.slice(key.length + 1) }
  })
  return { ...calleeOf(draft), query_parameters }
}
