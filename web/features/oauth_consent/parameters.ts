// Reads the parameters of an authorization request from the query of the page.

/** The parameters of a request. A repeated one is a list, which the server refuses. @source RFC 6749 §3.1 */
export type Parameters = Readonly<Record<string, string | readonly string[]>>

const NAMES = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method']

/** Parses a query, `?client_id=…`. The page shows and decides the same parsed request. */
export function parametersOf(search: string): Parameters {
  const query = new URLSearchParams(search)
  const sent = NAMES.filter((name) => query.has(name))
  return Object.fromEntries(sent.map((name) => [name, query.getAll(name).length === 1 ? (query.get(name) ?? '') : query.getAll(name)]))
}
