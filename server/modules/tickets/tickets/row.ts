/** A ticket as it is stored: the columns, their types, and the row. */
import type { Via } from '#core/context.ts'
import type { Timestamp } from '#lib/clock.ts'
import { keysOf } from '#lib/objects.ts'
import type { Status } from '#rules/facts.ts'
import type { FieldValue } from '#modules/custom_data/custom_fields/types.ts'
import type { BusinessSeconds, Clocks } from '../ticket_metrics/metric_clocks.ts'
import type { TicketSla } from '../ticket_metrics/targets.ts'

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export const TYPES = ['question', 'incident', 'problem', 'task'] as const

/** What a ticket keeps of how its requester rates the work. */
export interface TicketRating {
  readonly id: number
  readonly score: string
  readonly comment: string | null
  readonly reason: string | null
  readonly reason_id: number | null
}

/** The members of a ticket that a write may change. */
export interface TicketState {
  readonly external_id: string | null
  readonly via_id: number
  readonly via: Via
  readonly type: string | null
  readonly subject: string | null
  readonly description: string
  readonly priority: string | null
  readonly status: Status
  readonly custom_status_id: number
  readonly recipient: string | null
  readonly requester_id: number
  readonly submitter_id: number
  readonly assignee_id: number | null
  readonly organization_id: number | null
  readonly group_id: number | null
  readonly brand_id: number
  readonly ticket_form_id: number
  readonly problem_id: number | null
  readonly has_incidents: boolean
  readonly is_public: boolean
  readonly due_at: Timestamp | null
  readonly tags: readonly string[]
  readonly custom_fields: Readonly<Record<string, FieldValue>>
  readonly email_cc_ids: readonly number[]
  readonly follower_ids: readonly number[]
  readonly followup_ids: readonly number[]
  readonly sharing_agreement_ids: readonly number[]
  /** The skills that the ticket requires; some may have been deleted since. */
  readonly attribute_value_ids: readonly string[]
  readonly satisfaction_rating: TicketRating | null
  /** Whether the first comment was public, for later ones to inherit; null in old rows: then `is_public` applies. */
  readonly comments_public: boolean | null
  readonly comment_count: number
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
  readonly generated_at: Timestamp
  readonly status_updated_at: Timestamp
  readonly requester_updated_at: Timestamp
  readonly assignee_updated_at: Timestamp | null
  readonly latest_comment_added_at: Timestamp | null
  readonly initially_assigned_at: Timestamp | null
  readonly assigned_at: Timestamp | null
  readonly new_at: Timestamp | null
  readonly open_at: Timestamp | null
  readonly pending_at: Timestamp | null
  readonly hold_at: Timestamp | null
  readonly solved_at: Timestamp | null
  readonly closed_at: Timestamp | null
  /** Excluded from the list of all tickets since then. */
  readonly archived_at: Timestamp | null
  readonly group_stations: number
  readonly assignee_stations: number
  readonly reopens: number
  /** Public comments of staff after the first one. */
  readonly replies: number
  readonly first_replied_at: Timestamp | null
  readonly first_solved_at: Timestamp | null
  readonly requester_wait_seconds: number | null
  readonly agent_wait_seconds: number | null
  readonly on_hold_seconds: number | null
  /** Null where it has not been counted yet: then calendar time is shown. */
  readonly business_seconds: BusinessSeconds | null
  readonly custom_status_updated_at: Timestamp | null
  readonly metric_clocks: Clocks
  /** The targets that policies set it; null without any. */
  readonly sla: TicketSla | null
  /** The first moment at which a running target is or was passed. */
  readonly sla_next_breach_at: Timestamp | null
  /** The same among those whose breach is not recorded. */
  readonly sla_breach_due_at: Timestamp | null
}

/** A stored ticket. `lock_version` is incremented by every write. */
export interface TicketRow extends TicketState {
  readonly id: number
  readonly lock_version: number
  readonly deleted_at: Timestamp | null
}

/** The columns of {@link TicketState} with their PostgreSQL types, in the order statements list them. */
export const COLUMN_TYPES: Readonly<Record<keyof TicketState, string>> = {
  external_id: 'text',
  via_id: 'smallint',
  via: 'jsonb',
  type: 'text',
  subject: 'text',
  description: 'text',
  priority: 'text',
  status: 'text',
  custom_status_id: 'bigint',
  recipient: 'text',
  requester_id: 'bigint',
  submitter_id: 'bigint',
  assignee_id: 'bigint',
  organization_id: 'bigint',
  group_id: 'bigint',
  brand_id: 'bigint',
  ticket_form_id: 'bigint',
  problem_id: 'bigint',
  has_incidents: 'boolean',
  is_public: 'boolean',
  due_at: 'timestamptz',
  tags: 'text[]',
  custom_fields: 'jsonb',
  email_cc_ids: 'bigint[]',
  follower_ids: 'bigint[]',
  followup_ids: 'bigint[]',
  sharing_agreement_ids: 'bigint[]',
  attribute_value_ids: 'text[]',
  satisfaction_rating: 'jsonb',
  comments_public: 'boolean',
  comment_count: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  generated_at: 'timestamptz',
  status_updated_at: 'timestamptz',
  requester_updated_at: 'timestamptz',
  assignee_updated_at: 'timestamptz',
  latest_comment_added_at: 'timestamptz',
  initially_assigned_at: 'timestamptz',
  assigned_at: 'timestamptz',
  new_at: 'timestamptz',
  open_at: 'timestamptz',
  pending_at: 'timestamptz',
  hold_at: 'timestamptz',
  solved_at: 'timestamptz',
  closed_at: 'timestamptz',
  archived_at: 'timestamptz',
  group_stations: 'integer',
  assignee_stations: 'integer',
  reopens: 'integer',
  replies: 'integer',
  first_replied_at: 'timestamptz',
  first_solved_at: 'timestamptz',
  requester_wait_seconds: 'integer',
  agent_wait_seconds: 'integer',
  on_hold_seconds: 'integer',
  business_seconds: 'jsonb',
  custom_status_updated_at: 'timestamptz',
  metric_clocks: 'jsonb',
  sla: 'jsonb',
  sla_next_breach_at: 'timestamptz',
  sla_breach_due_at: 'timestamptz',
}

export const STATE_COLUMNS = keysOf(COLUMN_TYPES)
