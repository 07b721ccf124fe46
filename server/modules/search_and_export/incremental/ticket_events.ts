/** Audits of tickets in the format of the events export. @source docs/reference/conventions.md §4.4 */
import type { Via } from '#core/context.ts'
import { readInclude } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { isRestricted } from '#permissions/people_scope.ts'
import { epochSeconds, wireTime } from '#lib/clock.ts'
import { idOf, isObject } from '#lib/json.ts'
import { type EventValue, isCommentEvent, type TicketEvent } from '#modules/tickets/ticket_audits/event.ts'
import { fillSentTexts } from '#modules/tickets/ticket_audits/sent.ts'
import type { AuditRow } from '#modules/tickets/ticket_audits/store.ts'
import { presentComments } from '#modules/tickets/ticket_comments/present.ts'
import type { Comment } from '#modules/tickets/ticket_comments/schema.ts'
import { commentPrivacy, commentsOfAudits } from '#modules/tickets/ticket_comments/store.ts'
import type { Kind } from './kind.ts'
import { type ChildEvent, type ExportedEvent, ExportedEvents, type Origin } from './schema.ts'
import { findAuditsAfter } from './store.ts'

/** Members that are named as those of the ticket. */
type Wire = Record<string, unknown>

/** The members a comment event has from its comment: whether it is public, and on request the comment itself. */
type CommentOf = (id: number) => Partial<AnswerOf<typeof Comment>> & Pick<AnswerOf<typeof ChildEvent>, 'comment_present' | 'comment_public'>

/** The names of channels in this export; other channels keep their own name. */
const WORDS: Readonly<Record<string, string>> = {
  web: 'Web form',
  email: 'Mail',
  api: 'Web service',
  rule: 'Rule',
  system: 'System',
  sample_ticket: 'Sample ticket',
  help_center: 'Help center',
  web_widget: 'Web widget',
  mobile_sdk: 'Mobile SDK',
  mobile: 'Mobile',
  chat: 'Chat',
  voice: 'Phone call',
  sms: 'Text message',
}

export const ticketEventExport: Kind<AuditRow, AnswerOf<typeof ExportedEvent>> = {
  key: 'ticket_events',
  lists: ExportedEvents,
  find: findAuditsAfter,
  async present(ctx, rows, include) {
    const whole = readInclude(include).has('comment_events')
    const commentOf = whole
      ? wholeComments(await presentComments(ctx, await commentsOfAudits(ctx, rows)))
      : onlyPrivacy(await commentPrivacy(ctx, rows))
    return { records: rows.map((row) => presentEvent(fillSentTexts(row, isRestricted(ctx)), commentOf)), siblings: {} }
  },
}

function wholeComments(comments: readonly AnswerOf<typeof Comment>[]): CommentOf {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  return (id) => {
    const comment = byId.get(id)
    return comment === undefined ? {} : { ...comment, comment_present: true, comment_public: comment.public }
  }
}

function onlyPrivacy(privacy: ReadonlyMap<number, boolean>): CommentOf {
  return (id) => ({ comment_present: true, comment_public: privacy.get(id) ?? false })
}

function presentEvent(row: AuditRow, commentOf: CommentOf): AnswerOf<typeof ExportedEvent> {
  const { via } = row
  const { client = null, location = null, latitude = null, longitude = null } = systemOf(row.metadata)
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    timestamp: epochSeconds(row.created_at),
    created_at: wireTime(row.created_at),
    updater_id: row.author_id,
    via: WORDS[via.channel] ?? via.channel,
    system: { client, location, latitude, longitude },
    event_type: 'Audit',
    child_events: row.events.map((event) => childEvent(event, via, commentOf)),
  }
}

function systemOf(metadata: unknown): Partial<AnswerOf<typeof Origin>> {
  return isObject(metadata) && isObject(metadata.system) ? metadata.system : {}
}

function childEvent(event: TicketEvent, auditVia: Via, commentOf: CommentOf): AnswerOf<typeof ChildEvent> {
  const { id, via = auditVia } = event
  const common = {
    id,
    via: WORDS[via.channel] ?? via.channel,
    via_reference_id: via.channel === 'rule' ? (idOf(via.source.from.id) ?? null) : null,
  }
  if (isCommentEvent(event)) return { ...common, ...commentOf(id), event_type: event.type }
  if (event.type === 'Create') return { ...common, ...fieldOf(event.field_name, event.value, null), event_type: event.type }
  if (event.type === 'Change') {
    const { field_name, value, previous_value } = event
    return {
      ...common,
      ...fieldOf(field_name, value, previous_value),
      event_type: event.type,
      previous_value: toPlainValue(field_name, previous_value),
    }
  }
  const { type, via: _via, ...rest } = event
  return { ...common, ...rest, event_type: type }
}

/** The changed field under its own name: custom fields under `custom_ticket_fields`, tags with those added and removed. */
function fieldOf(name: string, value: EventValue, previous: EventValue): Wire {
  if (/^\d+$/.test(name)) return { custom_ticket_fields: { [name]: value } }
  if (name !== 'tags' || !Array.isArray(value)) return { [name]: toPlainValue(name, value) }
  const now: readonly string[] = value
  const before: readonly string[] = Array.isArray(previous) ? previous : []
  const is = new Set(now)
  const was = new Set(before)
  return { tags: now, added_tags: now.filter((tag) => !was.has(tag)), removed_tags: before.filter((tag) => !is.has(tag)) }
}

/** Audits hold ids as strings; here they are numbers, as in all other responses. */
const toPlainValue = (name: string, value: EventValue) =>
  name.endsWith('_id') && name !== 'external_id' && typeof value === 'string' ? Number(value) : (value ?? null)
