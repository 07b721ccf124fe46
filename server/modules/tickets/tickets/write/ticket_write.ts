/**
 * A write of a ticket as the stages pass it on: draft → the stages of stages.ts → save. Each stage takes a write and returns one
 * that says more. @source docs/reference/tickets.md §3
 */
import type { Role } from '#core/context.ts'
import type { EventDraft } from '#modules/common/webhook_events/publish.ts'
import type { NewActivity } from '#modules/people/activities/activities.ts'
import type { RuleContext } from '#rules/facts.ts'
import type { Firing } from '#rules/pass.ts'
import type { TicketRow, TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'
import type { NewAudit, NewComment } from '../store.ts'
import type { Loaded } from './load.ts'
import type { StoredAutomation } from './rule_run.ts'

/** How a write differs from one that a client requests. */
export interface WriteOptions {
  /** True for a write caused by another write: no permission is checked, and no fields are required to solve or close. */
  readonly follows?: true
  /** No rules run: a rule causes it. */
  readonly without_rules?: true
  /** It is a request of an end user, whose permission was checked before. */
  readonly requested?: true
  /** The requester marks the request as solved: their comment does not reopen it. */
  readonly solved?: boolean
  /** The rating that the requester gives. */
  readonly rating?: TicketState['satisfaction_rating']
  /** The number reserved for a new ticket. */
  readonly number?: number
  /** For an import: when the ticket was created. Other records created or changed by the import get the time of the request. */
  readonly made_at?: Date
  /** For an import: sets the dates of a new ticket, instead of measuring. */
  readonly finish?: (ticket: TicketState) => TicketState
}

/** What the triggers did in a write. */
export interface RulesRun {
  /** The ticket before the rules: what the caller requested, and what followed from it. */
  readonly derived: TicketState
  readonly firings: readonly Firing[]
  /** What the rules knew besides the ticket; the trace of the write is made from it. */
  readonly known: Omit<RuleContext, 'now'>
  /** The set of active triggers, and those of it that name what is gone. */
  readonly set_id: string
  readonly skipped: readonly number[]
}

/** The automation that makes a write, with what is stored of it. */
export interface AutomationFiring extends Firing {
  readonly explanation: StoredAutomation
}

/** The state of a write between two stages. */
export interface TicketWrite {
  /** The ticket as it was read; null for a new one. */
  readonly before: TicketRow | null
  readonly input: TicketInput
  readonly options: WriteOptions
  readonly loaded: Loaded
  /** The role of the comment's author. */
  readonly author_role: Role
  /** The comment of this write, without its id until the audit is built; null if there is none. */
  readonly comment: NewComment | null
  /** The ticket as it would be saved. */
  readonly after: TicketState
  /** The automation that makes this write. */
  readonly by?: AutomationFiring
  /** Absent until the stage of the rules, and where the account has none. */
  readonly rules?: RulesRun
}

/** A write with its audit. */
export interface AuditedWrite extends TicketWrite {
  readonly audit: NewAudit
}

/** A skill that a write gives to its ticket or takes from it. */
export interface TicketSkillChange {
  readonly type: 'associate_ticket' | 'unassociate_ticket'
  readonly skill_id: string
}

/** A write that is ready to be saved, with what it causes beside its ticket. */
export interface CompleteWrite extends AuditedWrite {
  /** True for a change that comes to nothing, and is not saved. */
  readonly is_empty: boolean
  readonly skill_changes: readonly TicketSkillChange[]
  readonly activities: readonly NewActivity[]
  /** Those that some webhook of the account wants. */
  readonly webhook_events: readonly EventDraft[]
}
