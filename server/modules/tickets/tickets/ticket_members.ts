/**
 * THE MEMBERS OF A TICKET: one entry for each, in the order in which answers have them; those that answers do not have come last. What the
 * keys mean is in define_members.ts. From this table follow the types of row.ts, the columns of statements, new tickets, requests and answers,
 * audits, webhook events, what rules can change, and what remains of a ticket that is deleted for good.
 * Not here: rules about a member (write/), what rules read (server/rules/facts.ts), the columns of views with names of their own
 * (business_rules/views/columns.ts), how a member is searched for (search_and_export/search/ticket_store.ts).
 * @source docs/reference/tickets.md §1.1
 */
import Type from 'typebox'
import type { Via as TicketVia } from '#core/context.ts'
import { flag, text, textOrNull, texts, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { Hash, Id, Ids, Key, Line, Moment, ShortAddress, Tags, Text, Whole, Words } from '#http/shape.ts'
import type { Status } from '#rules/facts.ts'
import type { FieldValue } from '#modules/custom_data/custom_fields/types.ts'
import type { BusinessSeconds, Clocks } from '../ticket_metrics/metric_clocks.ts'
import type { TicketSla } from '../ticket_metrics/targets.ts'
import {
  BIGINT,
  BIGINTS,
  BOOLEAN,
  defineMembers,
  INTEGER,
  jsonColumn,
  SMALLINT,
  TEXT,
  TEXTS,
  TIMESTAMP,
  wordColumn,
} from './define_members.ts'
import { FieldValueInput, FieldValueList, SatisfactionRating, Via } from './value_schema.ts'

/** What a ticket keeps of how its requester rates the work. */
export interface TicketRating {
  readonly id: number
  readonly score: string
  readonly comment: string | null
  readonly reason: string | null
  readonly reason_id: number | null
}

export const TICKET_MEMBERS = defineMembers({
  url: { answer: text },
  id: { answer: whole },
  external_id: {
    column: TEXT,
    blank: null,
    answer: textOrNull,
    input: Key,
    as_sent: true,
    audit: { place: 14 },
    event: 'external_id_changed',
    scrubbed: true,
  },
  via: { column: jsonColumn<TicketVia>(), answer: Via, input: Hash },
  created_at: { column: TIMESTAMP, answer: text },
  updated_at: { column: TIMESTAMP, answer: text },
  generated_timestamp: { answer: whole },
  type: {
    column: TEXT,
    blank: null,
    answer: textOrNull,
    input: Text,
    audit: { place: 4, always: true },
    ruled: true,
    event: 'ticket_type_changed',
  },
  subject: { column: TEXT, blank: null, answer: textOrNull, input: Line, audit: { place: 1, always: true }, event: 'subject_changed' },
  raw_subject: { answer: textOrNull },
  description: { column: TEXT, blank: '', answer: text, input: Text, event: 'description_changed' },
  priority: {
    column: TEXT,
    blank: null,
    answer: textOrNull,
    input: Text,
    audit: { place: 3, always: true },
    ruled: true,
    event: 'priority_changed',
  },
  status: {
    column: wordColumn<Status>(),
    blank: 'new',
    answer: text,
    input: Text,
    audit: { place: 5, always: true },
    ruled: true,
    event: 'status_changed',
  },
  recipient: { column: TEXT, blank: null, answer: textOrNull, input: ShortAddress, as_sent: true, audit: { place: 15 }, scrubbed: true },
  requester_id: { column: BIGINT, answer: whole, input: Id, audit: { place: 2, always: true }, event: 'requester_changed' },
  submitter_id: { column: BIGINT, answer: whole, input: Id, event: 'submitter_changed' },
  assignee_id: {
    column: BIGINT,
    blank: null,
    answer: wholeOrNull,
    input: Id,
    audit: { place: 11 },
    ruled: true,
    event: 'agent_assignment_changed',
  },
  organization_id: {
    column: BIGINT,
    blank: null,
    answer: wholeOrNull,
    input: Id,
    audit: { place: 6, always: true },
    event: 'organization_changed',
  },
  group_id: {
    column: BIGINT,
    blank: null,
    answer: wholeOrNull,
    input: Id,
    as_sent: true,
    audit: { place: 10 },
    ruled: true,
    event: 'group_assignment_changed',
  },
  collaborator_ids: { answer: wholes },
  follower_ids: { column: BIGINTS, blank: [], answer: wholes, event: 'followers_changed', scrubbed: true },
  email_cc_ids: { column: BIGINTS, blank: [], answer: wholes, event: 'email_ccs_changed', scrubbed: true },
  forum_topic_id: { answer: Type.Null() },
  problem_id: {
    column: BIGINT,
    blank: null,
    answer: wholeOrNull,
    input: Id,
    as_sent: true,
    audit: { place: 12 },
    ruled: true,
    event: 'problem_link_changed',
    scrubbed: true,
  },
  has_incidents: { column: BOOLEAN, blank: false, answer: flag },
  is_public: { column: BOOLEAN, answer: flag },
  due_at: { column: TIMESTAMP, blank: null, answer: textOrNull, input: Moment, audit: { place: 13 }, event: 'task_due_at_changed' },
  tags: { column: TEXTS, blank: [], answer: texts, input: Tags, ruled: true, scrubbed: true },
  custom_fields: {
    column: jsonColumn<Readonly<Record<string, FieldValue>>>(),
    blank: {},
    answer: FieldValueList,
    input: FieldValueInput,
    ruled: true,
    scrubbed: true,
  },
  satisfaction_rating: { column: jsonColumn<TicketRating>(), blank: null, answer: SatisfactionRating, scrubbed: true },
  sharing_agreement_ids: { column: BIGINTS, blank: [], answer: wholes, input: Ids, as_sent: true },
  custom_status_id: {
    column: BIGINT,
    answer: whole,
    input: Id,
    audit: { place: 9, always: true },
    ruled: true,
    event: 'custom_status_changed',
  },
  fields: { answer: FieldValueList },
  followup_ids: { column: BIGINTS, blank: [], answer: wholes },
  ticket_form_id: { column: BIGINT, answer: whole, input: Id, audit: { place: 8, always: true }, ruled: true, event: 'form_changed' },
  brand_id: { column: BIGINT, answer: whole, input: Id, audit: { place: 7, always: true }, ruled: true, event: 'brand_changed' },
  allow_channelback: { answer: flag },
  allow_attachments: { answer: flag },
  from_messaging_channel: { answer: flag },
  encoded_id: { answer: text },
  satisfaction_probability: { answer: Type.Null() },
  support_type: { answer: text },

  // what answers do not have
  via_id: { column: SMALLINT, input: Whole },
  /** The skills that the ticket requires; some may have been deleted since. */
  attribute_value_ids: { column: TEXTS, blank: [], input: Words },
  /** Whether the first comment was public, for later ones to inherit; null in old rows: then `is_public` applies. */
  comments_public: { column: BOOLEAN, blank: null },
  comment_count: { column: INTEGER, blank: 0, listed: true, scrubbed: true },
  generated_at: { column: TIMESTAMP, listed: true },
  status_updated_at: { column: TIMESTAMP, listed: true },
  requester_updated_at: { column: TIMESTAMP, listed: true },
  assignee_updated_at: { column: TIMESTAMP, blank: null, listed: true },
  latest_comment_added_at: { column: TIMESTAMP, blank: null, listed: true },
  initially_assigned_at: { column: TIMESTAMP, blank: null, listed: true },
  assigned_at: { column: TIMESTAMP, blank: null, listed: true },
  new_at: { column: TIMESTAMP, blank: null },
  open_at: { column: TIMESTAMP, blank: null },
  pending_at: { column: TIMESTAMP, blank: null },
  hold_at: { column: TIMESTAMP, blank: null },
  solved_at: { column: TIMESTAMP, blank: null, listed: true },
  closed_at: { column: TIMESTAMP, blank: null },
  /** Excluded from the list of all tickets since then. */
  archived_at: { column: TIMESTAMP, blank: null, listed: true },

  // what is measured: see write/metrics.ts and write/sla.ts
  group_stations: { column: INTEGER, blank: 0 },
  assignee_stations: { column: INTEGER, blank: 0 },
  reopens: { column: INTEGER, blank: 0 },
  /** Public comments of staff after the first one. */
  replies: { column: INTEGER, blank: 0 },
  first_replied_at: { column: TIMESTAMP, blank: null },
  first_solved_at: { column: TIMESTAMP, blank: null },
  requester_wait_seconds: { column: INTEGER, blank: null },
  agent_wait_seconds: { column: INTEGER, blank: null },
  on_hold_seconds: { column: INTEGER, blank: 0 },
  /** Null where it has not been counted yet: then calendar time is shown. */
  business_seconds: { column: jsonColumn<BusinessSeconds>(), blank: {} },
  custom_status_updated_at: { column: TIMESTAMP, blank: null },
  metric_clocks: { column: jsonColumn<Clocks>(), blank: {} },
  /** The targets that policies set it; null without any. */
  sla: { column: jsonColumn<TicketSla>(), blank: null },
  /** The first moment at which a running target is or was passed. */
  sla_next_breach_at: { column: TIMESTAMP, blank: null },
  /** The same among those whose breach is not recorded. */
  sla_breach_due_at: { column: TIMESTAMP, blank: null },
})
