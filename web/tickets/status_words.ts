// The status of a ticket in words. Pure.

import type { CustomStatus, Ticket } from '../api/tickets.ts'

/** "Open"; "–" for nothing. */
export function capitalize(word: string | null): string {
  return word === null ? '–' : word.charAt(0).toUpperCase() + word.slice(1)
}

/** Its custom status, or the status itself. */
export function statusOf({ status, custom_status_id }: Ticket, customStatuses: readonly CustomStatus[]): string {
  return customStatuses.find(({ id }) => id === custom_status_id)?.agent_label ?? capitalize(status)
}
