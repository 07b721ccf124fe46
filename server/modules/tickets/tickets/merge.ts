/** Merging tickets into another: the sources are closed, the target gets their people and a comment. @source docs/reference/tickets.md §3.6 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context, Via } from '#core/context.ts'
import { type Details, MissingParameter, NotFound, type Problem, refuseInvalid } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { copyAttachments } from '#modules/common/attachments/copy_store.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { changeTicket } from './change.ts'
import { findTickets, type ListedTicket } from './list.ts'
import { MAX_PARTICIPANTS } from './people.ts'
import { publishTicketEvents } from './publishing.ts'
import type { MergeInput } from './schema.ts'
import { getTicket } from './store.ts'
import { isSocial } from './via.ts'
import { MERGED_TAG } from './write/load.ts'

/** The input of the job. */
export interface MergeItem extends MergeInput {
  readonly id: number
  readonly ids: number[]
}

/**
 * Starts a job that merges `ids` into a ticket.
 * @throws Forbidden @throws NotFound also for one the caller cannot see @throws RecordInvalid @throws TooManyJobs
 */
export async function startMerge(ctx: Context, id: number, given: MergeInput): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'ticket.merge')
  await getTicket(ctx, id)
  const ids = [...new Set(given.ids ?? [])]
  if (ids.length === 0) throw new MissingParameter('ids')
  refuseTooMany(ids)
  const item: MergeItem = { ...given, ids, id }
  await loadMerge(ctx, item)
  return startBulkJob(ctx, { job_type: 'Merge Ticket', work: 'tickets/merge', items: [item], doing: 'Merging ticket' })
}

/** Merges all sources or none. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function mergeTickets(ctx: Context, item: MergeItem): Promise<Record<string, unknown>> {
  requirePermission(ctx, 'ticket.merge')
  const { target, sources } = await loadMerge(ctx, item)
  const maySpeak = [target, ...sources].every((ticket) => ticket.is_public && !isSocial(ticket.via.channel))
  const comment = (body: string | null | undefined, asked: boolean | undefined) =>
    body ? { comment: { body, public: maySpeak && asked === true } } : {}
  const from = sources.map(({ id, subject }) => ({ ticket_id: id, subject }))
  for (const source of sources) {
    const via = mergeVia(ctx, {}, { ticket_id: target.id, subject: target.subject })
    const said = comment(item.source_comment, item.source_comment_is_public)
    const closed = await changeTicket(
      { ...ctx, via },
      source.id,
      { status: 'closed', additional_tags: [MERGED_TAG], ...said },
      { follows: true },
    )
    await publishTicketEvents(ctx, closed.ticket, [{ type: 'ticket.merged', event: { target_ticket_id: String(target.id) } }])
  }
  const via = mergeVia(ctx, { ...from[0], ticket_ids: from.map((one) => one.ticket_id) }, {})
  const people = await peopleOf(ctx, target, sources)
  const said = comment(item.target_comment, item.target_comment_is_public)
  const written = await changeTicket({ ...ctx, via }, target.id, { ...people, ...said }, { follows: true })
  if (written.comment !== null) {
    const to = { ticket_id: target.id, comment_id: written.comment.id, is_public: written.comment.public }
    await copyAttachments(ctx, item.ids, to)
  }
  return { id: target.id, action: 'update', success: true, status: 'Updated' }
}

const mergeVia = (ctx: Context, from: Record<string, unknown>, to: Record<string, unknown>): Via => ({
  channel: ctx.via.channel,
  source: { from, to, rel: 'merge' },
})

async function loadMerge(ctx: Context, item: MergeItem) {
  const [target, sources] = await allOf(
    () => getTicket(ctx, item.id),
    () => findTickets(ctx, item.ids),
  )
  if (sources.length < item.ids.length) throw new NotFound()
  refuseInvalid(checkMerge(target, sources))
  return { target, sources }
}

/** Why a merge is refused. @source docs/reference/tickets.md §3.6 */
function checkMerge(target: ListedTicket, sources: readonly ListedTicket[]): Details {
  const base: Problem[] = []
  const refuse = (description: string) => base.push({ description, error: 'InvalidValue' })
  if (target.status === 'solved' || target.status === 'closed') refuse(`Ticket: #${target.id} is ${target.status}`)
  for (const source of sources) {
    if (source.id === target.id) refuse('Ids: a ticket cannot be merged into itself')
    else if (source.status === 'closed') refuse(`Ids: #${source.id} is closed`)
  }
  return base.length > 0 ? { base } : {}
}

/** Requesters and copies of the sources are copied on the target if they are end users; agents and followers follow it, up to the limit. */
async function peopleOf(ctx: Context, target: ListedTicket, sources: readonly ListedTicket[]) {
  const asked = new Set(sources.flatMap((source) => [source.requester_id, ...source.email_cc_ids]))
  for (const id of [target.requester_id, ...target.email_cc_ids]) asked.delete(id)
  const users = (await findUsers(ctx, [...asked])).filter((user) => user.active)
  const staff = users.filter((user) => user.role !== 'end-user').map((user) => user.id)
  const ccs = users.filter((user) => user.role === 'end-user').map((user) => user.id)
  const room = Math.max(0, MAX_PARTICIPANTS - target.email_cc_ids.length)
  const followers = [...new Set([...staff, ...sources.flatMap((source) => source.follower_ids)])].filter(
    (id) => !target.follower_ids.includes(id) && id !== target.requester_id,
  )
  const toParticipants = (ids: readonly number[], most: number) => ids.slice(0, most).map((user_id) => ({ user_id }))
  const copied = toParticipants(ccs, room)
  return { email_ccs: copied, followers: toParticipants(followers, MAX_PARTICIPANTS - copied.length) }
}
