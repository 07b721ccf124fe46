// Sends one request of an operation.

import { type AddressInput, makeAddress, splitOperation } from './address.ts'
import { ApiError, errorFrom } from './errors.ts'
import type { Operation } from './operation.ts'

/** What is sent. */
export interface SentInput extends AddressInput {
  /** Sent as JSON; a form with a file as it is. */
  readonly body?: unknown
}

/** How it is sent. */
interface SendOptions {
  /** `authenticity_token` of the session. */
  readonly csrf_token: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Sends one request with the session cookie.
 * @throws ApiError when the response is not 2xx, or (status 0) when there is none.
 */
export async function sendRequest(operation: Operation, input: SentInput, { csrf_token, signal }: SendOptions): Promise<Response> {
  const { body } = input
  const headers: Record<string, string> = { Accept: 'application/json' }
  const isForm = body instanceof FormData
  // the browser names the type of a form, with its boundary
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  if (csrf_token !== undefined) headers['X-CSRF-Token'] = csrf_token
  const init: RequestInit = { method: splitOperation(operation).method, headers, credentials: 'same-origin' }
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body)
  if (signal !== undefined) init.signal = signal
  const response = await fetchOrExplain(makeAddress(operation, input), init)
  if (!response.ok) throw await errorFrom(response)
  return response
}

async function fetchOrExplain(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiError(0, 'The server could not be reached. Check your connection and try again.')
  }
}
