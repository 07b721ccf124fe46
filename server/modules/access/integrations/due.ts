/** What falls due with integrations: the end that was asked for, a checklist that a one-time secret has completed, a secret read twice. */
import { type Context, eachInTransaction } from '../../../context.ts'
import type { DueAct } from '../../../jobs/due.ts'
import { accountsWithIntegrationsDue, type DueIntegration, findIntegrationsDue } from './due_store.ts'
import { endIntegration } from './revoke.ts'
import { isLiving } from './people.ts'
import { lockIntegration } from './store.ts'
import { settle } from './tick.ts'

const REASONS = {
  ended: 'The time its access request asked for is over',
  burnt: 'The one-time secret with its credentials was opened a second time',
} as const

async function doDue(ctx: Context): Promise<void> {
  await eachInTransaction(ctx, await findIntegrationsDue(ctx), doOne)
}

/** Looked at afresh, since somebody may have been faster. */
async function doOne(tx: Context, { id, why }: DueIntegration): Promise<unknown> {
  const row = await lockIntegration(tx, id)
  if (why === 'complete') return settle(tx, row)
  return isLiving(row) ? endIntegration(tx, row, REASONS[why]) : row
}

/** Ends, activates and revokes integrations whose time has come. @source docs/reference/access_governance.md §11 */
export const integrationsDue: DueAct = { accountsDue: accountsWithIntegrationsDue, act: doDue }
