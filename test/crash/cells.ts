/** HAProxy and nginx in front of two cells, configured as in cells.md. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { operationsFile, replacePart } from '../documents.ts'
import type { ProxyKind } from './proxies.ts'

/** The servers as the document names them: two of the first cell, one of the second. */
const SERVERS = ['10.0.0.1:8080', '10.0.0.2:8080', '10.1.0.1:8080']

function withServers(text: string, ports: readonly number[]): string {
  return SERVERS.reduce((left, server, index) => replacePart(left, server, `127.0.0.1:${ports[index] ?? 0}`), text)
}

/** The map of hosts in a proxy's folder. */
export const mapOf = (folder: string): string => join(folder, 'cells.map')
const socketOf = (folder: string) => join(folder, 'admin.sock')

/** HAProxy by cells.md; `servers` are those of the first cell and the one of the second. */
export const HAPROXY_OF_CELLS: ProxyKind = {
  name: 'HAProxy',
  program: '/usr/sbin/haproxy',
  rest_ms: 0,
  args: (file) => ['-db', '-f', file],
  check: (file) => ['-c', '-f', file],
  configuration({ port, servers, folder }) {
    const placed = replacePart(
      withServers(operationsFile('# haproxy.cells.cfg', 'cells.md'), servers),
      'bind :80',
      `bind 127.0.0.1:${port}`,
    )
    return replacePart(replacePart(placed, '/etc/haproxy/cells.map', mapOf(folder)), '/run/haproxy/admin.sock', socketOf(folder))
  },
}

/** nginx by cells.md. */
export const NGINX_OF_CELLS: ProxyKind = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  rest_ms: 0,
  args: (file) => ['-c', file, '-e', 'stderr'],
  check: (file) => ['-t', '-c', file, '-e', 'stderr'],
  configuration({ port, servers, folder }) {
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`)
    const text = replacePart(
      withServers(operationsFile('# nginx.cells.conf', 'cells.md'), servers),
      'listen 80;',
      `listen 127.0.0.1:${port};`,
    )
    const mapped = replacePart(text, '/etc/nginx/cells.map', mapOf(folder))
    return replacePart(mapped, 'http {', `daemon off;\npid ${folder}/nginx.pid;\nhttp {\naccess_log off;\n${places.join('\n')}`)
  },
}

/** Sends a command to HAProxy's socket; returns its answer. */
export async function tellHaproxy(folder: string, command: string): Promise<string> {
  const socket = connect(socketOf(folder))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.end(`${command}\n`)
  await once(socket, 'close')
  return answer.trim()
}
