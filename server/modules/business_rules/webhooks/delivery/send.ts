/** Sends one request, within limits of time and size. */
import type { Context } from '#core/context.ts'
import { OutboundRefused } from '#outbound/fetch.ts'
import { callsNobody } from '../addresses.ts'
import type { LoggedMessage, OutgoingRequest } from './request.ts'

/** @source docs/reference/webhooks.md §4 */
const LIMIT_MS = 12_000
/** How much of an answer is kept. In characters. */
const KEPT = 32_768

/** What became of a request. `refused`: the address may not be called; nothing was sent. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status_code: number; readonly answer: LoggedMessage; readonly retry_after: string | null }
  | { readonly kind: 'timeout' | 'unreachable' | 'refused'; readonly sentence: string }

/** Errors of undici whose meaning is that something took too long. */
const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])

/** What the failure of a request means. The words hold nothing of the request, which may have secrets. */
function failureOf(error: unknown): Outcome {
  if (error instanceof OutboundRefused) return { kind: 'refused', sentence: error.message }
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error
  const { name = '', code = '' } = (typeof cause === 'object' && cause !== null ? cause : {}) as { name?: string; code?: string }
  const isTimeout = name === 'TimeoutError' || TIMEOUTS.has(code)
  if (isTimeout) return { kind: 'timeout', sentence: 'The receiver did not answer in time' }
  return { kind: 'unreachable', sentence: `The receiver could not be reached${/^[A-Z_0-9]+$/.test(code) ? ` (${code})` : ''}` }
}

/**
 * Sends a request. Redirects are not followed: they would carry the credentials to another address. An answer longer than the outbound
 * client takes counts with its status, without its text. A call of nobody succeeds. `limitMs`: how long it may take.
 */
export async function sendRequest(ctx: Context, { url, method, headers, body }: OutgoingRequest, limitMs = LIMIT_MS): Promise<Outcome> {
  if (callsNobody(new URL(url))) return { kind: 'answered', status_code: 200, answer: { headers: [], payload: '' }, retry_after: null }
  try {
    const signal = AbortSignal.timeout(limitMs)
    const response = await ctx.services.outbound.fetch(url, { method, headers: { ...headers }, body, signal })
    // an answer that breaks off has still been given: its status counts
    const payload = await response.text().catch(() => '')
    return {
      kind: 'answered',
      status_code: response.status,
      retry_after: response.headers.get('retry-after'),
      answer: { headers: [...response.headers].map(([key, value]) => ({ key, value })), payload: toStorableText(payload) },
    }
  } catch (error) {
    return failureOf(error)
  }
}

/** What is kept of a text; PostgreSQL stores no NUL, and no half of a surrogate pair. */
function toStorableText(text: string): string {
  return text.slice(0, KEPT).replaceAll('\0', '').toWellFormed()
}
