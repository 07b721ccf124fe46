/**
 * OPERATIONS OF PRODUCTS THAT NO INSTANCE HAS, as data. A connector requests every possible list and gives up at the first 404: so these are
 * refused as by an account without the product.
 */

/** One such operation; all are GETs. */
export interface NotBuilt {
  /** A trailing `*` stands for everything below. */
  readonly path: string
  /** The resource of the OAuth scope, as of any route. */
  readonly scope: string
  readonly reason: string
}

/** @source docs/reference/clients.md §22; docs/reference/conventions.md §3 */
export const NOT_BUILT: readonly NotBuilt[] = [
  { path: '/api/v2/help_center/*', scope: 'hc', reason: 'no instance has a help center' },
  { path: '/api/v2/community/*', scope: 'hc', reason: 'no instance has a community' },
  { path: '/api/v2/channels/voice/*', scope: '', reason: 'no instance has telephony' },
  { path: '/api/v2/incremental/chats', scope: '', reason: 'no instance has chat' },
]
