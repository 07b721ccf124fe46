import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { csrfToken } from './session.ts'

/** `kept`: there is no mail server, so it stays in the outbox. */
export type MailState = 'queued' | 'sent' | 'failed' | 'kept'

/** An outgoing mail. */
export interface Mail {
  id: number
  user_id: number | null
  topic: string
  to: string
  subject: string
  body: string
  /** Something is left out of the body that proves something by itself. */
  hides_link: boolean
  state: MailState
  attempts: number
  error: string | null
  created_at: string
  sent_at: string | null
}

interface MailList {
  mails: Mail[]
  count: number
  has_mail_server: boolean
}

export const MAILS_PER_PAGE = 50
const all = ['mails'] as const

/** One page of the outbox, the newest first; pages count from 1. */
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

/** One mail; looked at again while it is on its way. */
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

/** Shows a mail with the link in it: for who brings it to its reader, where no mail server does. */
export function useRevealMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) =>
      (await request<{ mail: Mail }>(endpoints.reveal_mail(id), { method: 'POST', csrf_token: await csrfToken(queryClient) })).mail,
  })
}
