// Words and colours for webhooks and their calls.

import type { Invocation, Webhook } from './queries.ts'
import { isKeyOf } from '#lib/objects.ts'
import type { Tone } from '#kit/StatusTag.tsx'
import { eventTitle } from './event_types.ts'
import type { InvocationStatus } from './search.ts'

/** What rules call, in contrast to types of events. */
export const CONDITIONAL = 'conditional_ticket_events'

/** How a call or an attempt stands. */
export const statusWords: Readonly<Record<InvocationStatus, { label: string; tone: Tone }>> = {
  pending: { label: 'Waiting', tone: 'note' },
  success: { label: 'Success', tone: 'good' },
  failed: { label: 'Failed', tone: 'warning' },
  terminated: { label: 'Terminated', tone: 'warning' },
  throttled: { label: 'Throttled', tone: 'warning' },
  'circuit broken': { label: 'Circuit broken', tone: 'warning' },
}

/** The words for a status of the API. */
export function wordsOf(status: Invocation['status']): { label: string; tone: Tone } {
  return isKeyOf(statusWords, status) ? statusWords[status] : { label: status, tone: 'off' }
}

/** Formats of the body, as the API names them. */
export const formats = [
  { value: 'json', label: 'JSON' },
  { value: 'xml', label: 'XML' },
  { value: 'form_encoded', label: 'Form encoded' },
] as const

/** The name of a format. */
export function formatName(format: string): string {
  return formats.find(({ value }) => value === format)?.label ?? format
}

/** How calls authenticate, in words. */
export function authenticationWords(authentication: Webhook['authentication']): string {
  if (authentication === undefined) return 'None'
  const { type, data } = authentication
  if (type === 'basic_auth') return `Basic, as ${data?.username ?? ''}`
  if (type === 'api_key') return `API key in the header ${data?.name ?? ''}`
  return type === 'bearer_token' ? 'Bearer token' : type
}

/** Whether rules call the webhook; otherwise events do. */
export function isCalledByRules({ subscriptions }: Pick<Webhook, 'subscriptions'>): boolean {
  return subscriptions.includes(CONDITIONAL)
}

/** Who calls the webhook, in a few words. */
export function callersInShort(webhook: Pick<Webhook, 'subscriptions'>): string {
  const [first = '', ...more] = webhook.subscriptions
  if (isCalledByRules(webhook)) return 'Triggers and automations'
  return more.length === 0 ? eventTitle(first) : `${webhook.subscriptions.length} types of events`
}
