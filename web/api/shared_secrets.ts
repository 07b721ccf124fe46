import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Counted, OpenedSecret, Opening, SentSecret, SharedSecret, SharedSecretInput } from './types.ts'

export interface NewSecret {
  /** Null until a reader is chosen. */
  reader_id: number | null
  label: string
  value: string
  passphrase: string
}

export type Box = 'received' | 'sent'

export const SECRETS_PER_PAGE = 50
const all = ['shared_secrets'] as const

/** One page of received or sent secrets, newest first; pages count from 1. */
export const sharedSecretsQuery = (box: Box, page: number) =>
  queryOptions({
    queryKey: [...all, { box, page }],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ 'filter[box]': box, page: String(page), per_page: String(SECRETS_PER_PAGE) })
      return request<{ shared_secrets: SharedSecret[] } & Counted>(`${endpoints.shared_secrets}?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** One secret, for its sender and its reader. */
export const sharedSecretQuery = (id: number) =>
  queryOptions({
    queryKey: [...all, id],
    queryFn: async ({ signal }) => (await request<{ shared_secret: SharedSecret }>(endpoints.shared_secret(id), { signal })).shared_secret,
  })

/** Opens a secret. The response contains the value and is dropped from the cache as soon as the page that shows it unmounts. */
export function useOpenSecret() {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (opening: Opening) => {
      const options = { method: 'POST', body: { open: opening }, csrf_token: await csrfToken(queryClient) } as const
      return request<OpenedSecret>(endpoints.open_shared_secret, options)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: all }),
  })
}

/** Sends a secret. The response contains its link and is dropped from the cache as soon as the page that shows it unmounts. */
export function useSendSecret() {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ reader_id, label, value, passphrase }: NewSecret) => {
      const shared_secret: SharedSecretInput = { reader_id, label, value, ...(passphrase === '' ? {} : { passphrase }) }
      const options = { method: 'POST', body: { shared_secret }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ shared_secret: SentSecret }>(endpoints.shared_secrets, options)).shared_secret
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: all }),
  })
}

/** Withdraws a secret before it is read. */
export function useWithdrawSecret() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => request(endpoints.shared_secret(id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: all }),
  })
}
