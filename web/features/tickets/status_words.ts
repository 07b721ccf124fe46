// The status of a ticket in words. Pure.

import type { CustomStatus, Ticket } from './queries.ts'
import { capitalize } from '#kit/words.ts'

/** A priority or a type in words: "Urgent"; "–" for none. */
export function describeChoice(word: string | null): string {
  return word === null ? '–' : capitalize(word)
}

/** Its custom status, or the status itself. */
export function describeStatus({ status, custom_status_id }: Ticket, customStatuses: readonly CustomStatus[]): string {
  return customStatuses.find(({ id }) => id === custom_status_id)?.agent_label ?? capitalize(status)
}
