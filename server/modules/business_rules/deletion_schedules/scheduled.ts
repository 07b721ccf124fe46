/**
 * Deletes the tickets that match the deletion schedules of an account, in batches. A ticket that cannot be deleted, or a schedule that
 * fails, is logged and skipped, so that it does not block others; it is tried again at the next run.
 *
 * No schedule deletes a restored ticket again: it still meets the conditions by which it was deleted, and would be deleted again within the
 * hour. It can be deleted by hand.
 */
import { atThisMoment, type Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { checkConditions, type Compiled, compileConditions } from '#rules/condition.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { removeTicket } from '#modules/tickets/tickets/remove.ts'
import { accountsWithScheduledDeletions, findScheduledDeletions, findTicketsToDelete, markDone, type ScheduleRow } from './store.ts'

const AT_ONCE = 500

async function follow(ctx: Context, schedule: ScheduleRow): Promise<number> {
  const catalogue = await ruleCatalogue(ctx)
  // a field named in the conditions may have been removed since; a schedule with invalid conditions deletes nothing
  const isBroken = checkConditions(schedule.conditions, 'automation', catalogue).length > 0
  const { deleted, is_done } = isBroken
    ? { deleted: 0, is_done: true }
    : await deleteSome(ctx, schedule, compileConditions(schedule.conditions, catalogue))
  if (is_done) await markDone(ctx, schedule.id)
  return deleted
}

/** What became of a batch. `is_done`: no more tickets match. */
interface Batch {
  readonly deleted: number
  readonly is_done: boolean
}

/** Deletes a batch of the matching tickets and skips those that cannot be deleted. */
async function deleteSome(ctx: Context, { id: schedule_id }: ScheduleRow, conditions: Compiled): Promise<Batch> {
  let after = 0
  let tried = AT_ONCE
  let deleted = 0
  while (tried === AT_ONCE && deleted < AT_ONCE) {
    const ids = await findTicketsToDelete(ctx, conditions, after, AT_ONCE)
    for (const ticket_id of ids) if (await deleteOne(ctx, schedule_id, ticket_id)) deleted += 1
    tried = ids.length
    after = ids.at(-1) ?? after
  }
  return { deleted, is_done: tried < AT_ONCE }
}

async function deleteOne(ctx: Context, schedule_id: number, ticket_id: number): Promise<boolean> {
  try {
    await removeTicket(atThisMoment(ctx), ticket_id)
    return true
  } catch (error) {
    // NotFound: deleted concurrently
    if (!(error instanceof NotFound))
      ctx.log.error({ err: error, account_id: ctx.account.id, schedule_id, ticket_id }, 'a ticket could not be deleted by its schedule')
    return false
  }
}

/**
 * Runs the active schedules. One without matching tickets left runs again after an hour. Deleted tickets can be restored like any others.
 * @source docs/reference/other.md §7
 */
export const scheduledDeletions = {
  accountsDue: accountsWithScheduledDeletions,
  async act(ctx: Context): Promise<number> {
    let deleted = 0
    for (const schedule of await findScheduledDeletions(ctx))
      deleted += await follow(ctx, schedule).catch((error: unknown) => {
        ctx.log.error({ err: error, account_id: ctx.account.id, schedule_id: schedule.id }, 'a deletion schedule failed')
        return 0
      })
    return deleted
  },
}
