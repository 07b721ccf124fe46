/** A ticket as it is stored: the row, its columns and their types, which follow from ticket_members.ts. */
import type { Timestamp } from '#lib/clock.ts'
import { fromKeys, keysOf } from '#lib/objects.ts'
import { type NamesWith, pluck, type ValueOf } from './define_members.ts'
import { TICKET_MEMBERS } from './ticket_members.ts'

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export const TYPES = ['question', 'incident', 'problem', 'task'] as const

type Members = typeof TICKET_MEMBERS

/** The members of a ticket that a write may change. */
export type TicketState = { readonly [Name in NamesWith<Members, 'column'>]: ValueOf<Name, Members[Name]> }

/** A stored ticket. `lock_version` is incremented by every write. */
export interface TicketRow extends TicketState {
  readonly id: number
  readonly lock_version: number
  readonly deleted_at: Timestamp | null
}

/** The members that are moments. */
type MomentName = {
  [Name in keyof TicketState]: Members[Name]['column'] extends { readonly type: 'timestamptz' } ? Name : never
}[keyof TicketState]

/** What a new ticket has before anything is applied, of what depends on nothing. */
export const BLANK_STATE = pluck(TICKET_MEMBERS, 'blank')

/** The members that are columns of views under their own names. */
export const VIEW_MEMBERS = pluck(TICKET_MEMBERS, 'view')

const columns = pluck(TICKET_MEMBERS, 'column')

/** The columns of {@link TicketState}, in the order statements list them. */
export const STATE_COLUMNS = keysOf(columns)
/** Their PostgreSQL types. */
export const COLUMN_TYPES = fromKeys(STATE_COLUMNS, (name) => columns[name].type)

/** True for the name of a member that is a moment. */
export function isMoment<Name extends keyof TicketState>(name: Name): name is Name & MomentName {
  return COLUMN_TYPES[name] === 'timestamptz'
}
