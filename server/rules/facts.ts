/** The data that rules read: plain data, loaded before rules are evaluated. Rules never load anything. */
import type { Timestamp } from '#lib/clock.ts'

/** The statuses of tickets, lowest first. */
export const STATUSES = ['new', 'open', 'pending', 'hold', 'solved', 'closed'] as const
export type Status = (typeof STATUSES)[number]

export type CustomValue = string | number | boolean | readonly string[] | null

/** A rating of a ticket. `score` is `offered`, `good` or `bad`; a ticket without a rating is `unoffered`. */
export interface SatisfactionFacts {
  readonly score: string
  /** An id of the table of reasons; only of bad ratings. */
  readonly reason_id?: number | null
  readonly comment?: string | null
}

const typed = <Value>(value: Value): Value => value
const noText = typed<string | null>(null)
const noId = typed<number | null>(null)
const never = typed<Timestamp | null>(null)

/**
 * The members of a ticket that rules read, as they are in an empty one: no id in it is one that a rule can refer to. They have the names of the
 * columns of `tickets`; what else is true of a member is in modules/tickets/tickets/ticket_members.ts, whose types the compiler compares with these.
 */
const blank = {
  id: 0,
  status: typed<Status>('new'),
  custom_status_id: 0,
  type: noText,
  priority: noText,
  requester_id: -1,
  submitter_id: -1,
  assignee_id: noId,
  group_id: noId,
  organization_id: noId,
  brand_id: 0,
  ticket_form_id: 0,
  problem_id: noId,
  tags: typed<readonly string[]>([]),
  via_id: 0,
  recipient: noText,
  is_public: true,
  subject: noText,
  description: '',
  due_at: never,
  created_at: '',
  updated_at: '',
  status_updated_at: '',
  requester_updated_at: '',
  assignee_updated_at: never,
  assigned_at: never,
  // when the ticket last entered that status; null if it never did
  new_at: never,
  open_at: never,
  pending_at: never,
  hold_at: never,
  solved_at: never,
  closed_at: never,
  reopens: 0,
  /** How many public comments of agents the ticket has. */
  replies: 0,
  assignee_stations: 0,
  group_stations: 0,
  satisfaction_rating: typed<SatisfactionFacts | null>(null),
  sharing_agreement_ids: typed<readonly number[]>([]),
  email_cc_ids: typed<readonly number[]>([]),
  /** When the next target of its SLA policy is missed; null without one. */
  sla_next_breach_at: never,
  /** Ticket field id → stored value. A field without a value may be absent. */
  custom_fields: typed<Readonly<Record<string, CustomValue>>>({}),
}

/** A ticket as rules see it. */
export interface TicketFacts extends Readonly<typeof blank> {}

/** An empty ticket. */
export const BLANK_TICKET: TicketFacts = blank

export type Role = 'end-user' | 'agent' | 'admin'

/** A requester as rules see them. */
export interface PersonFacts {
  readonly role: Role
  /** An id of the table of locales. */
  readonly locale_id: number
  readonly time_zone: string
  /** The column of stored values: the key that a field's values are stored under → value. */
  readonly custom_fields: Readonly<Record<string, CustomValue>>
}

/** An organization as rules see it. */
export interface OrganizationFacts {
  readonly custom_fields: Readonly<Record<string, CustomValue>>
}

/** Where the current moment lies in the schedules of the account. */
export interface ScheduleFacts {
  /** Whether it is in the hours of the ticket's schedule. */
  readonly in_business_hours: boolean
  readonly on_holiday: boolean
  /** The ticket's schedule. */
  readonly schedule_id: number | null
  /** The schedules in whose hours it is. */
  readonly within: ReadonlySet<number>
  /** The schedules that have a holiday. Runs that were stored before it was noted lack it. */
  readonly on_holiday_in?: readonly number[]
}

/** Facts of other records than the ticket. A member is loaded only if a rule needs it: see `needsOf`. */
export interface RelatedFacts {
  readonly requester?: PersonFacts
  /** Null for a ticket without an organization. */
  readonly organization?: OrganizationFacts | null
  /** How many incidents the problem has. */
  readonly incidents?: number
  readonly schedules?: ScheduleFacts
}

