import type { Box } from '../api/shared_secrets.ts'

/** What the list of secrets shows, as it stands in the address of the page; what is not given is "received" and page 1. */
export interface SecretSearch {
  box?: Extract<Box, 'sent'>
  page?: number
}

/** Reads the address; anything that makes no sense is left out. */
export function parseSecretSearch({ box, page }: Record<string, unknown>): SecretSearch {
  return {
    ...(box === 'sent' ? { box } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}
