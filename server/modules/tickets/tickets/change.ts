/**
 * THE ONLY DOOR for writing a ticket: API, bulk jobs, import, merges and, when they come, automations and mail.
 * Load → may he → apply → settle → check → events → one statement. Triggers will stand between settle and check.
 * @source design/architecture.md §3
 */
import { requirePermission } from '../../../permissions/permissions.ts'
import { type Context, inTransaction, type Role } from '../../../context.ts'
import { Conflict, refuseInvalid } from '../../../errors.ts'
import { wireTime } from '../../../lib/clock.ts'
import { recordActivities } from '../../people/activities/record.ts'
import type { AttachmentRow } from '../../common/attachments/store.ts'
import { auditOf } from './audit_of.ts'
import { checkTicket } from './check.ts'
import { newComment } from './comment.ts'
import { withUploads } from './comment_uploads.ts'
import { applyInput, blankTicket } from './draft.ts'
import { EVERYBODY, inSight, isPerson } from './people.ts'
import { changeEvents, createEvents } from './events.ts'
import { isSolvedNow, startIncidents } from './incidents.ts'
import {
  broughtTags,
  circumstances,
  followUpSource,
  inherited,
  type Loaded,
  loadFor,
  organizationGroup,
  organizationsOf,
  scoped,
  solverOf,
} from './load.ts'
import { measured } from './metrics.ts'
import { withoutRepeatedCopies } from './participants.ts'
import type { People } from './people.ts'
import { checkClosed, requireAsked, requireGroup, requireTags } from './role_rights.ts'
import type { TicketRow, TicketState } from './row.ts'
import type { TicketInput } from './schema.ts'
import { settle } from './settle.ts'
import { getTicket, insertTicket, type NewAudit, type NewComment, noteFollowup, refreshProblem, updateTicket } from './store.ts'
import { followUpVia } from './via.ts'
import { newVoiceComment } from './voice.ts'

/** What a write came to: the ticket as it is now, and the audit of the write. */
export interface Written {
  readonly ticket: TicketRow
  readonly audit: NewAudit
  readonly comment: NewComment | null
  readonly attachments?: readonly AttachmentRow[]
}

/** How a write differs from what a client asks for. */
export interface How {
  /** It follows from something else: no permission is asked, and nothing is required to solve or close. */
  readonly follows?: true
  /** It is an end user's request: that he may was seen to before. */
  readonly requested?: true
  /** The requester says that it is solved: what else he says does not open it again. */
  readonly solved?: boolean
  /** What the requester says of the work on the ticket. */
  readonly rating?: TicketState['satisfaction_rating']
  /** The number a new ticket was promised. */
  readonly number?: number
  /** An import: when the ticket was made. What is made or changed beside it is dated as ever. */
  readonly made_at?: Date
  /** The last word on a new ticket, after the system's own rules: the import sets its dates. */
  readonly finish?: (ticket: TicketState) => TicketState
}

const MOST_TRIES = 20

