/** What falls due with integrations: the end that was asked for, a checklist that a one-time secret has completed, a secret read twice. */
import { type Context, eachInTransaction } from '../../../context.ts'
import type { ScheduledWork } from '../../../jobs/scheduled.ts'
import { accountsWithScheduledIntegrations, type ScheduledIntegration, findScheduledIntegrations } from './scheduled_store.ts'
import { endIntegration } from './revoke.ts'
import { isUnrevoked } from './people.ts'
import { lockIntegration } from './store.ts'
import { completeIntegration } from './tick.ts'

const REASONS = {
  ended: 'The time its access request asked for is over',
  burnt: 'The one-time secret with its credentials was opened a second time',
} as const

async function doDue(ctx: Context): Promise<void> {
  await eachInTransaction(ctx, await findScheduledIntegrations(ctx), doOne)
}

/** Looked at afresh, since somebody may have been faster. */
async function doOne(tx: Context, { id, why }: ScheduledIntegration): Promise<unknown> {
  const row = await lockIntegration(tx, id)
  if (why === 'complete') return completeIntegration(tx, row)
  return isUnrevoked(row) ? endIntegration(tx, row, REASONS[why]) : row
}

/** Ends, activates and revokes integrations whose time has come. @source docs/reference/access_governance.md §11 */
export const scheduledIntegrations: ScheduledWork = { accountsDue: accountsWithScheduledIntegrations, act: doDue }
