/** HAProxy and nginx in front of two servers, from Debian's packages and configured as in operations.md. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsFile, replacePart } from '../documents.ts'
import { makeDataDir } from './process.ts'

/** A kind of proxy: its program, and its configuration. */
export interface ProxyKind {
  readonly name: string
  readonly program: string
  /** How long a restarted server must have been up before the other one may stop. */
  readonly rest_ms: number
  readonly args: (file: string) => string[]
  /** The arguments with which it only checks its configuration. */
  readonly check: (file: string) => string[]
  readonly configuration: (given: { port: number; servers: readonly number[]; folder: string }) => string
}

/** The servers as named in the documented files. */
const SERVERS = ['10.0.0.1:8080', '10.0.0.2:8080']

function withServers(text: string, servers: readonly number[]): string {
  return SERVERS.reduce((left, server, index) => replacePart(left, server, `127.0.0.1:${servers[index] ?? servers[0]}`), text)
}

/**
 * The configurations of operations.md with other addresses. HAProxy checks a server every two seconds and acts on the third failure;
 * nginx has no health checks and skips a server that has refused a connection for ten seconds. `hasty` shortens both.
 */
export function proxyKinds(fastChecks: boolean): ProxyKind[] {
  return [
    {
      name: 'HAProxy',
      program: '/usr/sbin/haproxy',
      rest_ms: fastChecks ? 1500 : 10_000,
      args: (file) => ['-db', '-f', file],
      check: (file) => ['-c', '-f', file],
      configuration({ port, servers }) {
        const text = replacePart(withServers(operationsFile('# haproxy.cfg'), servers), 'bind :80', `bind 127.0.0.1:${port}`)
        return fastChecks ? replacePart(text, 'inter 2s fastinter 1s', 'inter 200ms fastinter 200ms') : text
      },
    },
    {
      name: 'nginx',
      program: '/usr/sbin/nginx',
      rest_ms: fastChecks ? 1500 : 11_000,
      args: (file) => ['-c', file, '-e', 'stderr'],
      check: (file) => ['-t', '-c', file, '-e', 'stderr'],
      configuration({ port, servers, folder }) {
        const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`)
        const text = replacePart(withServers(operationsFile('# nginx.conf'), servers), 'listen 80;', `listen 127.0.0.1:${port};`)
        const placed = replacePart(text, 'http {', `daemon off;\npid ${folder}/nginx.pid;\nhttp {\naccess_log off;\n${places.join('\n')}`)
        return fastChecks ? placed.replaceAll('fail_timeout=10s', 'fail_timeout=1s') : placed
      },
    },
  ]
}

/** Why it is not available, for `skip`; false when it is. */
export function explainProxyAbsence({ program }: ProxyKind): string | false {
  return existsSync(program) ? false : `${program} does not exist`
}

/** Starts a proxy in front of servers on the loopback interface; the caller stops it. `folder` has what its configuration needs beside it. */
export async function startProxy(
  kind: ProxyKind,
  port: number,
  servers: readonly number[],
  folder = makeDataDir('deskhand-proxy-'),
): Promise<{ output(): string; reload(): void; stop(): Promise<void> }> {
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, kind.configuration({ port, servers, folder }))
  const child: ChildProcess = spawn(kind.program, kind.args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words += text))
  await once(child, 'spawn')
  return {
    output: () => words,
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Whether a call through the proxy reaches a server: only a server responds 401, the proxy itself does not. */
export function passesOn(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/v2/groups`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => (await answer.text()) !== '' && answer.status === 401,
    () => false,
  )
}