/** The comment of an update. */
export interface CommentFacts {
  readonly text: string
  readonly public: boolean
  readonly requester_can_see: boolean
  readonly has_attachments?: boolean
}

/** What rules know of the update that runs them. */
export interface UpdateFacts {
  /** The ticket before the update; null for a new one. */
  readonly before: TicketFacts | null
  readonly comment: CommentFacts | null
  /** The channel of this update. */
  readonly via_id: number
  readonly updater_id: number
  readonly updater_role: Role
}

/** Counts business hours from now. Both directions are monotone, so that hours compare as a moment does, in memory and in SQL. */
export interface BusinessClock {
  /** The latest moment with at least `milliseconds` of business hours between it and `now`. */
  before(now: Date, milliseconds: number): Date
  /** The earliest moment with at least `milliseconds` of business hours between `now` and it. */
  after(now: Date, milliseconds: number): Date
}

/** The context in which a rule is evaluated, besides the ticket. */
export interface RuleContext {
  /** For the automation sweep the scheduled time of the hourly run, so that a late start does not change the count of hours. */
  readonly now: Date
  /** The account's time zone, by its IANA name: whose days conditions and actions on dates mean. */
  readonly time_zone: string
  /** The id behind `current_user`: the caller of a view, the author of an update; null in automations. */
  readonly current_user_id: number | null
  /** The groups behind `current_groups`: those of the caller of a view. */
  readonly current_group_ids?: readonly number[]
  /** The form behind `default_ticket_form`; without it that action changes nothing. */
  readonly default_ticket_form_id?: number
  /** Absent in automations and views. */
  readonly update?: UpdateFacts
  /** Absent where rules are evaluated in SQL. */
  readonly related?: RelatedFacts
  /** The hours of the account's schedule; without it all hours are business hours. */
  readonly business_clock?: BusinessClock
}

/** The same where conditions become SQL. */
export interface SearchContext extends RuleContext {
  /** The account of the tickets: a sub-select on another table names it, too. */
  readonly account_id: number
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

/** An option of a custom field. `value` is what records store. */
export interface CustomOption {
  readonly id: number
  readonly value: string
  readonly name?: string
}

/**
 * The properties of a custom field that rules need. `title` and the names of options are those of definitions. A `dropdown` of users or
 * organizations is a `tagger` here.
 */
export interface CustomField {
  readonly type: CustomFieldType
  /** The options of a tagger or multiselect; empty for other types. */
  readonly options: readonly CustomOption[]
  readonly title?: string
  /** The key in {@link PersonFacts} and {@link OrganizationFacts} if that is not the field's own. */
  readonly stored_as?: string | null
  /** Of a lookup in rules on records: the type of record it refers to. */
  readonly target?: string | null
}

/** Ticket field id (as text), or key of a field of users or organizations → the field. */
export type CustomFieldTypes = ReadonlyMap<string, CustomField>

/** A custom object, for rules on its records. */
export interface RecordType {
  readonly key: string
  /** Its active fields, the standard ones too. */
  readonly fields: CustomFieldTypes
  /** Those that rules can set. */
  readonly settable: CustomFieldTypes
}

/** The custom fields of an account that rules can name. */
export interface RuleCatalogue {
  readonly ticket: CustomFieldTypes
  readonly user: CustomFieldTypes
  readonly organization: CustomFieldTypes
  /** For rules on the records of a custom object, which name nothing of tickets. */
  readonly record?: RecordType
}

/** The custom fields that rules can name; those of tickets alone where no others can be named. */
export type Fields = RuleCatalogue | CustomFieldTypes

const NONE: CustomFieldTypes = new Map()

/** What rules on the records of a custom object can name. */
export function recordCatalogue(record: RecordType): RuleCatalogue {
  return { ticket: NONE, user: NONE, organization: NONE, record }
}

/** The catalogue with only the custom fields of tickets, or the one given. */
export function catalogueOf(fields: Fields): RuleCatalogue {
  return 'ticket' in fields ? fields : { ticket: fields, user: NONE, organization: NONE }
}
