/** A plain HTTP client for tests: it sends exactly what the test says. */
import type { IncomingHttpHeaders } from 'node:http'
import { rawRequest } from './raw_http.ts'
import { EXAMPLE, recordExchange } from './recording.ts'

/** Long, because some calls do a minute of work. */
const PATIENCE_MS = 300_000

/** A response. `body` is the parsed JSON, or the text if it is not JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any // tests access members of responses freely
}

/** Calls one server with one set of credentials. Paths begin with `/`; a body is sent as JSON. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Default headers, as programs send them. */
const USUAL = { accept: '*/*', 'user-agent': 'node' }

/**
 * Creates a client that sends the `standing` headers with every call, `host` among them where a test calls by another name. It does not use
 * fetch, which cannot set `host` and nearly doubles the cost of a call.
 */
export function makeClient(base_url: string, defaultHeaders: Record<string, string>): Client {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const { pathname, search } = new URL(base_url + path)
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const { status, ...answer } = await rawRequest(base_url, {
      method,
      path: pathname + search,
      headers: { ...USUAL, ...defaultHeaders, ...json, ...headers },
      ...sent,
      patience_ms: PATIENCE_MS,
    })
    const answered = parseBody(answer.headers['content-type'], answer.text)
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

/** True for a single JSON value; false for JSON lines. */
function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(type ?? '')
}

function parseBody(type: string | undefined, text: string): unknown {
  if (text === '') return undefined
  return isJson(type) ? JSON.parse(text) : text
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(received)) for (const each of [value].flat()) headers.append(name, each)
  return headers
}
