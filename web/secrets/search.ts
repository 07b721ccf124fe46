import type { Box } from '../api/shared_secrets.ts'
import { parsePage } from '../table/search.ts'

/** What the list of secrets shows, as it stands in the address of the page; what is not given is "received" and page 1. */
export interface SecretSearch {
  box?: Extract<Box, 'sent'>
  page?: number
}

/** Reads the address; anything that makes no sense is left out. */
export function parseSecretSearch(search: Record<string, unknown>): SecretSearch {
  const { box } = search
  return { ...(box === 'sent' ? { box } : {}), ...parsePage(search) }
}
