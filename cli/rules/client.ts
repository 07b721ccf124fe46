/** Calls the API of a server for the commands on rules. */
import { request } from 'undici'
import { AccountError } from '#accounts/create.ts'
import { isObject, parseOwn } from '#lib/json.ts'

/** An answer of the API. */
export interface ApiAnswer<Body = unknown> {
  readonly status: number
  readonly body: Body
}

/** Calls the API; `as`: the user who acts, by their address, where it is not the owner of the token. */
export interface ApiClient {
  call<Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent?: unknown, as?: string): Promise<ApiAnswer<Body>>
}

/** How the client of a server identifies itself. */
interface ClientOptions {
  readonly host?: string
  readonly authorization: (as?: string) => string
}

/** The header of an API token. */
export function tokenHeader(email: string, token: string): string {
  return `Basic ${Buffer.from(`${email}/token:${token}`).toString('base64')}`
}

/** A client of the server at `url`. Its calls fail with an AccountError when nobody answers there. */
export function apiClient(url: string, { host, authorization }: ClientOptions): ApiClient {
  return {
    async call<Body>(method: string, path: string, sent?: unknown, as?: string): Promise<ApiAnswer<Body>> {
      const headers = { authorization: authorization(as), 'content-type': 'application/json', ...(host === undefined ? {} : { host }) }
      const body = sent === undefined ? null : JSON.stringify(sent)
      const answer = await request(`${url}${path}`, { method, headers, body }).catch((error: unknown) => {
        throw new AccountError(`${url} does not answer: ${error instanceof Error ? error.message : String(error)}`)
      })
      const text = await answer.body.text()
      const isJson = String(answer.headers['content-type'] ?? '').includes('json')
      // what is not JSON is a refusal, and shown as it is
      return { status: answer.statusCode, body: parseOwn<Body>(isJson && text !== '' ? text : JSON.stringify(text)) }
    },
  }
}

/** A refusal as one line: the sentence of each detail, or what was answered. */
export function refusalText({ status, body }: ApiAnswer): string {
  const details = isObject(body) && isObject(body.details) ? Object.values(body.details).flat() : []
  const words = details.flatMap((detail) => (isObject(detail) && typeof detail.description === 'string' ? [detail.description] : []))
  return `${status}: ${words.length > 0 ? words.join('; ') : JSON.stringify(body).slice(0, 500)}`
}
