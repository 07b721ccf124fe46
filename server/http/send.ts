/** Sends an answer: JSON with its ETag, 304 when the client has it already, gzip when it is long, text as it is. */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Result } from './route.ts'

const compressBody = promisify(gzip)
/** Shorter texts gain nothing from compression. In characters. */
const MIN_GZIPPED = 1024
/** The type of answers of the webhooks family, without a charset. @source docs/reference/conventions.md §1.5 */
const PLAIN_JSON = 'application/json'

/** Sends one answer. @source docs/reference/conventions.md §1.5, §1.9 */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  result: Result,
): Promise<FastifyReply> {
  void reply.code(result.status).headers(headers).header('x-request-id', request.id)
  if (result.headers !== undefined) void reply.headers(result.headers)
  if (result.body === undefined) return sendNothing(request, reply, result.status)
  if (result.body instanceof Readable) return request.method === 'HEAD' ? sendHead(reply, result.body) : reply.send(result.body)
  if (typeof result.body === 'string') {
    if (!result.headers?.['content-type']) void reply.type('text/plain; charset=utf-8')
    return reply.send(result.body)
  }
  const body = JSON.stringify(result.body)
  const type = result.headers?.['content-type']
  if (!type) void reply.header('content-type', 'application/json; charset=utf-8')
  // Fastify adds a charset to the type of a text
  const sent = type === PLAIN_JSON ? Buffer.from(body) : body
  if (result.status >= 400) return reply.header('cache-control', result.headers?.['cache-control'] ?? 'no-cache').send(sent)
  const isLong = body.length >= MIN_GZIPPED
  // even when it is sent uncompressed: a cache must not hand one encoding to a client that requested the other
  if (isLong) void reply.header('vary', 'origin, accept-encoding')
  if (result.headers?.['cache-control'] !== 'no-store') {
    const etag = `W/"${hash('sha1', body, 'hex').slice(0, 32)}"`
    void reply.headers({ etag, 'cache-control': 'max-age=0, private, must-revalidate' })
    if (isRead(request) && request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send()
  }
  if (!isLong || !takesGzip(request)) return reply.send(sent)
  return reply.header('content-encoding', 'gzip').send(await compressBody(body))
}

/** Whether a request only reads. */
export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function sendNothing(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  if (status === 204) return reply.header('cache-control', 'no-cache').send()
  // for GET, Fastify sets it
  if (request.method === 'HEAD' && status !== 304 && !reply.hasHeader('content-length')) void reply.header('content-length', '0')
  return reply.send()
}

/** Sends the headers of an answer whose bytes are not requested, and so are not read. */
function sendHead(reply: FastifyReply, bytes: Readable): FastifyReply {
  bytes.destroy()
  return reply.send()
}

function takesGzip(request: FastifyRequest): boolean {
  const accepted = request.headers['accept-encoding']
  return accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
}