/** Makes a ticket. @throws Forbidden @throws RecordInvalid @source tickets.md §1.3, §3.2, §3.3, §3.5 */
export async function createTicket(ctx: Context, input: TicketInput, how: How = {}): Promise<Written> {
  if (how.requested !== true) {
    requirePermission(ctx, 'ticket.create')
    requireTags(ctx, null, input)
  }
  const write = async (outer: Context): Promise<Written> => {
    const loaded = await loadFor(outer, input, how.requested === true ? EVERYBODY : inSight(outer))
    const { people } = loaded
    const source = await followUpSource(outer, input)
    const tx = how.made_at === undefined ? outer : { ...outer, now: how.made_at }
    const asked = await askedOfNew(tx, input, loaded, { source, isImport: how.finish !== undefined })
    // who submits is the author of the first comment, unless one is named
    const authorId = isPerson(people.author) ? people.author.id : (input.submitter_id ?? tx.actor.id)
    const draft = firstComment(tx, input, authorId, asked.is_public)
    const isPublic = draft?.public ?? asked.is_public
    const described: TicketState = {
      ...asked,
      description: draft?.plain_body ?? '',
      is_public: isPublic,
      comments_public: isPublic,
      comment_count: 1,
      latest_comment_added_at: tx.now.toISOString(),
    }
    const toGroup = await organizationGroup(tx, input, described.organization_id)
    const solver = how.follows === true ? null : await solverOf(tx, null, described)
    const around = { solver, endUserReplies: false, isNew: true, organizationGroup: toGroup }
    const settled = settle(tx, null, described, circumstances(loaded, input, around))
    if (how.requested !== true && (input.group_id || input.assignee_id)) requireGroup(tx, null, settled)
    const occasion = { now: tx.now.toISOString(), comment: draft, role: authorRole(tx, people, authorId) }
    // what is imported is not measured
    const { after, metric_events } =
      how.finish === undefined ? measured(null, settled, occasion) : { after: how.finish(settled), metric_events: [] }
    const requesterOrganizations = (isPerson(people.requester) ? people.requester : tx.actor).organization_ids
    refuseInvalid(checkTicket(tx, null, after, { input, ...loaded, requesterOrganizations, ...howOf(how) }))
    const { audit, comment } = await auditOf(tx, input, createEvents(after), { draft, via: after.via, metric_events })
    const insert = (inner: Context) => insertTicket(inner, after, { audit, comment: comment as NewComment }, how.number)
    // nobody is told of what is imported
    const id = await (how.finish === undefined
      ? recordActivities(tx, { before: null, after, comment }, insert, (made) => made)
      : insert(tx))
    await refreshProblem(outer, after.problem_id)
    if (source !== null) await noteFollowup(outer, source.id, id)
    return { ticket: { ...after, id, lock_version: 0, deleted_at: null }, audit, comment }
  }
  return scoped(ctx, input, withUploads(input, write))
}

/** The comment a new ticket begins with; public where the account lets none begin in private. @source other.md §12 is_first_comment_private_enabled */
function firstComment(ctx: Context, input: TicketInput, authorId: number, isPublic: boolean): NewComment | null {
  const draft = newVoiceComment(ctx, input, authorId) ?? newComment(ctx, input, { authorId, isPublic, fallback: input.description ?? '' })
  const mustShow = !ctx.account.settings.tickets.first_comment_may_be_private && !ctx.actor.only_private_comments
  return draft !== null && mustShow ? { ...draft, public: true } : draft
}

const howOf = ({ follows, requested }: How) => ({ follows: follows === true, requested: requested === true })

/** A new ticket as it is asked for: defaults, what it inherits from the ticket it follows up, what the client sent. */
async function askedOfNew(
  ctx: Context,
  input: TicketInput,
  loaded: Loaded,
  { source, isImport }: { readonly source: TicketRow | null; readonly isImport: boolean },
): Promise<TicketState> {
  const { people, setup, groups } = loaded
  const { assign_default_organization } = ctx.account.settings.tickets
  const own = isPerson(people.requester) || !assign_default_organization ? {} : { organization_id: ctx.actor.organization_id }
  const followed = source === null ? {} : { ...followUpVia(ctx, source), ...(await inherited(ctx, source, setup, groups)) }
  const blank = { ...blankTicket(ctx, setup, input), ...own, ...followed }
  const asked = applyInput(ctx, blank, input, { ...loaded, isNew: true })
  const brought = isImport ? [] : await broughtTags(ctx, asked)
  if (brought.length === 0) return asked
  const additional_tags = [...(input.additional_tags ?? []), ...brought]
  return applyInput(ctx, blank, { ...input, additional_tags }, { ...loaded, isNew: true })
}

/** Changes a ticket. @throws Forbidden @throws NotFound @throws RecordInvalid @throws Conflict when it was read too long ago (safe_update) @source tickets.md §1.1, §3 */
export async function changeTicket(ctx: Context, id: number, input: TicketInput, how: How = {}): Promise<Written> {
  if (how.follows !== true) requirePermission(ctx, 'ticket.comment')
  const write = async (tx: Context): Promise<Written> => {
    let before = await getTicket(tx, id)
    const said = withoutRepeatedCopies(before, input)
    const loaded = await loadFor(tx, said, how.follows === true ? EVERYBODY : inSight(tx, before), before)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (tries > 0) before = await getTicket(tx, id)
      const written = await tryChange(tx, before, said, { loaded, how })
      if (written !== null) return written
    }
    throw new Conflict('Conflict', 'The ticket is being changed by others. Please try again.')
  }
  return scoped(ctx, input, withUploads(input, write))
}

