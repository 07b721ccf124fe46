/**
 * A write of a ticket, as the stages hand it on: draft → derive → rules → validate → events → save. Each stage takes one and gives one back;
 * create.ts and change.ts put them in a row. @source docs/reference/tickets.md §3
 */
import type { Role } from '../../../../context.ts'
import type { TicketRow, TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'
import type { NewAudit, NewComment } from '../store.ts'
import type { Loaded } from './load.ts'

/** How a write differs from what a client asks for. */
export interface WriteOptions {
  /** It follows from something else: no permission is asked, and nothing is required to solve or close. */
  readonly follows?: true
  /** It is an end user's request, whose permission was checked before. */
  readonly requested?: true
  /** The requester says that it is solved: their comment does not open it again. */
  readonly solved?: boolean
  /** How the requester rates the work on the ticket. */
  readonly rating?: TicketState['satisfaction_rating']
  /** The number a new ticket was promised. */
  readonly number?: number
  /** An import: when the ticket was made. What is made or changed beside it has the time of the call. */
  readonly made_at?: Date
  /** Replaces measuring, for an import: sets the dates of a new ticket. */
  readonly finish?: (ticket: TicketState) => TicketState
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
  /** The comment of this write, without its id until the audit is made; null when there is none. */
  readonly comment: NewComment | null
  /** The ticket as it would be saved. */
  readonly after: TicketState
}

/** A write with its audit, ready to be saved. */
export interface AuditedWrite extends TicketWrite {
  readonly audit: NewAudit
}
