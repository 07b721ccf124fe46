/**
 * The primary among the hosts of an address. All connections of a process that go to this address share one search: it asks each host, in
 * order, whether it is in recovery, and begins with the host that was the primary last, so that a process stays where it is. Neither
 * driver can do this: `pg` knows one host, and postgres.js does not go on from a host that does not answer.
 */
import postgres from 'postgres'
import { messageOf } from '#lib/error_words.ts'
import { type DatabaseAddress, type DatabaseHost, hostsOf } from './address.ts'
import { openSocket } from './open_socket.ts'
import { DatabaseFault, NO_PRIMARY } from './outage.ts'

/** A host that does not answer within this time is not the primary. */
const ANSWER_SECONDS = 2

/** The hosts of one address. */
export class Primary {
  private readonly hosts: readonly DatabaseHost[]
  private last: DatabaseHost | undefined
  private is_certain = false
  private searching: Promise<DatabaseHost> | undefined

  constructor(hosts: readonly DatabaseHost[]) {
    this.hosts = hosts
  }

  /** The URL of the first host, for what all hosts have in common: user, password, database. */
  get url(): string {
    return this.hosts[0]?.url ?? ''
  }

  /** The primary. @throws DatabaseFault when none of the hosts is one */
  async find(): Promise<DatabaseHost> {
    if (this.is_certain && this.last !== undefined) return this.last
    this.searching ??= this.search().finally(() => (this.searching = undefined))
    return this.searching
  }

  /** To be called when a connection ends: the next {@link Primary.find} asks the hosts again. */
  doubt(): void {
    this.is_certain = false
  }

  private async search(): Promise<DatabaseHost> {
    const { last } = this
    const hosts = last === undefined ? this.hosts : [last, ...this.hosts.filter((host) => host !== last)]
    const findings: string[] = []
    for (const host of hosts) {
      const finding = await findFault(host)
      if (finding !== null) {
        findings.push(`${host.host}:${host.port} (${finding})`)
        continue
      }
      this.last = host
      this.is_certain = true
      return host
    }
    throw new DatabaseFault(NO_PRIMARY, `none of its hosts is a primary: ${findings.join(', ')}`)
  }
}

/** Why a host is not the primary; null if it is. */
async function findFault(host: DatabaseHost): Promise<string | null> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error('it does not answer')), ANSWER_SECONDS * 1000)
  const settings = {
    max: 1,
    fetch_types: false,
    connect_timeout: ANSWER_SECONDS,
    onnotice: () => {},
    connection: { application_name: 'deskhand search' },
    socket: () => openSocket(async () => host),
  }
  const sql = postgres(host.url, settings)
  try {
    const [row] = await Promise.race([sql.unsafe<{ is_standby: boolean }[]>('select pg_is_in_recovery() as is_standby'), late])
    return row?.is_standby === false ? null : 'it is a standby'
  } catch (error) {
    return messageOf(error) // of the search as a whole, if no other host is the primary
  } finally {
    clearTimeout(limit)
    void sql.end({ timeout: 0 })
  }
}

const primaries = new Map<string, Primary>()

/** The hosts of an address; undefined when it names only one. */
export function primaryOf(address: DatabaseAddress): Primary | undefined {
  if (!('url' in address)) return undefined
  const known = primaries.get(address.url)
  if (known !== undefined) return known
  const hosts = hostsOf(address.url)
  if (hosts.length === 0) return undefined
  const made = new Primary(hosts)
  primaries.set(address.url, made)
  return made
}
