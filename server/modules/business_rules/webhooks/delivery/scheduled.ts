/** Scheduled work on the log of calls: entries are removed after seven days. @source docs/reference/webhooks.md §2 */
import type { Context } from '../../../../context.ts'
import { accountsWithOldInvocations, deleteOldInvocations } from './invocation_store.ts'

const AT_ONCE = 2000

/** Removes old entries in parts, by the account's clock. */
export const scheduledWebhookLog = {
  accountsDue: accountsWithOldInvocations,
  async act(ctx: Context): Promise<void> {
    while ((await deleteOldInvocations(ctx, AT_ONCE)) === AT_ONCE);
  },
}
