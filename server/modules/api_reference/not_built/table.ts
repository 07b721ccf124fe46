/**
 * OPERATIONS THAT ARE ANSWERED ALTHOUGH THEY ARE NOT BUILT, as data. A connector requests every possible list and gives up at the first
 * 404: so lists without any record yet are empty, and products that no instance has are refused as by an account without them. When one of
 * these is built, remove its row. Not here: single records and writes, which are no endpoint until they are built.
 */
import type { Permission } from '../../../permissions/permission_table.ts'

/** The form of an empty answer. */
export type EmptyAnswer =
  /** A list envelope with no records. */
  | { readonly list: string }
  /** A body of its own. */
  | { readonly exactly: Readonly<Record<string, unknown>> }
  /** `{"count":{"value":0,…}}` */
  | 'count'

/** One such operation; all are GETs. */
export type NotBuilt = {
  /** A trailing `*` stands for everything below. */
  readonly path: string
  /** The resource of the OAuth scope, as of any route. */
  readonly scope: string
  readonly reason: string
} & (
  | { readonly answer: EmptyAnswer; /** The permission to read it. */ readonly permission: Permission }
  /** 403 for everyone, like an account without the product. */
  | { readonly answer: 'refused' }
)

const ROUTING = { scope: '', reason: 'routing by queues is still to come' } as const
const absent = (product: string) => ({ answer: 'refused', reason: `no instance has ${product}` }) as const

/** @source docs/reference/clients.md §22; docs/reference/conventions.md §3 */
export const NOT_BUILT: readonly NotBuilt[] = [
  { ...ROUTING, path: '/api/v2/queues', permission: 'rule.manage', answer: { list: 'queues' } },
  { ...absent('a help center'), path: '/api/v2/help_center/*', scope: 'hc' },
  { ...absent('a community'), path: '/api/v2/community/*', scope: 'hc' },
  { ...absent('telephony'), path: '/api/v2/channels/voice/*', scope: '' },
  { ...absent('chat'), path: '/api/v2/incremental/chats', scope: '' },
]
