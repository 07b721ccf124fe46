import { isStaff } from '#permissions/permissions.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Context, Via } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { presentPhoto } from '#modules/common/attachments/present.ts'
import { ticketFieldValue } from '#modules/custom_data/custom_fields/types.ts'
import { presentComment, presentComments } from '../ticket_comments/present.ts'
import type { Comment } from '../ticket_comments/schema.ts'
import type { CommentRow } from '../ticket_comments/store.ts'
import type { TicketSetup } from '../tickets/setup_store.ts'
import { OPEN, type RequestRow, SOLVED } from './list.ts'
import type { UserSummary } from './store.ts'
import type { People, Request, RequestComment } from './schema.ts'

/**
 * True if the caller is the requester and may solve the request: it is assigned, not solved, and no problem. Agents may also solve their
 * own unassigned requests, which assigns these to them, unless they are limited to private comments. @source docs/reference/tickets.md §9.4
 */
export function canSolve(ctx: Context, row: Pick<RequestRow, 'requester_id' | 'assignee_id' | 'type' | 'status'>): boolean {
  const isWorkedOn = row.assignee_id !== null || (isStaff(ctx) && !ctx.actor.only_private_comments)
  return row.requester_id === ctx.actor.id && isWorkedOn && row.type !== 'problem' && OPEN.includes(row.status)
}

/** A request as JSON, with only the custom fields that end users see. @source docs/reference/tickets.md §9 */
export function presentRequest(ctx: Context, row: RequestRow, setup: TicketSetup): AnswerOf<typeof Request> {
  const shown = setup.fields.filter((field) => !field.system && field.visible_in_portal)
  const custom_fields = shown.map((field) => ({ id: field.id, value: ticketFieldValue(row.custom_fields[field.id]) }))
  return {
    url: urlOf(ctx.caller.base_url, `requests/${row.id}`),
    id: row.id,
    status: row.status,
    priority: row.priority,
    type: row.type,
    subject: row.subject,
    description: row.description,
    organization_id: row.organization_id,
    via: seenVia(ctx, row.via),
    custom_fields,
    requester_id: row.requester_id,
    collaborator_ids: row.email_cc_ids,
    email_cc_ids: row.email_cc_ids,
    is_public: row.is_public,
    due_at: wireTimeOrNull(row.due_at),
    can_be_solved_by_me: canSolve(ctx, row),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    recipient: row.recipient,
    followup_source_id: followUpSourceOf(row),
    assignee_id: row.assignee_id,
    group_id: row.group_id,
    ticket_form_id: row.ticket_form_id,
    custom_status_id: row.custom_status_id,
    fields: custom_fields,
    solved: SOLVED.includes(row.status),
  }
}

/** Where a request or a comment comes from. End users do not see what other tickets are about. */
function seenVia(ctx: Context, via: Via): Via {
  if (isStaff(ctx)) return via
  const { from, to, rel } = via.source
  return { channel: via.channel, source: { from: withoutSubject(from), to: withoutSubject(to), rel } }
}

const withoutSubject = ({ subject: _subject, ...rest }: Via['source']['from']) => rest

function followUpSourceOf({ via }: RequestRow): number | null {
  const { rel, from } = via.source
  return rel === 'follow_up' && typeof from.ticket_id === 'number' ? from.ticket_id : null
}

/** Comments as JSON to requesters, without the system metadata of other authors. @source docs/reference/tickets.md §9.5 */
export async function presentRequestComments(ctx: Context, requestId: number, rows: readonly CommentRow[]) {
  return (await presentComments(ctx, rows)).map((comment) => asRequestComment(ctx, requestId, comment))
}

/** One of them; see {@link presentRequestComments}. */
export async function presentRequestComment(ctx: Context, requestId: number, row: CommentRow) {
  return asRequestComment(ctx, requestId, await presentComment(ctx, row))
}

function asRequestComment(ctx: Context, requestId: number, comment: AnswerOf<typeof Comment>): AnswerOf<typeof RequestComment> {
  const { id, type, metadata, ...rest } = comment
  return {
    url: urlOf(ctx.caller.base_url, `requests/${requestId}/comments/${id}`),
    id,
    type,
    request_id: requestId,
    ...rest,
    via: seenVia(ctx, rest.via),
    metadata: rest.author_id === ctx.actor.id ? metadata : { system: {}, custom: metadata.custom },
  }
}

/** User summaries as other users see them, agents by their alias, and the organizations of these users. */
export function presentUserSummaries(ctx: Context, summaries: readonly UserSummary[]): AnswerOf<typeof People> {
  const organizations = new Map(
    summaries.flatMap(({ organization_id: id, organization_name: name }) => (id === null || name === null ? [] : [[id, name]])),
  )
  return {
    users: summaries.map((face) => ({
      id: face.id,
      name: (face.role === 'end-user' ? null : face.alias) || face.name,
      photo: presentPhoto(ctx, face.photo),
      agent: face.role !== 'end-user',
      organization_id: face.organization_id,
    })),
    organizations: [...organizations].map(([id, name]) => ({ id, name })),
  }
}
