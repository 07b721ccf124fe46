// Calls that the API allows a person a few times a minute: the query waits, and asks again.

import { ApiError } from '#contract/errors.ts'

/** A person may ask five times a minute; the next time is free after this. */
const AGAIN_MS = 13_000
const MAX_TRIES = 5

/** True if the API refused a call because there were too many. */
export function isTooOften(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429
}

/** Options of a query that waits when it was asked too often. */
export const waitsForItsTurn = {
  retry: (failures: number, error: Error) => failures < MAX_TRIES && isTooOften(error),
  retryDelay: AGAIN_MS,
}
