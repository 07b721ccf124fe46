// What a telephone system asks the agent to open.

import { queryOptions } from '@tanstack/react-query'
import { query } from '#contract/client.ts'
import type { Answer } from '#contract/operation.ts'

/** The ticket or user that the agent is asked to open; null for nothing. */
export type Display = Answer<'GET /api/v2/deskhand/display'>['display']

/** An agent is asked for a minute; only the window that they look at asks the server. */
const OFTEN_MS = 5_000
/** As long as no telephone system has asked the agent for a day. */
const RARELY_MS = 30_000

/** The ticket or user that the agent is asked to open; null for nothing. */
export const displayQuery = queryOptions({
  ...query('GET /api/v2/deskhand/display'),
  select: ({ display }) => display,
  refetchInterval: ({ state }) => (state.data?.is_in_use === true ? OFTEN_MS : RARELY_MS),
})
