/** The base URL a client used to reach us; every absolute URL of an answer begins with it. @source docs/reference/clients.md §12 */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { BadRequest } from '#core/errors.ts'

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])\.?(?::\d{1,5})?$/i

const HOST_HEADER = 'host'

/** The longest name, with its trailing dot and a port. @source RFC 1035 §2.3.4 */
const MAX_HOST_LENGTH = 255 + ':65535'.length

/**
 * Scheme, host and port as the client used them; forwarded ones only from trusted proxies (Fastify's trustProxy).
 * @throws BadRequest for an invalid Host header
 */
export function requestHost(request: FastifyRequest): { base_url: string; hostname: string } {
  const host = request.host
  if (host.length > MAX_HOST_LENGTH || !HOST.test(host)) throw new BadRequest('BadRequest', 'The Host header is missing or malformed')
  const lower = host.toLowerCase()
  const hostname = lower.replace(/:\d+$/, '').replace(/\.$/, '')
  // what a trusted proxy passes on may be a text of the client
  return { base_url: `${request.protocol === 'https' ? 'https' : 'http'}://${lower}`, hostname }
}

/**
 * True for a request with several Host headers. It is refused: a program on the way may take another of them than this one, and so answer,
 * cache or forbid for another instance. @source RFC 9112 §3.2
 */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === HOST_HEADER.length && name.toLowerCase() === HOST_HEADER) hosts += 1
  }
  return hosts > 1
}
