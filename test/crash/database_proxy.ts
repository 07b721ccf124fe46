/** A proxy between a server and its database that can stall, like a network that drops packets, or cut a connection at a message. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { DatabaseAddress } from '#db/address.ts'

/** A controllable proxy to the database. */
export interface DatabaseProxy {
  /** The database through this proxy. */
  readonly address: DatabaseAddress
  /** From now on forwards nothing for connections of these names, by default all; they stay open. `later`: nor for new ones. */
  freeze(names?: RegExp, later?: boolean): void
  /** Forwards what was held back. */
  thaw(): void
  /** The next time a client sends these words, they are forwarded and the client is cut off before the answer. */
  cutAfter(words: string): void
  close(): Promise<void>
}

interface Way {
  readonly client: Socket
  readonly server: Socket
  name: string
  is_cut: boolean
}

/** Opens a proxy to this database. */
export async function databaseProxy(to: DatabaseAddress): Promise<DatabaseProxy> {
  const ways = new Set<Way>()
  let frozen: { names: RegExp; later: boolean } | undefined
  let cutAt: string | undefined
  const hold = ({ client, server }: Way) => void (client.pause(), server.pause())
  const listening = createServer((client) => {
    const server = 'url' in to ? connect(Number(new URL(to.url).port), new URL(to.url).hostname) : connectTo(to)
    const way: Way = { client, server, name: '', is_cut: false }
    ways.add(way)
    client.on('data', (bytes: Buffer) => {
      if (way.name === '') way.name = /application_name\0([^\0]*)/.exec(bytes.toString('latin1'))?.[1] ?? 'unnamed'
      server.write(bytes)
      if (cutAt !== undefined && bytes.toString('latin1').includes(cutAt)) {
        cutAt = undefined
        way.is_cut = true
      }
      if (frozen?.later === true && frozen.names.test(way.name)) hold(way)
    })
    server.on('data', (bytes: Buffer) => {
      if (way.is_cut) client.destroy()
      else if (!client.destroyed) client.write(bytes)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one
        .on('error', () => {}) // 'close' follows
        .on('close', () => {
          ways.delete(way)
          other.destroy()
        })
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as { port: number }
  return {
    address: addressBy(to, port),
    freeze(names = /./, later = true) {
      frozen = { names, later }
      for (const way of ways) if (names.test(way.name)) hold(way)
    },
    thaw() {
      frozen = undefined
      for (const { client, server } of ways) void (client.resume(), server.resume())
    },
    cutAfter: (words) => void (cutAt = words),
    async close() {
      for (const { client, server } of ways) void (client.destroy(), server.destroy())
      listening.close()
      await once(listening, 'close')
    },
  }
}

function connectTo({ host, port }: { host: string; port: number }): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
}

function addressBy(to: DatabaseAddress, port: number): DatabaseAddress {
  if ('url' in to) return { url: Object.assign(new URL(to.url), { hostname: '127.0.0.1', port: String(port) }).href }
  return { ...to, host: '127.0.0.1', port }
}
