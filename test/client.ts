/** A plain HTTP client for tests: what goes over the wire is what stands in the test. */

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

/** Makes a client that sends `standing` headers with every call. */
export function makeClient(base_url: string, standing: Record<string, string>): Client {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await fetch(base_url + path, { method, headers: { ...standing, ...json, ...headers }, redirect: 'manual', ...sent })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(response, text) }
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
export function isJson(type: string | null | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(type ?? '')
}

function parsed(response: Response, text: string): unknown {
  if (text === '') return undefined
  return isJson(response.headers.get('content-type')) ? JSON.parse(text) : text
}
