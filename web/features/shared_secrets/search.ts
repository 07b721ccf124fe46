import type { Box } from './queries.ts'
import { parsePage } from '#kit/table/search.ts'

/** The search parameters of the list of secrets. Defaults: "received", page 1. */
export interface SecretSearch {
  box?: Extract<Box, 'sent'>
  page?: number
}

/** Parses the search parameters; invalid ones are left out. */
export function parseSecretSearch(search: Record<string, unknown>): SecretSearch {
  const { box } = search
  return { ...(box === 'sent' ? { box } : {}), ...parsePage(search) }
}
