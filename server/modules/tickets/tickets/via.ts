/** Where a ticket comes from. @source docs/reference/tickets.md §4 */
import type { Context, Via } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { isObject } from '#lib/json.ts'
import { CHILD_VIA_ID } from '#rules/side_conversation.ts'
import type { TicketInput } from './schema.ts'

/** Channels by number, as far as clients may send them. */
const CHANNELS: Readonly<Record<number, string>> = {
  0: 'web',
  4: 'email',
  5: 'api',
  8: 'rule',
  23: 'twitter',
  26: 'twitter',
  29: 'chat',
  30: 'twitter',
  33: 'voice',
  34: 'voice',
  35: 'voice',
  38: 'facebook',
  41: 'facebook',
  44: 'voice',
  45: 'voice',
  46: 'voice',
  48: 'web_widget',
  49: 'mobile_sdk',
  50: 'help_center',
  55: 'any_channel',
  56: 'mobile',
  57: 'sms',
  72: 'line',
  73: 'wechat',
  74: 'whatsapp',
  75: 'native_messaging',
  78: 'messenger',
  86: 'instagram_dm',
  88: 'x_dm',
}
const NUMBERS = new Map(
  Object.entries(CHANNELS)
    .map(([id, channel]) => [channel, Number(id)] as const)
    .reverse(),
)
const WEB_SERVICE = 5
const FOLLOW_UP = 27
/** The channel of the child tickets of side conversations, which no client can claim. */
const SIDE_CONVERSATION = 'side_conversation'

/** The number of a channel; that of the API for an unknown one. */
export function viaNumber(channel: string): number {
  return channel === SIDE_CONVERSATION ? CHILD_VIA_ID : (NUMBERS.get(channel) ?? WEB_SERVICE)
}

/** The channel and its number: what the client sent if it is known, else the caller's own. */
export function viaOf(ctx: Context, input: TicketInput): { via: Via; via_id: number } {
  const byNumber = CHANNELS[input.via_id ?? -1]
  const byName =
    isObject(input.via) && typeof input.via.channel === 'string' && NUMBERS.has(input.via.channel) ? input.via.channel : undefined
  const channel = (input.via_id === undefined || input.via_id === null ? byName : byNumber) ?? ctx.via.channel
  const via_id = byNumber === undefined ? viaNumber(channel) : ensureDefined(input.via_id)
  const source = sourceOf(ctx, input)
  if (source !== null) return { via: { channel, source }, via_id }
  return { via: channel === ctx.via.channel ? ctx.via : { channel, source: { from: {}, to: {}, rel: null } }, via_id }
}

const LARGEST_SOURCE = 4096

/** The source an administrator sends for a ticket: an address, a conversation. It is ignored from other callers. */
function sourceOf(ctx: Context, { via }: TicketInput): Via['source'] | null {
  const given = isObject(via) && isObject(via.source) ? via.source : undefined
  if (given === undefined || ctx.actor.role !== 'admin' || JSON.stringify(given).length > LARGEST_SOURCE) return null
  const { from, to, rel } = given
  return { from: isObject(from) ? from : {}, to: isObject(to) ? to : {}, rel: typeof rel === 'string' ? rel : null }
}

/** A follow-up has the closed ticket it comes from as its source. @source docs/reference/tickets.md §3.5 */
export function followUpVia(ctx: Context, source: { id: number; subject: string | null }): { via: Via; via_id: number } {
  const from = { ticket_id: source.id, subject: source.subject, channel: ctx.via.channel }
  return { via: { channel: ctx.via.channel, source: { from, to: {}, rel: 'follow_up' } }, via_id: FOLLOW_UP }
}

/**
 * A ticket that a side conversation makes has the ticket of that conversation as its source. Without its subject: the child is for people who
 * may not see that ticket. @source docs/reference/other.md §16
 */
export function childVia({ id }: { readonly id: number }): Via {
  return { channel: SIDE_CONVERSATION, source: { from: { ticket_id: id }, to: {}, rel: null } }
}

/** The ticket beside whose conversation a child ticket was made; null for other tickets. */
export function parentOf({ via, via_id }: { readonly via: Via; readonly via_id: number }): number | null {
  const id = via_id === CHILD_VIA_ID ? via.source.from.ticket_id : null
  return typeof id === 'number' ? id : null
}

const SOCIAL = new Set(['twitter', 'facebook', 'any_channel', 'instagram_dm', 'line', 'wechat', 'x_dm'])
/** @source docs/reference/tickets.md §4.1 */
const MESSAGING = new Set([
  'native_messaging',
  'whatsapp',
  'messenger',
  'sunshine_conversations_api',
  'instagram_dm',
  'line',
  'wechat',
  'x_dm',
])

/**
 * True for channels where a comment would be visible to the public, or to people whose address is unknown.
 * @source docs/reference/tickets.md §3.6
 */
export function isSocial(channel: string): boolean {
  return SOCIAL.has(channel) || MESSAGING.has(channel)
}

/** True for tickets that began as a messaging conversation. */
export function isMessaging(channel: string): boolean {
  return MESSAGING.has(channel)
}
