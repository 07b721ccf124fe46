/** Deletes what the schedules of an account say, a part at a time. */
import { atThisMoment, type Context, inTransaction } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { checkConditions, compileConditions } from '../../rules/condition.ts'
import { customFieldTypes } from '../automations/store.ts'
import { removeTicket } from '../tickets/remove.ts'
import { accountsWithDeletionsDue, findSchedulesDue, findTicketsToDelete, markDone, type ScheduleRow } from './store.ts'

const AT_ONCE = 500

async function follow(ctx: Context, schedule: ScheduleRow): Promise<void> {
  const types = await customFieldTypes(ctx)
  // a field that the conditions name may be gone since; what cannot be read deletes nothing
  if (checkConditions(schedule.conditions, 'automation', types).length > 0) return markDone(ctx, schedule.id)
  const ids = await findTicketsToDelete(ctx, compileConditions(schedule.conditions, types), AT_ONCE)
  for (const id of ids)
    await removeTicket(atThisMoment(ctx), id).catch((error: unknown) => {
      // somebody else has deleted it meanwhile
      if (!(error instanceof NotFound)) throw error
    })
  if (ids.length < AT_ONCE) await inTransaction(ctx, (tx) => markDone(tx, schedule.id))
}

/** Active schedules, each at most once an hour when nothing is left for it. Deleted tickets can be restored like any others. @source other.md §13 */
export const deletionSchedulesDue = {
  accountsDue: accountsWithDeletionsDue,
  async act(ctx: Context): Promise<void> {
    for (const schedule of await findSchedulesDue(ctx)) await follow(ctx, schedule)
  },
}
