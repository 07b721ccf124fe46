/** What an audit is on the wire. @source docs/reference/tickets.md §5 */
import Type from 'typebox'
import { flag, oneOf, text, textOrNull, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { Attachment } from '#modules/common/attachments/schema.ts'
import { VoiceMembers } from '../ticket_comments/schema.ts'
import { CallMetadata } from '../tickets/schema.ts'
import { Via } from '../tickets/value_schema.ts'
import type { ChatStartedEvent, EventValue } from './event.ts'

const Value = Type.Unsafe<EventValue>({ type: ['string', 'array', 'null'], items: { type: 'string' } })
const AnyValue = Type.Unsafe<EventValue | ChatStartedEvent['value']>({
  type: ['string', 'array', 'object', 'null'],
  items: { type: 'string' },
})

/** An event: which members it has goes by its type; see event.ts. A comment's event has those of its comment. */
export const AuditEvent = Type.Object({
  id: whole,
  type: text,
  ...Type.Partial(
    Type.Object({
      author_id: whole,
      body: textOrNull,
      html_body: text,
      plain_body: text,
      public: flag,
      attachments: Type.Array(Attachment),
      audit_id: whole,
      ...VoiceMembers.properties,
      field_name: text,
      value: AnyValue,
      previous_value: Value,
      current_email_ccs: wholes,
      previous_email_ccs: wholes,
      current_followers: wholes,
      previous_followers: wholes,
      score: text,
      assignee_id: wholeOrNull,
      agreement_id: whole,
      action: text,
      previous_schedule_id: wholeOrNull,
      new_schedule_id: wholeOrNull,
      macro_id: text,
      macro_title: textOrNull,
      macro_deleted: flag,
      comment_id: whole,
      attachment_id: whole,
      subject: text,
      recipients: wholes,
      resource: text,
      side_conversation_id: text,
      via: Via,
    }),
  ).properties,
})

export const Audit = Type.Object({
  id: whole,
  ticket_id: whole,
  created_at: text,
  author_id: whole,
  metadata: CallMetadata,
  events: Type.Array(AuditEvent),
  via: Via,
})
export const OneAudit = Type.Object({ audit: Audit })

/** What became of a mail or a call of a rule. */
export const Delivery = Type.Object({
  /**
   * `waiting`: to be sent. `not_sent`: there was nobody to send it to or nothing to send, or its webhook or target is gone or inactive, or the
   * ticket is closed. `unknown`: sent before this was kept.
   */
  state: oneOf(['waiting', 'sent', 'not_sent', 'unknown'] as const),
  /** Whose texts are shown: those that were sent, or those of the rule. `removed`: after a redaction. `hidden`: from this caller. */
  texts: oneOf(['sent', 'rule', 'removed', 'hidden'] as const),
  /** How many mails or calls are in which state. */
  outcomes: Type.Array(Type.Object({ state: text, count: whole })),
  webhook_invocation_id: textOrNull,
})
/** The same with what was sent; a text that is null is that of the rule. */
export const SentText = Type.Object({ ...Delivery.properties, subject: textOrNull, body: textOrNull, recipients: wholes })
/** What became of an event of an audit; and the event as the rule has it, before its placeholders were rendered. */
export const AuditDelivery = Type.Object({
  audit_id: whole,
  event_id: whole,
  ...Delivery.properties,
  rule: Type.Object({ subject: textOrNull, body: text, recipients: wholes }),
})
