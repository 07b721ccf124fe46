/** The cache topic of the types of events that active webhooks of an account subscribe to. */
export const webhookEventsTopic = (accountId: number) => `webhook_events:${accountId}`
