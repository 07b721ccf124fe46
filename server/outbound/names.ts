/** What the name servers say. Only they are asked, for two seconds, and nothing that a name stands for is connected to. */
import { Resolver } from 'node:dns/promises'

/** What `ask` brings; null for an unknown name, one without such a record, and where no name server answers: in each case nothing is shown. */
function answer<Records>(ask: (servers: Resolver) => Promise<Records>): Promise<Records | null> {
  return ask(new Resolver({ timeout: 2000, tries: 1 })).catch(() => null)
}

/** The name that a name stands for (CNAME), in small letters; null when it stands for none. @source RFC 1035 §3.3.1 */
export async function canonicalName(name: string): Promise<string | null> {
  const [first] = (await answer((servers) => servers.resolveCname(name))) ?? []
  return first === undefined ? null : first.toLowerCase().replace(/\.$/, '')
}

/** The texts (TXT) of a name; none when it has none. @source RFC 1035 §3.3.14 */
export async function textsOf(name: string): Promise<string[]> {
  return ((await answer((servers) => servers.resolveTxt(name))) ?? []).map((parts) => parts.join(''))
}
