// What a client asks for stands in the query of the page; this reads it.

/** The parameters of a request. One that is sent twice is a list, which the server refuses. @source RFC 6749 §3.1 */
export type Parameters = Readonly<Record<string, string | readonly string[]>>

const NAMES = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method']

/** Reads a query, `?client_id=…`, once for showing and deciding alike: both are about the same request. */
export function parametersOf(search: string): Parameters {
  const query = new URLSearchParams(search)
  const sent = NAMES.filter((name) => query.has(name))
  return Object.fromEntries(sent.map((name) => [name, query.getAll(name).length === 1 ? (query.get(name) ?? '') : query.getAll(name)]))
}

/** The same parameters as a query of the API. */
export function queryOf(parameters: Parameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((each) => [`${name}[]`, each]),
  )
  return new URLSearchParams(pairs).toString()
}
