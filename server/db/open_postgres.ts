/** Opens postgres.js for an address: to its only host, or to whichever of its hosts is the primary when a connection is made. */
import { Socket } from 'node:net'
import postgres from 'postgres'
import type { DatabaseAddress } from './address.ts'
import { type Primary, primaryOf } from './primary.ts'

/** The settings of the driver. Without a type parameter: it would name the types of types.ts, and nothing outside this folder uses it. */
export type DriverSettings = postgres.Options<Record<string, postgres.PostgresType>>

/** A driver that is not yet connected. */
export function openPostgres(address: DatabaseAddress, settings: DriverSettings): postgres.Sql {
  if (!('url' in address)) return postgres({ ...address, ...settings })
  const primary = primaryOf(address)
  if (primary === undefined) return postgres(address.url, settings)
  const onclose = (connection: number) => {
    primary.doubt()
    settings.onclose?.(connection)
  }
  // a host that has become a standby since it was asked is refused by the driver
  const more = { onclose, socket: () => openSocket(primary), target_session_attrs: 'primary' as const }
  return postgres(primary.url, { ...settings, ...more })
}

/** A socket that connects to the primary once that is found. The driver writes at once, so what it writes is held back until then. */
function openSocket(primary: Primary): Socket {
  const socket = Object.assign(new Socket(), { host: '', port: 0 })
  socket.cork()
  socket.once('connect', () => socket.uncork())
  const connect = async () => {
    const { host, port } = await primary.find()
    if (socket.destroyed) return
    Object.assign(socket, { host, port }) // the driver compares the server's certificate with it, and names it in errors
    socket.connect(port, host)
  }
  connect().catch((error: Error) => socket.destroy(error))
  return socket
}
