/** The stage that saves: one statement for the ticket, its audit and its comment; a transaction if the write touches other records. */
import { type Context, inTransaction } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { recordActivities } from '#modules/people/activities/record.ts'
import { writeAndPublish } from '#modules/common/webhook_events/publish.ts'
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import { followComment } from '../child_comment.ts'
import { ticketSubject } from '../event_values.ts'
import { macrosOf, noteMacroUses } from '../macro_store.ts'
import type { TicketRow } from '../row.ts'
import { insertTicket, type NewAudit, type NewComment, noteFollowup, refreshProblem, updateTicket } from '../store.ts'
import { parentOf } from '../via.ts'
import { isSolvedNow, startIncidents } from './incidents.ts'
import { areSkillsChanged, writeAndLogSkills } from './skills.ts'
import type { AuditedWrite } from './ticket_write.ts'
import { ticketEvents } from './webhook_events.ts'

/** The result of a write: the ticket as it is now, and the audit of the write. */
export interface Written {
  readonly ticket: TicketRow
  readonly audit: NewAudit
  readonly comment: NewComment | null
  readonly attachments?: readonly AttachmentRow[]
}

/** Writes a new ticket, and updates its problem and `source`, the ticket it follows up, if there is one. */
export async function saveNew(ctx: Context, write: AuditedWrite, source: TicketRow | null): Promise<Written> {
  const insert = (tx: Context) => insertNew(tx, write, source)
  // an import notifies no one, and makes no event
  if (write.options.finish !== undefined) return insert(ctx)
  const { after, comment } = write
  const saveWithActivities = (tx: Context) => recordActivities(tx, { before: null, after, comment }, insert, ({ ticket }) => ticket.id)
  return writeAndPublish(
    ctx,
    saveWithActivities,
    () => ticketEvents(write),
    ({ ticket }) => ticketSubject(ctx.actor.id, ticket),
  )
}

async function insertNew(ctx: Context, write: AuditedWrite, source: TicketRow | null): Promise<Written> {
  const { input, after, audit, comment, options } = write
  const id = await writeAndLogSkills(
    ctx,
    { before: null, after },
    (tx) => insertTicket(tx, after, { audit, comment: ensureDefined(comment) }, options.number),
    (made) => made,
  )
  await refreshProblem(ctx, after.problem_id)
  if (options.finish === undefined) await noteMacroUses(ctx, macrosOf(input))
  if (source !== null) await noteFollowup(ctx, source.id, id)
  return { ticket: { ...after, id, lock_version: 0, deleted_at: null }, audit, comment }
}

const MAX_TRIES = 20

/** Repeats an attempt, which gets the number of those before it, as long as it returns null: the ticket has changed in the meantime. */
export async function untilSaved<Result>(attempt: (tries: number) => Promise<Result | null>): Promise<Result | null> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const result = await attempt(tries)
    if (result !== null) return result
  }
  return null
}

/** True unless a write comes to nothing: changed skills and what rules cause elsewhere have no event in the audit. */
const isToSave = (before: TicketRow, { audit, after }: AuditedWrite) =>
  audit.events.length > 0 || audit.effects.length > 0 || areSkillsChanged(before, after)

/** Writes a change of the ticket `before`, and updates its problem and incidents. Null if the ticket was changed in the meantime. */
export async function saveChange(ctx: Context, before: TicketRow, write: AuditedWrite): Promise<Written | null> {
  const { input, after, audit, comment } = write
  if (!isToSave(before, write)) return { ticket: before, audit, comment: null }
  const isMoved = after.problem_id !== before.problem_id
  const answersParent = comment?.public === true && parentOf(before) !== null
  const store = async (tx: Context) => {
    if (!(await updateTicket(tx, before, after, audit, comment))) return null
    await noteMacroUses(tx, macrosOf(input))
    if (isMoved) for (const id of [before.problem_id, after.problem_id]) await refreshProblem(tx, id)
    const ticket = { ...after, id: before.id, lock_version: before.lock_version + 1, deleted_at: null }
    if (isSolvedNow(before, after)) await startIncidents(tx, ticket, input, comment)
    if (answersParent) await followComment(tx, ticket, comment.id)
    return { ticket, audit, comment }
  }
  const idOf = (written: Written | null) => written?.ticket.id ?? null
  const save = (outer: Context) => writeAndLogSkills(outer, { before, after }, store, idOf)
  const saveAll = isMoved || isSolvedNow(before, after) || answersParent ? (outer: Context) => inTransaction(outer, save) : save
  const saveWithActivities = (outer: Context) => recordActivities(outer, { before, after, comment }, saveAll, idOf)
  const subjectOf = (written: Written | null) => (written === null ? null : ticketSubject(ctx.actor.id, written.ticket))
  return writeAndPublish(ctx, saveWithActivities, () => ticketEvents(write), subjectOf)
}
