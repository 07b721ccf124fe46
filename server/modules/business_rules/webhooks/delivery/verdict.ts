/** What an outcome means: whether the call is done, and when it is tried again. Pure. @source docs/reference/webhooks.md §4 */
import type { Outcome } from './send.ts'

/** The result of an attempt. `retry_seconds`: the pause before the next one; null when there is none. */
export interface Verdict {
  readonly status: 'success' | 'failed' | 'terminated'
  readonly retry_seconds: number | null
}

const CONFLICT_RETRIES = 3
const RETRIES = 5
/** A receiver that asks for a longer pause than this is not called again. */
const MAX_PAUSE = 60
/** The pause after the first attempt; each following one is twice as long. */
const FIRST_PAUSE = 1

const DONE: Verdict = { status: 'success', retry_seconds: null }
const GIVEN_UP: Verdict = { status: 'failed', retry_seconds: null }
/** The receiver refuses the call itself: no later one like it can succeed. */
const REFUSED: Verdict = { status: 'terminated', retry_seconds: null }

/** What an outcome means after `tries` attempts that have ended before. `nowMs`: for a `Retry-After` that is a date. */
export function verdictOf(outcome: Outcome, tries: number, nowMs: number): Verdict {
  const retryAfter = (most: number, seconds: number): Verdict => (tries < most ? { status: 'failed', retry_seconds: seconds } : GIVEN_UP)
  const backOff = FIRST_PAUSE * 2 ** tries
  if (outcome.kind === 'refused') return GIVEN_UP
  if (outcome.kind !== 'answered') return retryAfter(RETRIES, backOff)
  const { status_code, retry_after } = outcome
  if (status_code >= 200 && status_code < 300) return DONE
  if (status_code === 409) return retryAfter(CONFLICT_RETRIES, backOff)
  if (status_code !== 429 && status_code !== 503) return status_code >= 400 && status_code < 500 ? REFUSED : GIVEN_UP
  const pause = pauseOf(retry_after, nowMs)
  return pause === null || pause >= MAX_PAUSE ? GIVEN_UP : retryAfter(RETRIES, pause)
}

/** The seconds of a `Retry-After` header; null where there is none that can be read. @source RFC 9110 §10.2.3 */
function pauseOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header)
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - nowMs) / 1000))
}
