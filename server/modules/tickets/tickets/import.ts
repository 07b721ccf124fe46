/**
 * Importing tickets from another system: with their dates and all their comments. No business rule is run and no one is notified.
 * @source docs/reference/tickets.md §8
 */
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, Forbidden, refuseInvalid } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import { toDate } from '#lib/clock.ts'
import { isObject } from '#lib/json.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { createTicket } from './create.ts'
import { uploadTokens } from './comment_uploads.ts'
import { type ImportedComment, importComments } from './import_comments.ts'
import { personById } from './people_store.ts'
import type { TicketRow, TicketState } from './row.ts'
import type { ImportInput, TicketInput } from './schema.ts'

interface Dates {
  readonly created_at: string
  readonly updated_at: string
  readonly solved_at: string | null
}

/**
 * Imports a ticket. `archive`: a closed one is archived at once and leaves the list of all tickets.
 * @throws Forbidden @throws RecordInvalid
 */
export async function importTicket(ctx: Context, input: ImportInput, archive: boolean): Promise<TicketRow> {
  requireImport(ctx)
  const { first, rest, plain } = await prepareComments(ctx, input)
  const dates = datesOf(ctx, input, [first, ...rest])
  refuseInvalid(checkDates(dates))
  return inTransaction(ctx, async (tx) => {
    const finish = (ticket: TicketState): TicketState => withPast(tx, ticket, { dates, rest, archive })
    const how = { follows: true, finish, made_at: toDate(dates.created_at) } as const
    const { ticket } = await createTicket(tx, { ...plain, comment: first }, how)
    await importComments(tx, ticket, rest)
    return ticket
  })
}

/** Starts a job that imports up to 100 tickets. @throws Forbidden @throws TooManyValues @throws TooManyJobs */
export function startImport(ctx: Context, tickets: readonly ImportInput[], archive: boolean): Promise<AnswerOf<typeof OneJobStatus>> {
  requireImport(ctx)
  refuseTooMany(tickets)
  const items = tickets.map((ticket) => ({ ticket, archive }))
  return startBulkJob(ctx, { job_type: 'Bulk Import Ticket', work: 'tickets/import', items, doing: 'Importing ticket' })
}

/** The work of the job, for one ticket. */
export const importHandlers = {
  'tickets/import': async (ctx: Context, { ticket, archive }: { ticket: ImportInput; archive: boolean }, index: number) => ({
    index,
    id: (await importTicket(ctx, ticket, archive)).id,
    account_id: ctx.account.id,
  }),
}

/** Imports are for admins. @throws Forbidden */
function requireImport(ctx: Context): void {
  if (ctx.actor.role !== 'admin') throw new Forbidden()
}

/** The comments in the order of their dates, and the rest of the input. A separate description is the first comment. */
async function prepareComments(ctx: Context, input: ImportInput) {
  const { comments = [], comment, created_at: _created, updated_at: _updated, solved_at: _solved, ...plain } = input
  const given = [...(isObject(comment) ? [comment] : typeof comment === 'string' ? [{ body: comment }] : []), ...comments]
  const dated = given.map((one): ImportedComment => ({ ...one, body: one.body ?? one.value ?? null })).filter(saysSomething)
  dated.sort((one, other) => (one.created_at ?? input.created_at ?? '').localeCompare(other.created_at ?? input.created_at ?? ''))
  const described: ImportedComment[] = plain.description ? [{ body: plain.description, created_at: input.created_at ?? null }] : []
  const [first = {}, ...rest] = [...described, ...dated]
  return { first, rest, plain: await withLivingAssignee(ctx, plain) }
}

const saysSomething = (comment: ImportedComment) =>
  [comment.body, comment.html_body].some((text) => text?.trim()) || uploadTokens({ comment }).length > 0

/** An assignee who can no longer be one is replaced by the caller. */
async function withLivingAssignee(ctx: Context, plain: TicketInput): Promise<TicketInput> {
  const { assignee_id } = plain
  if (assignee_id === undefined || assignee_id === null) return plain
  const person = await personById(ctx, assignee_id)
  const isOne = person !== undefined && person.active && person.role !== 'end-user' && !person.only_private_comments
  return isOne ? plain : { ...plain, assignee_id: ctx.actor.id }
}

function datesOf(ctx: Context, input: ImportInput, comments: readonly ImportedComment[]): Dates {
  const now = ctx.now.toISOString()
  const created_at = input.created_at ?? comments.find((comment) => comment.created_at)?.created_at ?? now
  return { created_at, updated_at: input.updated_at ?? now, solved_at: input.solved_at ?? null }
}

function checkDates({ created_at, updated_at, solved_at }: Dates): Details {
  const isBeforeCreation = (at: string | null) => at !== null && at < created_at
  return {
    ...(isBeforeCreation(updated_at) ? { updated_at: [{ description: 'Updated at: is before created at', error: 'InvalidValue' }] } : {}),
    ...(isBeforeCreation(solved_at) ? { solved_at: [{ description: 'Solved at: is before created at', error: 'InvalidValue' }] } : {}),
  }
}

/** The ticket with its original dates; `generated_at` is now, so that exports find it as changed. */
function withPast(
  tx: Context,
  ticket: TicketState,
  { dates, rest, archive }: { dates: Dates; rest: readonly ImportedComment[]; archive: boolean },
): TicketState {
  const { updated_at } = dates
  const isClosed = ticket.status === 'closed'
  const ended = isClosed || ticket.status === 'solved' ? (dates.solved_at ?? updated_at) : dates.solved_at
  const last = rest.at(-1)?.created_at ?? ticket.latest_comment_added_at
  return {
    ...ticket,
    updated_at,
    generated_at: tx.now.toISOString(),
    solved_at: ended,
    closed_at: isClosed ? updated_at : null,
    archived_at: isClosed && archive ? tx.now.toISOString() : null,
    comment_count: 1 + rest.length,
    latest_comment_added_at: last,
    is_public: ticket.is_public || rest.some((comment) => comment.public ?? ticket.comments_public === true),
  }
}
