/** Scheduled work of integrations: the requested end, a checklist that a one-time secret has completed, a secret that was opened twice. */
import { type Context, eachInTransaction } from '#core/context.ts'
import type { ScheduledWork } from '#queue/scheduled_work.ts'
import { accountsWithScheduledIntegrations, type ScheduledIntegration, findScheduledIntegrations } from './scheduled_store.ts'
import { endIntegration } from './revoke.ts'
import { isUnrevoked } from './people.ts'
import { lockIntegration } from './store.ts'
import { completeIntegration } from './tick.ts'

const REASONS = {
  ended: 'The time its access request asked for is over',
  burnt: 'The one-time secret with its credentials was opened a second time',
} as const

async function runScheduled(ctx: Context): Promise<number> {
  return eachInTransaction(ctx, await findScheduledIntegrations(ctx), runOne)
}

/** Reads the integration again, with a lock: another process may have handled it since. */
async function runOne(tx: Context, { id, why }: ScheduledIntegration): Promise<unknown> {
  const row = await lockIntegration(tx, id)
  if (why === 'complete') return completeIntegration(tx, row)
  return isUnrevoked(row) ? endIntegration(tx, row, REASONS[why]) : row
}

/** Ends, activates and revokes integrations with scheduled work. @source docs/reference/access_governance.md §11 */
export const scheduledIntegrations: ScheduledWork = { accountsDue: accountsWithScheduledIntegrations, act: runScheduled }
