// The HTTP client of the dashboard: one function sends a request, one reads a whole list.
// Does not belong here: requests (a file per resource beside this one), URLs (paths.ts).

import { bodyOf } from './body.ts'
import { ApiError, errorFrom } from './errors.ts'
import type { Lists } from './lists.ts'
import type { Page } from './types.ts'

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a form with a file as it is. */
  body?: unknown
  /** `authenticity_token` of the signed-in user; every write authenticated by the session cookie needs it. */
  csrf_token?: string
  signal?: AbortSignal
}

/**
 * Sends one request with the session cookie and returns the parsed body (undefined for an empty one).
 * @throws ApiError when the response is not 2xx, or (status 0) when there is none.
 */
export async function request<Body>(path: string, options: RequestOptions = {}): Promise<Body> {
  const response = await send(path, options)
  if (!response.ok) throw await errorFrom(response)
  return bodyOf<Body>(response)
}

/**
 * As `request`, for results produced in the background: returns the `Location` header, where the result will be.
 * @throws ApiError as `request`.
 */
export async function requestLocation(path: string, options: RequestOptions): Promise<string> {
  const response = await send(path, options)
  if (!response.ok) throw await errorFrom(response)
  return response.headers.get('location') ?? ''
}

/**
 * Reads all pages of a list, 100 rows each, following the cursor.
 * @throws ApiError as `request`.
 */
export async function listAll<Key extends keyof Lists>(
  path: string,
  key: Key,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Lists[Key][]> {
  const rows: Lists[Key][] = []
  let cursor: string | null = null
  do {
    const search: URLSearchParams = new URLSearchParams({ 'page[size]': '100', ...query })
    if (cursor !== null) search.set('page[after]', cursor)
    const page = await request<Page & Record<Key, readonly Lists[Key][]>>(`${path}?${search}`, { signal })
    rows.push(...page[key])
    cursor = page.meta.has_more ? page.meta.after_cursor : null
  } while (cursor !== null)
  return rows
}

async function send(path: string, { method = 'GET', body, csrf_token, signal }: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const isForm = body instanceof FormData
  // the browser names the type of a form, with its boundary
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  if (csrf_token !== undefined) headers['X-CSRF-Token'] = csrf_token
  const init: RequestInit = { method, headers, credentials: 'same-origin' }
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body)
  if (signal !== undefined) init.signal = signal
  try {
    return await fetch(path, init)
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new ApiError(0, 'The server could not be reached. Check your connection and try again.')
  }
}
