import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { csrfToken } from './session.ts'

export type SharedSecretState = 'waiting' | 'read' | 'expired' | 'withdrawn' | 'burnt'

/** A one-time secret, without its value. */
export interface SharedSecret {
  id: number
  label: string
  sender_id: number
  sender_name: string
  reader_id: number
  reader_name: string
  access_request_id: number | null
  api_token_id: number | null
  state: SharedSecretState
  has_passphrase: boolean
  created_at: string
  expires_at: string
  read_at: string | null
  read_ip_address: string | null
  reopened_at: string | null
}

/** Only the response that creates the secret contains the link. */
export interface SentSecret extends SharedSecret {
  link: string
}

/** Only the response that opens the secret contains the value. */
export interface OpenedSecret {
  shared_secret: SharedSecret
  value: string
}

/** The ways to open a secret: by its link, or from the list. */
export type Opening = ({ link: string } | { id: number }) & { passphrase?: string }

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
      return request<{ shared_secrets: SharedSecret[]; count: number }>(`${endpoints.shared_secrets}?${query}`, { signal })
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
      const shared_secret = { reader_id, label, value, ...(passphrase === '' ? {} : { passphrase }) }
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
