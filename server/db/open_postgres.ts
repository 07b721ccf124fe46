/** Opens postgres.js for an address: to its only host, or to whichever of its hosts is the primary when a connection is made. */
import postgres from 'postgres'
import type { DatabaseAddress } from './address.ts'
import { openSocket } from './open_socket.ts'
import { primaryOf } from './primary.ts'

/** The settings of the driver. Without a type parameter: it would name the types of types.ts, and nothing outside this folder uses it. */
export type DriverSettings = postgres.Options<Record<string, postgres.PostgresType>>

const PORT = 5432

/** A driver that is not yet connected. */
export function openPostgres(address: DatabaseAddress, settings: DriverSettings): postgres.Sql {
  if (!('url' in address)) return postgres({ ...address, ...settings })
  const primary = primaryOf(address)
  if (primary !== undefined) {
    const onclose = (connection: number) => {
      primary.doubt()
      settings.onclose?.(connection)
    }
    // a host that has become a standby since it was asked is refused by the driver
    const more = { onclose, socket: () => openSocket(() => primary.find()), target_session_attrs: 'primary' as const }
    return postgres(primary.url, { ...settings, ...more })
  }
  const place = placeOf(address.url)
  const own = place === undefined ? {} : { socket: () => openSocket(async () => place) }
  return postgres(address.url, { ...settings, ...own })
}

/** The host and port that a URL of one host names; undefined for one that names a socket, or nothing. */
function placeOf(url: string): { host: string; port: number } | undefined {
  const { hostname, port, searchParams } = new URL(url)
  if (hostname === '' || hostname.startsWith('%') || searchParams.has('host') || searchParams.has('port')) return undefined
  // as both drivers read it
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port === '' ? (process.env.PGPORT ?? PORT) : port) }
}
