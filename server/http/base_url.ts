/** The base URL a client used to reach us; every absolute URL of an answer begins with it. @source docs/reference/clients.md §12 */
import type { FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.ts'

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])\.?(?::\d{1,5})?$/i

/** The longest name, with its trailing dot and a port. @source RFC 1035 §2.3.4 */
const LONGEST_HOST = 255 + ':65535'.length

/**
 * Scheme, host and port as the client used them; forwarded ones only from trusted proxies (Fastify's trustProxy).
 * @throws BadRequest for an invalid Host header
 */
export function requestHost(request: FastifyRequest): { base_url: string; hostname: string } {
  const host = request.host
  if (host.length > LONGEST_HOST || !HOST.test(host)) throw new BadRequest('BadRequest', 'The Host header is missing or malformed')
  const lower = host.toLowerCase()
  const hostname = lower.replace(/:\d+$/, '').replace(/\.$/, '')
  return { base_url: `${request.protocol}://${lower}`, hostname }
}
