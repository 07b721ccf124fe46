/** Topics of what a process remembers (memory.ts) that more than one room writes. */

/** Brands, statuses, fields, forms, groups: how an account is set up. */
export const configurationTopic = (accountId: number) => `configuration:${accountId}`
