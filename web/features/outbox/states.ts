import { isKeyOf } from '#lib/objects.ts'
import { parsePage } from '#kit/table/search.ts'
import type { Tone } from '#kit/StatusTag.tsx'
import type { MailState } from './queries.ts'

/** The labels and tones of the states of a mail, in the order of the filter. */
export const mailStates: Readonly<Record<MailState, { label: string; tone: Tone }>> = {
  queued: { label: 'Queued', tone: 'note' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'warning' },
  kept: { label: 'Kept', tone: 'off' },
}

/** The search parameters of the outbox. Defaults: all states, page 1. */
export interface MailSearch {
  state?: MailState
  page?: number
}

/** Parses the search parameters; invalid ones are left out. */
export function parseMailSearch(search: Record<string, unknown>): MailSearch {
  const { state } = search
  return { ...(isKeyOf(mailStates, state) ? { state } : {}), ...parsePage(search) }
}
