/** DNS lookups. Only name servers are queried, with a timeout of two seconds; no connection is opened to the hosts found. */
import { Resolver } from 'node:dns/promises'

/** The result of `ask`; null for an unknown name, for one without such a record, and when no name server responds. */
function answer<Records>(ask: (servers: Resolver) => Promise<Records>): Promise<Records | null> {
  return ask(new Resolver({ timeout: 2000, tries: 1 })).catch(() => null)
}

/** The target of a name's CNAME record, in lower case; null without one. @source RFC 1035 §3.3.1 */
export async function canonicalName(name: string): Promise<string | null> {
  const [first] = (await answer((servers) => servers.resolveCname(name))) ?? []
  return first === undefined ? null : first.toLowerCase().replace(/\.$/, '')
}

/** The TXT records of a name; empty without one. @source RFC 1035 §3.3.14 */
export async function textsOf(name: string): Promise<string[]> {
  return ((await answer((servers) => servers.resolveTxt(name))) ?? []).map((parts) => parts.join(''))
}
