/**
 * OPERATIONS OF PRODUCTS THAT NO INSTANCE HAS, as data. A connector requests every possible list and gives up at the first 404: so these are
 * refused as by an account without the product, and lists of telephony are empty.
 */
import type { Method } from '#http/route.ts'

/** The operations of such a product: each method. */
export interface NotBuilt {
  /** A trailing `*` stands for everything below. */
  readonly path: string
  /** The resource of the OAuth scope, as of any route. */
  readonly scope: string
  readonly reason: string
}

/** A list of such a product that is empty, because a refusal of it ends a connector. */
export interface EmptyList {
  readonly path: string
  /** The member with the records. */
  readonly key: string
}

export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const HELP = 'no instance has a help center'
const APPS = 'no instance runs applications of others'
const CALLS = 'no instance has telephony'
const ENGAGEMENTS = 'no instance measures engagements'

/** @source docs/reference/clients.md §22; docs/reference/conventions.md §3 */
export const NOT_BUILT: readonly NotBuilt[] = [
  { path: '/api/v2/help_center/*', scope: 'hc', reason: HELP },
  { path: '/api/v2/guide/*', scope: 'hc', reason: HELP },
  { path: '/api/v2/community/*', scope: 'hc', reason: 'no instance has a community' },
  { path: '/api/v2/gather/*', scope: 'hc', reason: 'no instance has a community' },
  { path: '/api/v2/apps', scope: '', reason: APPS },
  { path: '/api/v2/apps/*', scope: '', reason: APPS },
  { path: '/api/v2/calls', scope: '', reason: CALLS },
  { path: '/api/v2/calls/*', scope: '', reason: CALLS },
  { path: '/api/v2/channels/voice/*', scope: '', reason: CALLS },
  { path: '/api/v2/engagements', scope: '', reason: ENGAGEMENTS },
  { path: '/api/v2/engagements/*', scope: '', reason: ENGAGEMENTS },
  { path: '/api/v2/incremental/chats', scope: '', reason: 'no instance has chat' },
]

const voiceList = (name: string, key = name): EmptyList => ({ path: `/api/v2/channels/voice/${name}`, key })

/** @source docs/reference/clients.md §22 */
export const EMPTY_LISTS: readonly EmptyList[] = [
  voiceList('phone_numbers'),
  voiceList('phone_numbers/search', 'phone_numbers'),
  voiceList('addresses'),
  voiceList('greetings'),
  voiceList('greeting_categories'),
  voiceList('ivr', 'ivrs'),
  voiceList('lines'),
  voiceList('digital_lines'),
  voiceList('calls'),
  voiceList('stats/agents_activity', 'agents_activity'),
  voiceList('stats/incremental/calls', 'calls'),
  voiceList('stats/incremental/legs', 'legs'),
]
