/** Cache topics (cache.ts) that more than one module writes. */

/** Brands, statuses, fields, forms, groups: the configuration of an account. */
export const configurationTopic = (accountId: number) => `configuration:${accountId}`

/** The active triggers of an account, and those of its custom objects, in the order in which they run. */
export const rulesTopic = (accountId: number) => `rules:${accountId}`

/** The NOTIFY channel of cache invalidations. */
export const INVALIDATION_CHANNEL = 'deskhand_forget'

/** Notified when ids that processes have drawn may be taken by an instance that comes in. Nothing is cached under it. */
export const RECORD_IDS_TOPIC = 'record_ids'

/** Notified, with the id of the account, when the state of its move has changed. Nothing is cached under it; see accounts/gate.ts. */
export const ACCOUNT_MOVES_TOPIC = 'account_moves'

/** Notified when the schema was migrated. Nothing is cached under it; listeners check the schema at once. */
export const SCHEMA_TOPIC = 'schema'
