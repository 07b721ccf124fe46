/** Where PostgreSQL listens, and how an address with several hosts is read. Pure. Which of them is the primary: primary.ts. */

/** Where PostgreSQL listens: a URL, or the socket of the embedded server. */
export type DatabaseAddress = { url: string } | { host: string; port: number; username: string; database: string; password?: string }

/** One of several hosts, with the URL that names it alone. */
export interface DatabaseHost {
  readonly host: string
  readonly port: number
  readonly url: string
}

const PORT = 5432
/** What is before the hosts, the hosts, and what is after them. A password may contain commas. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s
const ROLE = 'target_session_attrs'
/** The roles that the primary has. */
const ROLES_OF_PRIMARY: ReadonlySet<string | null> = new Set([null, 'primary', 'read-write'])

/**
 * The hosts of a URL that names several, in their order; none for a URL of one host, which the drivers read themselves.
 * @throws Error with a sentence that does not repeat the URL, which contains a password
 * @source https://www.postgresql.org/docs/current/libpq-connect.html
 */
export function hostsOf(url: string): readonly DatabaseHost[] {
  const [, head = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  if (!hosts.includes(',')) return []
  return hosts.split(',').map((host) => readHost(`${head}${host}${rest}`))
}

function readHost(text: string): DatabaseHost {
  const url = URL.parse(text)
  if (url === null || url.hostname === '')
    throw new Error('DATABASE_URL must name each of its hosts as host or host:port, with commas between')
  if (!ROLES_OF_PRIMARY.has(url.searchParams.get(ROLE)))
    throw new Error(`DATABASE_URL can have no ${ROLE} but primary or read-write: Deskhand uses the primary only`)
  url.searchParams.delete(ROLE) // the drivers mean other things by it
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1') // brackets of an IPv6 address
  return { host, port: url.port === '' ? PORT : Number(url.port), url: url.href }
}
