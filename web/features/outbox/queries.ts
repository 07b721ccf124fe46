import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Row } from '#contract/operation.ts'

/** An outgoing mail. */
export type Mail = Row<'GET /api/v2/deskhand/mails', 'mails'>
export type MailState = Mail['state']

export const MAILS_PER_PAGE = 50

/** One page of the outbox, newest first; pages count from 1. */
export const mailsQuery = (state: MailState | undefined, page: number) =>
  queryOptions({
    ...query('GET /api/v2/deskhand/mails', {
      query: { page, per_page: MAILS_PER_PAGE, ...(state === undefined ? {} : { 'filter[state]': state }) },
    }),
    placeholderData: keepPreviousData,
  })

const UNDER_WAY_MS = 3000

/** One mail; polled while it is queued. */
export const mailQuery = (id: number) =>
  queryOptions({
    ...query('GET /api/v2/deskhand/mails/:id', { params: { id } }),
    select: ({ mail }) => mail,
    refetchInterval: ({ state }) => (state.data?.mail.state === 'queued' ? UNDER_WAY_MS : false),
  })

/** Sends a mail again. */
export function useRedeliverMail() {
  return useMutation({
    mutationFn: (id: number) => call('POST /api/v2/deskhand/mails/:id/redeliver', { params: { id } }),
    onSuccess: () => invalidateBelow('GET /api/v2/deskhand/mails'),
  })
}

/** Returns a mail with its link, so that it can be delivered by hand where no mail server is configured. */
export function useRevealMail() {
  return useMutation({
    mutationFn: async (id: number) => (await call('POST /api/v2/deskhand/mails/:id/reveal', { params: { id } })).mail,
  })
}
