import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { isRestricted } from '#permissions/people_scope.ts'
import { wireTime } from '#lib/clock.ts'
import { presentAttachment } from '#modules/common/attachments/present.ts'
import type { Attachment } from '#modules/common/attachments/schema.ts'
import { filesOf } from '../ticket_comments/files.ts'
import { commentsOfAudits } from '../ticket_comments/store.ts'
import { macroTitles } from '../tickets/macro_store.ts'
import { voiceMembers } from '../ticket_comments/voice_members.ts'
import type { Call } from '../tickets/schema.ts'
import { isCommentEvent } from './event.ts'
import type { Audit, AuditEvent } from './schema.ts'
import { fillSentTexts } from './sent.ts'
import type { AuditRow } from './store.ts'

/** A comment as its audit contains it. */
export interface AuditedComment {
  readonly id: number
  readonly audit_id: number
  readonly author_id: number
  readonly body: string
  readonly html_body: string
  readonly plain_body: string
  readonly public: boolean
  readonly type?: string
  readonly data?: Call | null
  /** As the API returns them. */
  readonly attachments?: readonly AnswerOf<typeof Attachment>[]
}

/** An audit as JSON; a Comment event contains its comment. @source docs/reference/tickets.md §5 */
export function presentAudit(row: AuditRow, comments: readonly AuditedComment[]): AnswerOf<typeof Audit> {
  const events = row.events.map((event) => {
    const comment = isCommentEvent(event) ? comments.find((one) => one.id === event.id) : undefined
    return comment === undefined ? event : commentEvent(comment)
  })
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    created_at: wireTime(row.created_at),
    author_id: row.author_id,
    metadata: row.metadata,
    events,
    via: row.via,
  }
}

function commentEvent(comment: AuditedComment): AnswerOf<typeof AuditEvent> {
  const { id, author_id, body, html_body, plain_body, public: isPublic, audit_id } = comment
  const kind = { id, type: comment.type ?? 'Comment', author_id }
  return {
    ...kind,
    body,
    html_body,
    plain_body,
    public: isPublic,
    attachments: comment.attachments ?? [],
    audit_id,
    ...voiceMembers(comment.data),
  }
}

/** Presents audits, with what rules have sent in them; loads their comments with one statement, and the attachments of these with another. */
export async function presentAudits(ctx: Context, rows: readonly AuditRow[]): Promise<AnswerOf<typeof Audit>[]> {
  const comments = Map.groupBy(await commentsOf(ctx, rows), (comment) => comment.audit_id)
  return withMacroTitles(
    ctx,
    rows.map((row) => presentAudit(fillSentTexts(row, isRestricted(ctx)), comments.get(row.id) ?? [])),
  )
}

/** The same for one audit. */
export async function presentOneAudit(ctx: Context, row: AuditRow): Promise<AnswerOf<typeof Audit>> {
  return withOneMacroTitle(ctx, presentAudit(fillSentTexts(row, isRestricted(ctx)), await commentsOf(ctx, [row])))
}

type Shown = AnswerOf<typeof Audit>

/** The same audits, with the titles that the macros in them have now: one statement where an audit names a macro, none elsewhere. */
async function withMacroTitles(ctx: Context, audits: Shown[]): Promise<Shown[]> {
  const ids = audits.flatMap(({ events }) => events.flatMap((event) => (event.macro_id === undefined ? [] : [Number(event.macro_id)])))
  if (ids.length === 0) return audits
  const titles = await macroTitles(ctx, [...new Set(ids)])
  return audits.map((audit) => ({
    ...audit,
    events: audit.events.map((event) => {
      if (event.macro_id === undefined) return event
      const title = titles.get(Number(event.macro_id))
      return { ...event, macro_title: title ?? null, macro_deleted: title === undefined }
    }),
  }))
}

/** The same for one audit. */
export async function withOneMacroTitle(ctx: Context, audit: Shown): Promise<Shown> {
  const [shown] = await withMacroTitles(ctx, [audit])
  return shown ?? audit
}

async function commentsOf(ctx: Context, rows: readonly AuditRow[]): Promise<AuditedComment[]> {
  const found = await commentsOfAudits(ctx, rows)
  const files = await filesOf(ctx, found)
  return found.map((comment) => ({
    ...comment,
    attachments: (files.get(comment.id) ?? []).map((row) => presentAttachment(ctx, row)),
  }))
}
