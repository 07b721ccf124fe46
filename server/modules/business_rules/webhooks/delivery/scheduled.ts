/** Scheduled work on the log of calls: entries are removed after seven days. @source docs/reference/webhooks.md §2 */
import type { Context } from '#core/context.ts'
import { inBatches } from '#db/batches.ts'
import { accountsWithOldInvocations, deleteOldInvocations } from './invocation_store.ts'

const AT_ONCE = 2000

/** Removes old entries in parts, by the account's clock. */
export const scheduledWebhookLog = {
  accountsDue: accountsWithOldInvocations,
  act: (ctx: Context): Promise<number> => inBatches(AT_ONCE, () => deleteOldInvocations(ctx, AT_ONCE)),
}
