import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import type { NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getListeningAddress } from '#lib/listening.ts'
import { shortHash } from './data_dir.ts'
import type { Place } from './data_dir.ts'
import { EmbeddedPostgresError, systemCode } from './error.ts'

/** The address of a server: the folder of its Unix socket, or on Windows an address; and the port. */
export interface Endpoint {
  host: string
  port: number
}

const UNIX = process.platform !== 'win32'
const SOCKET_PORT = 5432

/**
 * The endpoint of a server for this place. On Unix only a socket, in a folder that only its account (and root) may enter, so that no
 * password is needed. The folder's name is derived from the place, short enough for the 107 bytes of a socket path.
 */
export async function chooseEndpoint(place: Place): Promise<Endpoint> {
  if (!UNIX) return { host: '127.0.0.1', port: await freePort() }
  return { host: join(socketRoot(), `deskhand-${shortHash(`${uidOf(place)}:${place.cluster}`)}`), port: SOCKET_PORT }
}

/** Creates the socket's folder if needed. @throws EmbeddedPostgresError when another account has a file of that name */
export function openSocketFolder({ host }: Endpoint, place: Place): void {
  if (!UNIX) return
  try {
    mkdirSync(host, { mode: 0o700 })
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
  const stats = lstatSync(host)
  const uid = uidOf(place)
  // Root has just created it, or was killed between creating it and handing it over.
  if (place.account && stats.uid === 0 && stats.isDirectory()) lchownSync(host, place.account.uid, place.account.gid)
  else if (stats.uid !== uid || !stats.isDirectory()) {
    throw new EmbeddedPostgresError(
      `${host}, where PostgreSQL would put its socket, belongs to another account (uid ${stats.uid}): remove it.`,
    )
  }
  if ((stats.mode & 0o077) !== 0) chmodSync(host, 0o700)
}

/** Removes the socket's folder after the server has stopped. */
export function removeSocketFolder(endpoint: Endpoint): void {
  if (!UNIX) return
  try {
    rmdirSync(endpoint.host)
  } catch (error) {
    // Another process has already put something there for the next server, or a killed one has left its socket: the next start handles it.
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'ENOENT') throw error
  }
}

/** The path of the Unix socket of an endpoint. */
export function socketPath(endpoint: Endpoint): string {
  return join(endpoint.host, `.s.PGSQL.${endpoint.port}`)
}

/** The options of `postgres` that make it listen on this endpoint only. */
export function listenOptions(endpoint: Endpoint): string[] {
  if (UNIX) return ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${endpoint.host}`, '-c', `port=${endpoint.port}`]
  return ['-c', `listen_addresses=${endpoint.host}`, '-c', `port=${endpoint.port}`]
}

/** The options of `initdb` that define who may connect. They also apply when an operator starts the server by hand. */
export function accessOptions(place: Place): string[] {
  if (UNIX) return ['--auth-local=trust', '--auth-host=reject', '-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700']
  const file = passwordFile(place)
  if (!existsSync(file)) {
    // written atomically: the database is created with it, even if this process crashes in between
    const draft = `${file}.new`
    writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    renameSync(draft, file)
  }
  return ['--auth=scram-sha-256', `--pwfile=${file}`]
}

/** The password of the database's only account; undefined where none is needed. */
export function passwordOf(place: Place): string | undefined {
  return UNIX ? undefined : readFileSync(passwordFile(place), 'utf8')
}

/** Whether something accepts connections there. */
export function isListening(endpoint: Endpoint): Promise<boolean> {
  const target: NetConnectOpts = UNIX ? { path: socketPath(endpoint) } : endpoint
  return new Promise((resolve) => {
    const socket = connect(target)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function uidOf(place: Place): number {
  return place.account?.uid ?? process.getuid?.() ?? 0
}

function passwordFile(place: Place): string {
  return join(place.home, 'postgres.password')
}

/** Avoids TMPDIR, which may differ between processes: all must derive the same folder. */
function socketRoot(): string {
  try {
    accessSync('/tmp', constants.W_OK)
    return '/tmp'
  } catch {
    return tmpdir()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = getListeningAddress(server)
      server.close(() => resolve(port))
    })
  })
}
