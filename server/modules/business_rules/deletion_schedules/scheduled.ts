/**
 * Deletes what the schedules of an account say, a part at a time. What cannot be deleted is logged and passed over, so that neither a ticket nor
 * a schedule keeps others waiting; it is tried again the next time.
 *
 * A ticket that somebody has restored is left alone for good, by every schedule: it still meets the conditions by which it was deleted, and
 * would be gone again within the hour. Who wants it gone after all deletes it by hand.
 */
import { atThisMoment, type Context } from '../../../context.ts'
import { NotFound } from '../../../errors.ts'
import { checkConditions, type Compiled, compileConditions } from '../../../rules/condition.ts'
import { customFieldTypes } from '../automations/store.ts'
import { removeTicket } from '../../tickets/tickets/remove.ts'
import { accountsWithScheduledDeletions, findScheduledDeletions, findTicketsToDelete, markDone, type ScheduleRow } from './store.ts'

const AT_ONCE = 500

async function follow(ctx: Context, schedule: ScheduleRow): Promise<void> {
  const types = await customFieldTypes(ctx)
  // a field that the conditions name may be gone since; what cannot be read deletes nothing
  if (checkConditions(schedule.conditions, 'automation', types).length > 0) return markDone(ctx, schedule.id)
  if (await deleteSome(ctx, schedule, compileConditions(schedule.conditions, types))) await markDone(ctx, schedule.id)
}

/** Deletes some of the tickets that fit, going past those that cannot be deleted; true when there are no others. */
async function deleteSome(ctx: Context, { id: schedule_id }: ScheduleRow, conditions: Compiled): Promise<boolean> {
  let [after, tried, deleted] = [0, AT_ONCE, 0]
  while (tried === AT_ONCE && deleted < AT_ONCE) {
    const ids = await findTicketsToDelete(ctx, conditions, after, AT_ONCE)
    for (const ticket_id of ids) if (await deleteOne(ctx, schedule_id, ticket_id)) deleted += 1
    tried = ids.length
    after = ids.at(-1) ?? after
  }
  return tried < AT_ONCE
}

async function deleteOne(ctx: Context, schedule_id: number, ticket_id: number): Promise<boolean> {
  try {
    await removeTicket(atThisMoment(ctx), ticket_id)
    return true
  } catch (error) {
    // somebody else has deleted it meanwhile
    if (!(error instanceof NotFound))
      ctx.log.error({ err: error, account_id: ctx.account.id, schedule_id, ticket_id }, 'a ticket could not be deleted by its schedule')
    return false
  }
}

/** Active schedules, each at most once an hour when nothing is left for it. Deleted tickets can be restored like any others. @source docs/reference/other.md §7 */
export const scheduledDeletions = {
  accountsDue: accountsWithScheduledDeletions,
  async act(ctx: Context): Promise<void> {
    for (const schedule of await findScheduledDeletions(ctx))
      await follow(ctx, schedule).catch((error: unknown) =>
        ctx.log.error({ err: error, account_id: ctx.account.id, schedule_id: schedule.id }, 'a deletion schedule could not be followed'),
      )
  },
}
