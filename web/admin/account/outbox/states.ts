import type { MailState } from '../../../api/mails.ts'
import { parsePage } from '../../../table/search.ts'
import type { Tone } from '../../../ui/StatusTag.tsx'

/** What the states of a mail are called, in the order of the filter. */
export const mailStates: Readonly<Record<MailState, { label: string; tone: Tone }>> = {
  queued: { label: 'Queued', tone: 'note' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'warning' },
  kept: { label: 'Kept', tone: 'off' },
}

/** What the outbox shows, as it stands in the address of the page; what is not given is all and page 1. */
export interface MailSearch {
  state?: MailState
  page?: number
}

/** Reads the address; anything that makes no sense is left out. */
export function parseMailSearch(search: Record<string, unknown>): MailSearch {
  const { state } = search
  const known = typeof state === 'string' && Object.hasOwn(mailStates, state)
  return { ...(known ? { state: state as MailState } : {}), ...parsePage(search) }
}
