/**
 * The stage that saves: one statement for the ticket, its audit and its comment; then what the write causes, in one transaction with it. A write
 * that causes nothing needs no transaction.
 */
import { type Context, inTransaction } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import { enqueueEvents } from '#modules/common/webhook_events/publish.ts'
import { insertActivities } from '#modules/people/activities/store.ts'
import { followComment } from '../child_comment.ts'
import { ticketSubject } from '../event_values.ts'
import { macrosOf, noteMacroUses } from '../macro_store.ts'
import type { TicketRow, TicketState } from '../row.ts'
import { insertTicket, type NewAudit, type NewComment, noteFollowup, refreshProblem, updateTicket } from '../store.ts'
import { parentOf } from '../via.ts'
import { isSolvedNow, startIncidents } from './incidents.ts'
import { logSkillChanges } from './skills.ts'
import type { CompleteWrite } from './ticket_write.ts'

/** How often a change is tried, as long as another write is faster. */
export const MAX_ATTEMPTS = 20

/** The result of a write: the ticket as it is now, and the audit of the write. */
export interface Written {
  readonly ticket: TicketRow
  readonly audit: NewAudit
  readonly comment: NewComment | null
  readonly attachments?: readonly AttachmentRow[]
}

/** Writes a new ticket, and updates its problem and `source`, the ticket it follows up, if there is one. */
export async function saveNew(ctx: Context, write: CompleteWrite, source: TicketRow | null): Promise<Written> {
  // where the input names a problem, a source or macros, the caller has begun the transaction: see runWrite
  const needsTransaction = hasConsequences(write)
  return needsTransaction ? inTransaction(ctx, (tx) => storeNew(tx, write, source)) : storeNew(ctx, write, source)
}

async function storeNew(tx: Context, write: CompleteWrite, source: TicketRow | null): Promise<Written> {
  const { input, after, audit, comment, options } = write
  const id = await insertTicket(tx, after, { audit, comment: ensureDefined(comment) }, options.number)
  const ticket = { ...after, id, lock_version: 0, deleted_at: null }
  await logSkillChanges(tx, id, write.skill_changes)
  await refreshProblem(tx, after.problem_id)
  if (options.finish === undefined) await noteMacroUses(tx, macrosOf(input))
  if (source !== null) await noteFollowup(tx, source.id, id)
  await notifyOfWrite(tx, ticket, write)
  return { ticket, audit, comment }
}

/** Writes a change of the ticket `before`, and updates its problem and incidents. Null if the ticket was changed in the meantime. */
export async function saveChange(ctx: Context, before: TicketRow, write: CompleteWrite): Promise<Written | null> {
  if (write.is_empty) return { ticket: before, audit: write.audit, comment: null }
  const { after } = write
  const needsTransaction =
    isProblemChanged(before, after) || isSolvedNow(before, after) || answersParent(before, write) || hasConsequences(write)
  return needsTransaction ? inTransaction(ctx, (tx) => storeChange(tx, before, write)) : storeChange(ctx, before, write)
}

async function storeChange(tx: Context, before: TicketRow, write: CompleteWrite): Promise<Written | null> {
  const { input, after, audit, comment } = write
  if (!(await updateTicket(tx, before, after, audit, comment))) return null
  const ticket = { ...after, id: before.id, lock_version: before.lock_version + 1, deleted_at: null }
  await noteMacroUses(tx, macrosOf(input))
  if (isProblemChanged(before, after)) {
    await refreshProblem(tx, before.problem_id)
    await refreshProblem(tx, after.problem_id)
  }
  if (isSolvedNow(before, after)) await startIncidents(tx, ticket, input, comment)
  if (answersParent(before, write)) await followComment(tx, ticket, ensureDefined(comment).id)
  await logSkillChanges(tx, ticket.id, write.skill_changes)
  await notifyOfWrite(tx, ticket, write)
  return { ticket, audit, comment }
}

/** True if the stage of consequences has found some. */
const hasConsequences = ({ skill_changes, activities, webhook_events }: CompleteWrite) =>
  skill_changes.length + activities.length + webhook_events.length > 0

const isProblemChanged = (before: TicketState, after: TicketState) => after.problem_id !== before.problem_id

/** True for a public comment on the child ticket of a side conversation. */
const answersParent = (before: TicketRow, { comment }: CompleteWrite) => comment?.public === true && parentOf(before) !== null

async function notifyOfWrite(tx: Context, ticket: TicketRow, { activities, webhook_events }: CompleteWrite): Promise<void> {
  if (activities.length > 0) await insertActivities(tx, ticket.id, activities)
  if (webhook_events.length > 0) await enqueueEvents(tx, ticketSubject(tx.actor.id, ticket), webhook_events)
}
