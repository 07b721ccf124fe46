/** HAProxy and nginx in front of two servers, as Debian has them and operations.md sets them up; for tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsFile, replaced } from '../documents.ts'
import { makeDataDir } from './process.ts'

/** A kind of proxy: its program, and its configuration. */
export interface ProxyKind {
  readonly name: string
  readonly program: string
  /** How long a server that has come back must have been there before the other one may go. */
  readonly rest_ms: number
  readonly args: (file: string) => string[]
  /** With these it only reads its configuration. */
  readonly check: (file: string) => string[]
  readonly configuration: (given: { port: number; servers: readonly number[]; folder: string }) => string
}

/** The servers as the documented files name them. */
const SERVERS = ['10.0.0.1:8080', '10.0.0.2:8080']

function withServers(text: string, servers: readonly number[]): string {
  return SERVERS.reduce((left, server, index) => replaced(left, server, `127.0.0.1:${servers[index] ?? servers[0]}`), text)
}

/**
 * As operations.md sets them up, with other addresses. HAProxy asks a server every two seconds and believes the third bad answer, nginx asks
 * nobody and leaves a server that has refused a connection alone for ten seconds. `hasty` shortens both.
 */
export function proxyKinds(hasty: boolean): ProxyKind[] {
  return [
    {
      name: 'HAProxy',
      program: '/usr/sbin/haproxy',
      rest_ms: hasty ? 1500 : 10_000,
      args: (file) => ['-db', '-f', file],
      check: (file) => ['-c', '-f', file],
      configuration({ port, servers }) {
        const text = replaced(withServers(operationsFile('# haproxy.cfg'), servers), 'bind :80', `bind 127.0.0.1:${port}`)
        return hasty ? replaced(text, 'inter 2s', 'inter 200ms') : text
      },
    },
    {
      name: 'nginx',
      program: '/usr/sbin/nginx',
      rest_ms: hasty ? 1500 : 11_000,
      args: (file) => ['-c', file, '-e', 'stderr'],
      check: (file) => ['-t', '-c', file, '-e', 'stderr'],
      configuration({ port, servers, folder }) {
        const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`)
        const text = replaced(withServers(operationsFile('# nginx.conf'), servers), 'listen 80;', `listen 127.0.0.1:${port};`)
        const placed = replaced(text, 'http {', `daemon off;\npid ${folder}/nginx.pid;\nhttp {\naccess_log off;\n${places.join('\n')}`)
        return hasty ? placed.replaceAll('fail_timeout=10s', 'fail_timeout=1s') : placed
      },
    },
  ]
}

/** Why it is not there, for `skip`; false when it is. */
export function isProxyAbsent({ program }: ProxyKind): string | false {
  return existsSync(program) ? false : `${program} does not exist`
}

/** Starts a proxy in front of servers on this machine's loopback; the caller ends it. */
export async function startProxy(
  kind: ProxyKind,
  port: number,
  servers: readonly number[],
): Promise<{ output(): string; stop(): Promise<void> }> {
  const folder = makeDataDir('deskhand-proxy-')
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, kind.configuration({ port, servers, folder }))
  const child: ChildProcess = spawn(kind.program, kind.args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words += text))
  await once(child, 'spawn')
  return {
    output: () => words,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Does a call through the proxy reach a server? Unlike the proxy, that knows who has not signed in. */
export function passesOn(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/v2/groups`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => (await answer.text()) !== '' && answer.status === 401,
    () => false,
  )
}
