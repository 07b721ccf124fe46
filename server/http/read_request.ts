/** Reads what a request says by the shapes of its route. Not here: the shapes' own words (shape.ts), and the reading of values (read_input.ts). */
import { ensureDefined } from '#lib/defined.ts'
import { type Reading, readBody, readValue } from './read_input.ts'
import type { Sent } from './received.ts'
import type { Address, AnyRoute, ApiRequest, Query, RequestConditions, SentFile } from './route.ts'

/** What a handler receives of a request. */
interface ReadRequest {
  readonly params: Record<string, string | number>
  readonly query: unknown
  readonly body: unknown
  readonly address: Address
  readonly csrf: string | undefined
  readonly authorization: string | undefined
  readonly cookies: string | undefined
  readonly files: readonly SentFile[]
  readonly asked: RequestConditions
}

/** The parts of a request that is to be read. */
interface Unread {
  readonly params: Record<string, string | number>
  readonly query: Query
  readonly sent: Sent
  readonly base_url: string
  readonly csrf: string | undefined
}

/**
 * Reads a request by the shapes of its route. `reading` gets what no shape names.
 * @throws HttpError for what the shapes refuse
 */
export function readRequest(
  route: AnyRoute,
  request: ApiRequest,
  { params, query, sent, base_url, csrf }: Unread,
  reading: Reading,
): ReadRequest {
  const { authorization, cookie, range } = request.headers
  const path = ensureDefined(request.url.split('?', 1)[0]).replace(/(?<!\/)\/+$/, '')
  return {
    params,
    query: route.query === undefined ? {} : readValue(route.query, query, '', { action: route.name, unknown: [] }),
    body: route.body === undefined ? {} : readBody(route.body, sent.body, reading),
    address: { base_url, path, query },
    csrf,
    authorization: route.credentials === 'none' ? authorization : undefined,
    cookies: route.credentials === 'none' ? cookie : undefined,
    files: sent.files,
    asked: {
      range,
      if_range: textOf(request.headers['if-range']),
      if_none_match: request.headers['if-none-match'],
      head_only: request.method === 'HEAD',
      names_json: /\bapplication\/json\b/i.test(request.headers.accept ?? ''),
    },
  }
}

/** A header or query parameter that was sent once and is not empty. */
export function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
