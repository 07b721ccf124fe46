/** Topics of what a process remembers (memory.ts) that more than one room writes. */

/** Brands, statuses, fields, forms, groups: how an account is set up. */
export const configurationTopic = (accountId: number) => `configuration:${accountId}`

/** The channel on which processes tell each other what to forget. */
export const INVALIDATION_CHANNEL = 'deskhand_forget'

/** Told when the schema was migrated: nothing is remembered under it, but whoever hears it looks at once. */
export const SCHEMA_TOPIC = 'schema'
