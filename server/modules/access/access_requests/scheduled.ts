/** Scheduled work on access requests: overdue requests expire, and the first use of a credential makes its request active. */
import { type Context, eachInTransaction } from '#core/context.ts'
import { stateRefusal } from './steps.ts'
import type { StepName } from './step_table.ts'
import { accountsWithScheduledRequests, findScheduledRequests, lockAccessRequest } from './store.ts'
import { takeStep } from './take_step.ts'

/** 14 days without a decision, 7 days without being issued. @source docs/reference/access_governance.md §2.1 */
export const scheduledAccessRequests = {
  accountsDue: accountsWithScheduledRequests,
  async act(ctx: Context): Promise<number> {
    return eachInTransaction(ctx, await findScheduledRequests(ctx), (tx, { id, step }) => takeIfStillDue(tx, id, step))
  },
}

/** Checks again under the lock: another process or a person may have been faster. */
async function takeIfStillDue(tx: Context, id: number, step: StepName): Promise<void> {
  const request = await lockAccessRequest(tx, id)
  if (stateRefusal(step, request, tx.now) === undefined) await takeStep(tx, { id }, step)
}
