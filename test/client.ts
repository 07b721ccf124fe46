/** A plain HTTP client for tests: what goes over the wire is what stands in the test. */
import type { IncomingHttpHeaders } from 'node:http'
import { rawRequest } from './raw_http.ts'
import { EXAMPLE, recordExchange } from './recording.ts'

/** Some calls do the work of a minute. */
const PATIENCE_MS = 300_000

/** An answer. `body` is the parsed JSON, or the text when it is none. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any // tests look into answers freely
}

/** Calls one server with one set of credentials. Paths begin with `/`; a body is sent as JSON. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** What programs send that name no headers of their own. */
const USUAL = { accept: '*/*', 'user-agent': 'node' }

/**
 * Makes a client that sends `standing` headers with every call, `host` among them where a test calls by another name. Not on fetch, which
 * lets nobody name a host and nearly doubles what a call costs.
 */
export function makeClient(base_url: string, standing: Record<string, string>): Client {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const { pathname, search } = new URL(base_url + path)
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const { status, ...answer } = await rawRequest(base_url, {
      method,
      path: pathname + search,
      headers: { ...USUAL, ...standing, ...json, ...headers },
      ...sent,
      patience_ms: PATIENCE_MS,
    })
    const answered = parsed(answer.headers['content-type'], answer.text)
    recordExchange({
      method,
      path: pathname + search,
      base_url,
      sent: body,
      sent_type: { ...json, ...headers }['content-type'],
      status,
      is_preferred: EXAMPLE in headers,
      is_warned: answer.headers['x-zendesk-api-warn'] !== undefined,
      answered,
      answered_type: answer.headers['content-type'],
    })
    return { status, headers: headersOf(answer.headers), body: answered }
  }
  return {
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
  }
}

/** True for one JSON value; not for lines of them. */
function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(type ?? '')
}

function parsed(type: string | undefined, text: string): unknown {
  if (text === '') return undefined
  return isJson(type) ? JSON.parse(text) : text
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(received)) for (const each of [value].flat()) headers.append(name, each)
  return headers
}
