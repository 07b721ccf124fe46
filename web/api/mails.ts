import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Counted, Mail, MailState } from './types.ts'

interface MailList extends Counted {
  mails: Mail[]
  has_mail_server: boolean
}

export const MAILS_PER_PAGE = 50
const all = ['mails'] as const

/** One page of the outbox, newest first; pages count from 1. */
export const mailsQuery = (state: MailState | undefined, page: number) =>
  queryOptions({
    queryKey: [...all, { state, page }],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), per_page: String(MAILS_PER_PAGE) })
      if (state !== undefined) query.set('filter[state]', state)
      return request<MailList>(`${endpoints.mails}?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

const UNDER_WAY_MS = 3000

/** One mail; polled while it is queued. */
export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: [...all, id],
    queryFn: async ({ signal }) => (await request<{ mail: Mail }>(endpoints.mail(id), { signal })).mail,
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? UNDER_WAY_MS : false),
  })

/** Sends a mail again. */
export function useRedeliverMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => request(endpoints.redeliver_mail(id), { method: 'POST', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: all }),
  })
}

/** Returns a mail with its link, so that it can be delivered by hand where no mail server is configured. */
export function useRevealMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) =>
      (await request<{ mail: Mail }>(endpoints.reveal_mail(id), { method: 'POST', csrf_token: await csrfToken(queryClient) })).mail,
  })
}
