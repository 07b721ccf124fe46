// The search parameters of the pages of tickets.

/** The search parameters of a ticket. Default: its comments. */
export interface TicketSearch {
  show?: 'updates'
}

/** Parses the search parameters; invalid ones are left out. */
export function parseTicketSearch({ show }: Record<string, unknown>): TicketSearch {
  return show === 'updates' ? { show } : {}
}

/** The triggers of a trace by what became of them, with the states of the API; `all`: each of them. */
export const TRACE_STATES = {
  fired: ['fired'],
  not_met: ['not_met'],
  not_indexed: ['not_indexed'],
  other: ['skipped', 'removed', 'unknown'],
  all: [],
} as const

/** The part of a trace that is shown. */
export type TracePart = keyof typeof TRACE_STATES

/** The search parameters of a trace. Default: the triggers that fired. */
export interface TraceSearch {
  show?: Exclude<TracePart, 'fired'>
}

/** Parses the search parameters; invalid ones are left out. */
export function parseTraceSearch({ show }: Record<string, unknown>): TraceSearch {
  return show === 'not_met' || show === 'not_indexed' || show === 'other' || show === 'all' ? { show } : {}
}
