/** What lies between a server and its database: a way that can be held up, as a network does that drops everything, or cut off at a word. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { DatabaseAddress } from '../../server/db/address.ts'

/** A way to the database that obeys. */
export interface DatabaseProxy {
  /** The database by this way. */
  readonly address: DatabaseAddress
  /** From now on nothing is passed on for connections of these names, by default for all; they stay open. New ones as well where `later` says so. */
  freeze(names?: RegExp, later?: boolean): void
  /** What was held up is passed on. */
  thaw(): void
  /** The next time a client says this, it is passed on and the client is cut off before the answer. */
  cutAfter(words: string): void
  close(): Promise<void>
}

interface Way {
  readonly client: Socket
  readonly server: Socket
  name: string
  is_cut: boolean
}

/** Opens a way to this database. */
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
