// What a telephone system asks the agent to open.

import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { AnsweredDisplay } from './types.ts'

/** An agent is asked for a minute; only the window that they look at asks the server. */
const OFTEN_MS = 5_000
/** As long as no telephone system has asked the agent for a day. */
const RARELY_MS = 30_000

/** The ticket or user that the agent is asked to open; null for nothing. */
export const displayQuery = queryOptions({
  queryKey: ['display'],
  queryFn: ({ signal }) => request<AnsweredDisplay>(endpoints.display, { signal }),
  select: ({ display }) => display,
  refetchInterval: ({ state }) => (state.data?.is_in_use === true ? OFTEN_MS : RARELY_MS),
})
