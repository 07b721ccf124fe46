// CALLING WEBHOOKS: what is sent, what becomes of it, when it is repeated, and the log.
// Not here: webhooks as records (the folder above).
import { createHmac } from 'node:crypto'
import { wireTime } from '#lib/clock.ts'
import type { Callee } from '../draft.ts'

/** A pair of names and values, such as query parameters. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** The content of a call: a body, or pairs. */
export type Content = { readonly body: string } | { readonly params: Pairs }

/** A request as it is sent. */
export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What tells the receiver which call this is. */
export interface Signature {
  readonly signing_secret: string
  readonly account_id: number
  /** Absent for a try of a webhook that is not saved. */
  readonly webhook_id?: string | undefined
  readonly invocation_id: string
  /** The call that this one repeats. */
  readonly replay_of?: string | null
  readonly now: Date
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  form_encoded: 'application/x-www-form-urlencoded; charset=utf-8',
}

/** Tells the receiver the id of the first call, when this one repeats it. */
const REPLAY_HEADER = 'x-deskhand-webhook-replay-of'

/** Methods whose requests have no body. */
const BODILESS = new Set(['GET', 'DELETE'])

/** The signature of a body. @source docs/reference/webhooks.md §3; RFC 2104 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}${body}`).digest('base64')
}

function authorization({ authentication, credential }: Callee): Record<string, string> {
  if (authentication === null || credential === null) return {}
  const { type, username = '', name = '' } = authentication
  if (type === 'basic_auth') return { authorization: `Basic ${Buffer.from(`${username}:${credential}`).toString('base64')}` }
  return type === 'api_key' ? { [name.toLowerCase()]: credential } : { authorization: `Bearer ${credential}` }
}

function bodyOf(callee: Callee, content: Content): string {
  if ('body' in content) return content.body
  if (callee.request_format === 'form_encoded') return new URLSearchParams(content.params.map(([...pair]) => pair)).toString()
  return JSON.stringify(Object.fromEntries(content.params))
}

/** The request of a call, signed. @source docs/reference/webhooks.md §3 */
export function requestOf(callee: Callee, content: Content, signature: Signature): OutgoingRequest {
  const { http_method: method, request_format, custom_headers } = callee
  const url = new URL(callee.endpoint)
  const isBodiless = BODILESS.has(method)
  if (isBodiless && 'params' in content) for (const [name, value] of content.params) url.searchParams.append(name, value)
  const body = isBodiless ? null : bodyOf(callee, content)
  const timestamp = wireTime(signature.now.toISOString())
  const own = Object.fromEntries(Object.entries(custom_headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    url: url.href,
    method,
    body,
    headers: {
      ...own,
      ...authorization(callee),
      'user-agent': 'Zendesk Webhook',
      ...(body === null ? {} : { 'content-type': TYPES[request_format] ?? 'application/json; charset=utf-8' }),
      'x-zendesk-account-id': String(signature.account_id),
      ...(signature.webhook_id === undefined ? {} : { 'x-zendesk-webhook-id': signature.webhook_id }),
      'x-zendesk-webhook-invocation-id': signature.invocation_id,
      ...(typeof signature.replay_of === 'string' ? { [REPLAY_HEADER]: signature.replay_of } : {}),
      'x-zendesk-webhook-signature': signatureOf(signature.signing_secret, timestamp, body ?? ''),
      'x-zendesk-webhook-signature-timestamp': timestamp,
    },
  }
}

/** A message as the log keeps and shows it. */
export interface LoggedMessage {
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly payload: string
}
/** A request as the log keeps it: without the credential. */
export function toLoggedRequest({ headers, body }: OutgoingRequest, { authentication }: Pick<Callee, 'authentication'>): LoggedMessage {
  const hidden = authentication === null ? null : authentication.type === 'api_key' ? authentication.name?.toLowerCase() : 'authorization'
  const shown = Object.entries(headers).map(([key, value]) => ({ key: capitalizeName(key), value: key === hidden ? '[hidden]' : value }))
  return { headers: shown, payload: body ?? '' }
}

/** `x-zendesk-account-id` → `X-Zendesk-Account-Id` */
function capitalizeName(name: string): string {
  return name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())
}
