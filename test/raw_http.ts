/** HTTP as it goes over the wire, for tests of what fetch hides: Host, Accept-Encoding, bodies on GET, bytes that are no HTTP. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** What to send. Nothing is added but Content-Length and, unless given, Host. */
export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** How long the other side may say nothing; by default 20 seconds. */
  readonly patience_ms?: number
}

/** An answer; `bytes` are as sent, still compressed where they were. */
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** `bytes` as text. */
  readonly text: string
}

const PATIENCE_MS = 20_000
const agent = new Agent({ keepAlive: true })

/** Sends one request. @throws Error when there is no answer within `patience_ms` */
export function rawRequest(base_url: string, given: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path, headers = {}, body, patience_ms = PATIENCE_MS } = given
  const { hostname, port, host } = new URL(base_url)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sending = request(
    { agent, method, hostname, port, path, setHost: false, headers: { host, ...length, ...headers }, timeout: patience_ms },
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
 * Sends bytes that need be no HTTP and brings what comes back until the connection is closed; a break counts as its end. Whoever ends his
 * side at once gets no answer to a request that takes a while: with `ends` false the other side has to close.
 */
export function rawBytes(base_url: string, bytes: string | Uint8Array, ends = true): Promise<string> {
  const { hostname, port } = new URL(base_url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  const socket = connect(Number(port), hostname, () => (ends ? socket.end(bytes) : socket.write(bytes)))
  socket.setTimeout(PATIENCE_MS, () => {
    socket.destroy()
    reject(new Error('The connection was not closed'))
  })
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {}) // a reset is a way to refuse; what was answered before it counts
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  return promise
}
