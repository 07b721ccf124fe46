/** The data that rules read: plain data, loaded before rules are evaluated. Rules never load anything. */
import type { Timestamp } from '../lib/clock.ts'

export type CustomValue = string | number | boolean | readonly string[] | null

/** A ticket as rules see it. Members have the names of the columns of `tickets`. */
export interface TicketFacts {
  readonly id: number
  readonly status: string
  readonly custom_status_id: number
  readonly type: string | null
  readonly priority: string | null
  readonly requester_id: number
  readonly submitter_id: number
  readonly assignee_id: number | null
  readonly group_id: number | null
  readonly organization_id: number | null
  readonly brand_id: number
  readonly ticket_form_id: number
  readonly problem_id: number | null
  readonly tags: readonly string[]
  readonly via_id: number
  readonly recipient: string | null
  readonly is_public: boolean
  readonly subject: string | null
  readonly description: string
  readonly due_at: Timestamp | null
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
  readonly status_updated_at: Timestamp
  readonly requester_updated_at: Timestamp
  readonly assignee_updated_at: Timestamp | null
  readonly assigned_at: Timestamp | null
  /** When the ticket last entered that status; null if it never did. */
  readonly new_at: Timestamp | null
  readonly open_at: Timestamp | null
  readonly pending_at: Timestamp | null
  readonly hold_at: Timestamp | null
  readonly solved_at: Timestamp | null
  readonly closed_at: Timestamp | null
  /** Ticket field id → stored value. A field without a value may be absent. */
  readonly custom_fields: Readonly<Record<string, CustomValue>>
}

/** An empty ticket. No id in it is one that a rule can refer to. */
export const BLANK_TICKET: TicketFacts = {
  id: 0,
  status: 'new',
  custom_status_id: 0,
  type: null,
  priority: null,
  requester_id: -1,
  submitter_id: -1,
  assignee_id: null,
  group_id: null,
  organization_id: null,
  brand_id: 0,
  ticket_form_id: 0,
  problem_id: null,
  tags: [],
  via_id: 0,
  recipient: null,
  is_public: true,
  subject: null,
  description: '',
  due_at: null,
  created_at: '',
  updated_at: '',
  status_updated_at: '',
  requester_updated_at: '',
  assignee_updated_at: null,
  assigned_at: null,
  new_at: null,
  open_at: null,
  pending_at: null,
  hold_at: null,
  solved_at: null,
  closed_at: null,
  custom_fields: {},
}

/** The context in which a rule is evaluated, besides the ticket. */
export interface RuleContext {
  /** For the automation sweep the scheduled time of the hourly run, so that a late start does not change the count of hours. */
  readonly now: Date
  /** The id behind `current_user`: the caller of a view, the author of an update; null in automations. */
  readonly current_user_id: number | null
}

export const CUSTOM_FIELD_TYPES = [
  'text',
  'textarea',
  'regexp',
  'partialcreditcard',
  'checkbox',
  'date',
  'integer',
  'decimal',
  'tagger',
  'multiselect',
  'lookup',
] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

/** The properties of a custom field that rules need. */
export interface CustomField {
  readonly type: CustomFieldType
  /** The options of a tagger or multiselect; empty for other types. `value` is what tickets store. */
  readonly options: readonly { readonly id: number; readonly value: string }[]
}

/** Ticket field id (as text) → the field. */
export type CustomFieldTypes = ReadonlyMap<string, CustomField>
