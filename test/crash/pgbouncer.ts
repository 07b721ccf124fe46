/** PgBouncer in front of one PostgreSQL, as operations.md sets it up: Debian's package, on a loopback port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import postgres from 'postgres'
import { operationsFile, replacePart } from '../documents.ts'
import { freePort, findUnprivilegedAccount } from './external_postgres.ts'
import { makeDataDir, waitUntil } from './process.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Why it is not available, for `skip`; false when it is. */
export const isBouncerAbsent: string | false = existsSync(PROGRAM) ? false : `${PROGRAM} does not exist`

/** Starts PgBouncer in this mode in front of the server of `url`; stopped after the file's tests. Returns the database's URL through it. */
export async function startBouncer(url: string, mode: 'session' | 'transaction' | 'statement'): Promise<string> {
  const own = await freePort()
  const folder = makeDataDir(`deskhand-bouncer-${mode}-`)
  const { hostname, port, username, pathname } = new URL(url)
  const changes = [
    [/^deskhand = .*$/m, `* = host=${hostname} port=${port}`],
    ['listen_port = 6432', `listen_port = ${own}\nunix_socket_dir =\nlogfile =\npidfile =`],
    ['auth_type = scram-sha-256', 'auth_type = trust'],
    ['/etc/pgbouncer/userlist.txt', `${folder}/users`],
    ['pool_mode = session', `pool_mode = ${mode}`],
  ] as const
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`)
  writeFileSync(
    join(folder, 'ini'),
    changes.reduce((text, [part, by]) => replacePart(text, part, by), operationsFile('; pgbouncer.ini')),
  )
  const child: ChildProcess = spawn(PROGRAM, ['-q', join(folder, 'ini')], { stdio: 'ignore', ...findUnprivilegedAccount() })
  after(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const address = `postgres://${username}@127.0.0.1:${own}${pathname}`
  const isAnswering = async () => {
    const sql = postgres(address, { max: 1, connect_timeout: 5, fetch_types: false })
    return sql`select 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => sql.end({ timeout: 1 }))
  }
  await waitUntil('PgBouncer answers', isAnswering)
  return address
}
