// The PostgreSQL that comes with Deskhand: found, made executable, started, attached to, kept running, stopped; as any user, on any path.
// What is inside the database (databases, migrations, connections) does not belong here.
import { readyBinaries } from './binaries.ts'
import { preparePlace } from './data_dir.ts'
import { USERNAME } from './initdb.ts'
import { bringUp, findRunning } from './launch.ts'
import type { Site } from './launch.ts'
import { passwordOf, removeSocketFolder } from './listen.ts'
import { stopServer } from './stop.ts'
import { supervise } from './supervise.ts'
import { joinUsers } from './users.ts'

/** A running server and what a client needs to reach it. The address stays the same when it is restarted. */
export interface EmbeddedPostgres {
  /** Folder of the Unix socket; on Windows the loopback address. */
  host: string
  port: number
  username: string
  /** Only on Windows; elsewhere the socket is closed to all other accounts. */
  password: string | undefined
  /** It was running before: left by a killed Deskhand process, or in use by another one. */
  attached: boolean
  /** The PostgreSQL data directory. */
  data_dir: string
  /**
   * Stops the server and waits for it, unless another process uses it (the last to leave stops it) or Deskhand did not start it.
   * @param hurry when aborted, each way to end the server gets little time
   */
  stop(hurry?: AbortSignal): Promise<void>
}

/**
 * Starts the embedded PostgreSQL on `<data_dir>/postgres`, creating an empty database there when there is none, or attaches to the one that
 * runs there. From then until `stop` it is restarted whenever it ends. This covers the server only: creating databases is up to the caller,
 * who can connect to `postgres`.
 * @param options.connections how many connections it must accept at least
 * @param options.signal ends the waiting for a server that is starting; it is then returned as it is
 * @param options.log receives a line for each noteworthy event
 * @throws EmbeddedPostgresError when no server can be started or reached; the message says why and what to do
 */
export async function startEmbeddedPostgres(options: {
  data_dir: string
  log: (line: string) => void
  connections?: number
  signal?: AbortSignal
}): Promise<EmbeddedPostgres> {
  const site = makeSite(options)
  const users = joinUsers(site.place)
  const first = await users
    .settled()
    .then(() => bringUp(site, 'create', options.signal ?? new AbortController().signal))
    .catch((error: unknown) => {
      users.closing()
      users.leave()
      throw error
    })
  const supervision = supervise(site, first)

  async function leave(hurry?: AbortSignal): Promise<void> {
    // Even if ours has ended, another process may already have started the next.
    const server = (await supervision.end()) ?? (await findRunning(site))
    const others = users.closing()
    try {
      if (others.length > 0) return site.log(`PostgreSQL is left running for process ${others.join(', ')}, which uses it too`)
      if (server && !server.isOurs) return
      if (server) await stopServer(server, site, hurry)
      removeSocketFolder(first.endpoint)
    } finally {
      users.leave()
    }
  }

  let leaving: Promise<void> | undefined
  return {
    ...first.endpoint,
    username: USERNAME,
    password: passwordOf(site.place),
    attached: first.child === undefined,
    data_dir: site.place.cluster,
    stop: (hurry) => (leaving ??= leave(hurry)),
  }
}

function makeSite({ data_dir, log, connections = 0 }: { data_dir: string; log: (line: string) => void; connections?: number }): Site {
  const place = preparePlace(data_dir, log)
  return { place, binaries: readyBinaries(place.account, place.home, log), connections, log }
}