async function tryChange(
  ctx: Context,
  before: TicketRow,
  input: TicketInput,
  { loaded, how }: { loaded: Loaded; how: How },
): Promise<Written | null> {
  refuseStale(before, input)
  refuseInvalid(checkClosed(ctx, before, input))
  const { people } = loaded
  const authorId = isPerson(people.author) ? people.author.id : ctx.actor.id
  const isPublic = before.comments_public ?? before.is_public
  const draft = newVoiceComment(ctx, input, authorId) ?? newComment(ctx, input, { authorId, isPublic, fallback: null })
  const role = authorRole(ctx, people, authorId)
  const endUserReplies = draft?.public === true && role === 'end-user' && how.solved !== true
  const rated = how.rating === undefined ? {} : { satisfaction_rating: how.rating }
  const asked = { ...applyInput(ctx, before, input, { ...loaded, isNew: false }), ...rated }
  if (how.follows !== true) requireAsked(ctx, before, asked, input)
  const solver = how.follows === true ? null : await solverOf(ctx, before, asked)
  const around = { solver, endUserReplies, isNew: false, organizationGroup: null }
  const settled = settle(ctx, before, asked, circumstances(loaded, input, around))
  if (how.follows !== true) requireGroup(ctx, before, settled)
  const now = ctx.now.toISOString()
  const { after, metric_events } = measured(before, commented(ctx, before, settled, draft), { now, comment: draft, role })
  const requesterOrganizations = await organizationsOf(ctx, input, after.requester_id)
  refuseInvalid(checkTicket(ctx, before, after, { input, ...loaded, requesterOrganizations, ...howOf(how) }))
  const { audit, comment } = await auditOf(ctx, input, changeEvents(before, after), { draft, via: ctx.via, metric_events })
  if (audit.events.length === 0 && !isChangedSilently(before, after)) return { ticket: before, audit, comment: null }
  return save(ctx, before, after, { audit, comment, input })
}

/** The role of a comment's author. Who is named as submitter and is not the caller is somebody of the ticket. */
function authorRole(ctx: Context, people: People, authorId: number): Role {
  if (isPerson(people.author)) return people.author.role
  if (authorId === ctx.actor.id) return ctx.actor.role
  return isPerson(people.submitter) ? people.submitter.role : 'end-user'
}

/** Writes a change, and what it means for problem and incidents. null when somebody else was faster. */
async function save(
  ctx: Context,
  before: TicketRow,
  after: TicketState,
  { audit, comment, input }: { audit: NewAudit; comment: NewComment | null; input: TicketInput },
): Promise<Written | null> {
  const isMoved = after.problem_id !== before.problem_id
  const write = async (tx: Context) => {
    if (!(await updateTicket(tx, before, after, audit, comment))) return null
    if (isMoved) for (const id of [before.problem_id, after.problem_id]) await refreshProblem(tx, id)
    const ticket = { ...after, id: before.id, lock_version: before.lock_version + 1, deleted_at: null }
    if (isSolvedNow(before, after)) await startIncidents(tx, ticket, input, comment)
    return { ticket, audit, comment }
  }
  const whole = isMoved || isSolvedNow(before, after) ? (outer: Context) => inTransaction(outer, write) : write
  return recordActivities(ctx, { before, after, comment }, whole, (written) => written?.ticket.id ?? null)
}

/** The change with what its comment does to the ticket. */
function commented(ctx: Context, before: TicketRow, settled: TicketState, draft: NewComment | null): TicketState {
  const now = ctx.now.toISOString()
  const comments =
    draft === null
      ? {}
      : { comment_count: before.comment_count + 1, latest_comment_added_at: now, is_public: before.is_public || draft.public }
  return { ...settled, ...comments, updated_at: now, generated_at: now }
}

/** Skills are stored without an event of their own. */
function isChangedSilently(before: TicketState, after: TicketState): boolean {
  return before.attribute_value_ids.join() !== after.attribute_value_ids.join()
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
