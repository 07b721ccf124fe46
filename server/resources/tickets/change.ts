/**
 * THE ONLY DOOR for writing a ticket: API, bulk jobs and, when they come, automations, mail and import.
 * Load → may he → apply → settle → check → events → one statement. Triggers will stand between settle and check.
 * @source design/architecture.md §3
 */
import { requirePermission } from '../../access/permissions.ts'
import { type Context, inTransaction, type Via } from '../../context.ts'
import { Conflict, NotFound, refuseInvalid } from '../../errors.ts'
import { wireTime } from '../../lib/clock.ts'
import { auditMetadata } from '../ticket_audits/metadata.ts'
import { checkOpen, checkTicket } from './check.ts'
import { newComment } from './comment.ts'
import { applyInput, blankTicket, isPerson } from './draft.ts'
import { changeEvents, createEvents, type EventDraft } from './events.ts'
import { followUpVia } from './via.ts'
import { loadPeople, type People } from './people.ts'
import { personById } from './people_store.ts'
import type { TicketRow, TicketState } from './row.ts'
import type { TicketInput } from './schema.ts'
import { settle } from './settle.ts'
import { type SetupGroup, ticketGroups, ticketSetup, type TicketSetup } from './setup_store.ts'
import { getTicket, insertTicket, type NewAudit, type NewComment, noteFollowup, refreshProblem, updateTicket } from './store.ts'

/** What a write came to: the ticket as it is now, and the audit of the write. */
export interface Written {
  readonly ticket: TicketRow
  readonly audit: NewAudit
  readonly comment: NewComment | null
}

/** Everything a write looks at, loaded before anything is decided. */
interface Loaded {
  readonly setup: TicketSetup
  readonly groups: readonly SetupGroup[]
  readonly people: People
  readonly problem: TicketRow | null | undefined
}

const MOST_TRIES = 20

/** null instead of NotFound: what is named and does not exist is for the check to say, or has no effect. */
async function orNull<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

async function load(ctx: Context, input: TicketInput): Promise<Loaded> {
  const { problem_id } = input
  const [setup, groups, people, problem] = await Promise.all([
    ticketSetup(ctx),
    ticketGroups(ctx),
    loadPeople(ctx, input),
    problem_id === undefined ? undefined : problem_id === null ? null : orNull(getTicket(ctx, problem_id)),
  ])
  return { setup, groups, people, problem }
}

/** Writes that touch one ticket alone are one statement; those that touch more need a transaction around them. */
function touchesOthers(input: TicketInput): boolean {
  const makesPeople = typeof input.requester === 'object' || typeof input.requester === 'string'
  return (
    makesPeople ||
    [
      input.problem_id,
      input.via_followup_source_id,
      input.email_ccs,
      input.collaborators,
      input.additional_collaborators,
      input.followers,
    ].some((value) => value !== undefined)
  )
}

const scoped = <Result>(ctx: Context, input: TicketInput, work: (ctx: Context) => Promise<Result>) =>
  touchesOthers(input) ? inTransaction(ctx, work) : work(ctx)

/** Makes a ticket. @throws Forbidden @throws RecordInvalid @source tickets.md §1.3, §3.2, §3.3, §3.5 */
export async function createTicket(ctx: Context, input: TicketInput): Promise<Written> {
  requirePermission(ctx, 'ticket.create')
  return scoped(ctx, input, async (tx) => {
    const loaded = await load(tx, input)
    const { people, setup } = loaded
    const source = await followUpSource(tx, input)
    const blank = { ...blankTicket(tx, setup, input), ...(source === null ? {} : { ...followUpVia(tx, source), tags: source.tags }) }
    const requester = isPerson(people.requester) ? people.requester : null
    const own = requester === null ? { organization_id: tx.actor.organization_id } : {}
    const asked = applyInput({ ...blank, ...own }, input, people, setup)
    // who submits is the author of the first comment, unless one is named
    const authorId = isPerson(people.author) ? people.author.id : (input.submitter_id ?? tx.actor.id)
    const draft = newComment(tx, input, { authorId, isPublic: blank.is_public, fallback: input.description ?? '' })
    const described: TicketState = {
      ...asked,
      description: draft?.plain_body ?? '',
      is_public: draft?.public ?? blank.is_public,
      comment_count: 1,
      latest_comment_added_at: tx.now.toISOString(),
    }
    const after = settle(tx, null, described, circumstances(loaded, input, false, true))
    const requesterOrganizations = (requester ?? tx.actor).organization_ids
    refuseInvalid(checkTicket(tx, null, after, { input, ...loaded, requesterOrganizations }))
    const { audit, comment } = await auditOf(tx, input, createEvents(after), draft, after.via)
    const id = await insertTicket(tx, after, audit, comment as NewComment)
    await refreshProblem(tx, after.problem_id)
    if (source !== null) await noteFollowup(tx, source.id, id)
    return { ticket: { ...after, id, lock_version: 0, deleted_at: null }, audit, comment }
  })
}

