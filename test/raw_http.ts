/** HTTP at the level of bytes, for tests of what fetch hides: Host, Accept-Encoding, bodies on GET, malformed HTTP. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { lookupName } from './lookup.ts'

/** The request to send. Only Content-Length and, unless given, Host are added. */
export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** How long the server may send nothing; by default 20 seconds. */
  readonly patience_ms?: number
}

/** A response; `bytes` are as sent, still compressed if they were. */
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** `bytes` as text. */
  readonly text: string
}

const PATIENCE_MS = 20_000
const agent = new Agent({ keepAlive: true })

/** Sends one request. @throws Error when there is no response within `timeout_ms` */
export function rawRequest(base_url: string, given: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path, headers = {}, body, patience_ms: timeout_ms = PATIENCE_MS } = given
  const { hostname, port, host } = new URL(base_url)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sending = request(
    {
      agent,
      method,
      hostname,
      port,
      path,
      lookup: lookupName,
      setHost: false,
      headers: { host, ...length, ...headers },
      timeout: timeout_ms,
    },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString('utf8') })
      })
    },
  )
  sending.on('timeout', () => sending.destroy(new Error(`${method} ${path} was not answered`)))
  sending.on('error', reject)
  sending.end(body)
  return promise
}

/**
 * Sends bytes that need not be HTTP and returns the response until the connection is closed or reset. A client that half-closes at once
 * gets no response to a slow request: with `ends` false the server has to close.
 */
export function rawBytes(base_url: string, bytes: string | Uint8Array, ends = true): Promise<string> {
  const { hostname, port } = new URL(base_url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  const socket = connect({ port: Number(port), host: hostname, lookup: lookupName }, () => (ends ? socket.end(bytes) : socket.write(bytes)))
  socket.setTimeout(PATIENCE_MS, () => {
    socket.destroy()
    reject(new Error('The connection was not closed'))
  })
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {}) // a reset is a valid refusal; what was received before it counts
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  return promise
}
