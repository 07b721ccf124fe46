import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Content, Row } from '#contract/operation.ts'

/** A one-time secret, without its value. */
export type SharedSecret = Row<'GET /api/v2/shared_secrets', 'shared_secrets'>
export type SharedSecretState = SharedSecret['state']
/** The answer to sending alone holds the link. */
export type SentSecret = Answer<'POST /api/v2/shared_secrets'>['shared_secret']
/** The answer to opening alone holds the value. */
export type OpenedSecret = Answer<'POST /api/v2/shared_secrets/open'>

export interface NewSecret {
  /** Null until a reader is chosen. */
  reader_id: number | null
  label: string
  value: string
  passphrase: string
}

export type Box = 'received' | 'sent'

export const SECRETS_PER_PAGE = 50
const invalidateSecrets = () => invalidateBelow('GET /api/v2/shared_secrets')

/** One page of received or sent secrets, newest first; pages count from 1. */
export const sharedSecretsQuery = (box: Box, page: number) =>
  queryOptions({
    ...query('GET /api/v2/shared_secrets', { query: { 'filter[box]': box, page, per_page: SECRETS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

/** One secret, for its sender and its reader. */
export const sharedSecretQuery = (id: number) =>
  queryOptions({ ...query('GET /api/v2/shared_secrets/:id', { params: { id } }), select: ({ shared_secret }) => shared_secret })

/**
 * Opens a secret: by a link, or by a row of the list. The response contains the value and is dropped from the cache as soon as the page that
 * shows it unmounts.
 */
export function useOpenSecret() {
  return useMutation({
    gcTime: 0,
    mutationFn: (open: Content<'POST /api/v2/shared_secrets/open', 'open'>) => call('POST /api/v2/shared_secrets/open', { body: { open } }),
    onSettled: invalidateSecrets,
  })
}

/** Sends a secret. The response contains its link and is dropped from the cache as soon as the page that shows it unmounts. */
export function useSendSecret() {
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ reader_id, label, value, passphrase }: NewSecret) => {
      const shared_secret = { reader_id, label, value, ...(passphrase === '' ? {} : { passphrase }) }
      return (await call('POST /api/v2/shared_secrets', { body: { shared_secret } })).shared_secret
    },
    onSuccess: invalidateSecrets,
  })
}

/** Withdraws a secret before it is read. */
export function useWithdrawSecret() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/v2/shared_secrets/:id', { params: { id } }),
    onSettled: invalidateSecrets,
  })
}
