// What a telephone system asks the agent to open.

import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { Display } from './types.ts'

/** An agent is asked for a minute; only the window that they look at asks the server. */
const EVERY_MS = 5_000

/** The ticket or user that the agent is asked to open; null for nothing. */
export const displayQuery = queryOptions({
  queryKey: ['display'],
  queryFn: async ({ signal }) => (await request<{ display: Display }>(endpoints.display, { signal })).display,
  refetchInterval: EVERY_MS,
})