/** Changes a ticket. @throws Forbidden @throws NotFound @throws RecordInvalid @throws Conflict when it was read too long ago (safe_update) @source tickets.md §1.1, §3 */
export async function changeTicket(ctx: Context, id: number, input: TicketInput): Promise<Written> {
  requirePermission(ctx, 'ticket.update')
  return scoped(ctx, input, async (tx) => {
    const loaded = await load(tx, input)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const written = await tryChange(tx, await getTicket(tx, id), input, loaded)
      if (written !== null) return written
    }
    throw new Conflict('Conflict', 'The ticket is being changed by others. Please try again.')
  })
}

async function tryChange(ctx: Context, before: TicketRow, input: TicketInput, loaded: Loaded): Promise<Written | null> {
  refuseStale(before, input)
  refuseInvalid(checkOpen(before))
  const { people, setup } = loaded
  const now = ctx.now.toISOString()
  const authorId = isPerson(people.author) ? people.author.id : ctx.actor.id
  const draft = newComment(ctx, input, { authorId, isPublic: before.is_public, fallback: null })
  const endUserReplies = draft?.public === true && (isPerson(people.author) ? people.author.role : ctx.actor.role) === 'end-user'
  const asked = applyInput(before, input, people, setup)
  const settled = settle(ctx, before, asked, circumstances(loaded, input, endUserReplies, false))
  const commented =
    draft === null
      ? {}
      : { comment_count: before.comment_count + 1, latest_comment_added_at: now, is_public: before.is_public || draft.public }
  const after: TicketState = { ...settled, ...commented, updated_at: now, generated_at: now }
  const requesterOrganizations = await organizationsOf(ctx, input, after.requester_id)
  refuseInvalid(checkTicket(ctx, before, after, { input, ...loaded, requesterOrganizations }))
  const events = changeEvents(before, after)
  const { audit, comment } = await auditOf(ctx, input, events, draft, ctx.via)
  if (audit.events.length === 0) return { ticket: before, audit, comment: null }
  if (!(await updateTicket(ctx, before, after, audit, comment))) return null
  if (after.problem_id !== before.problem_id) for (const id of [before.problem_id, after.problem_id]) await refreshProblem(ctx, id)
  return { ticket: { ...after, id: before.id, lock_version: before.lock_version + 1, deleted_at: null }, audit, comment }
}

/** The organizations of a ticket's requester, read only when the write names one. */
async function organizationsOf(ctx: Context, input: TicketInput, requesterId: number): Promise<readonly number[]> {
  if (input.organization_id === undefined || input.organization_id === null) return []
  return (await personById(ctx, requesterId))?.organization_ids ?? []
}

/** @source conventions.md §9 Safe update: the presence of safe_update switches it on, whatever its value */
function refuseStale(before: TicketRow, input: TicketInput): void {
  if (input.safe_update === undefined || (input.updated_stamp != null && wireTime(input.updated_stamp) === wireTime(before.updated_at)))
    return
  throw new Conflict(
    'UpdateConflict',
    'Safe Update prevented the update due to outdated ticket data. Please fetch the latest ticket data and try again.',
  )
}

function circumstances(loaded: Loaded, input: TicketInput, endUserReplies: boolean, isNew: boolean) {
  const { setup, groups, people } = loaded
  const assignee = isPerson(people.assignee) ? people.assignee : null
  return { setup, groups, assignee, groupNamed: input.group_id !== undefined, endUserReplies, isNew }
}

async function followUpSource(ctx: Context, input: TicketInput): Promise<TicketRow | null> {
  if (input.via_followup_source_id === undefined || input.via_followup_source_id === null) return null
  const source = await orNull(getTicket(ctx, input.via_followup_source_id))
  return source?.status === 'closed' ? source : null
}

/** The audit of a write, its comment first, each event with an id of its own. */
async function auditOf(
  ctx: Context,
  input: TicketInput,
  drafts: readonly EventDraft[],
  draft: NewComment | null,
  via: Via,
): Promise<{ audit: NewAudit; comment: NewComment | null }> {
  const macros = [...(input.macro_ids ?? []), ...(input.macro_id === undefined || input.macro_id === null ? [] : [input.macro_id])]
  const all = [
    ...(draft === null ? [] : [{ type: 'Comment' }]),
    ...drafts,
    ...macros.map((macro_id) => ({ type: 'AgentMacroReference', macro_id: String(macro_id) })),
  ]
  const [auditId = 0, ...ids] = await ctx.services.ids.take(ctx.services.database, all.length + 1)
  const audit: NewAudit = {
    id: auditId,
    author_id: ctx.actor.id,
    via,
    metadata: auditMetadata(ctx, input.metadata),
    events: all.map((event, index) => ({ id: ids[index], ...event })),
    created_at: ctx.now.toISOString(),
  }
  return { audit, comment: draft === null ? null : { ...draft, id: ids[0] as number } }
}
