/**
 * A connection that sends one request after the other. It reads of HTTP what the two servers answer, and no more: a client library takes as
 * much processor time as the bare loop, on the same cores.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'
/** How much of an answer that is no success is shown. */
const MAX_SHOWN = 500

/** An open connection. */
export interface Connection {
  /** Sends a whole request and waits for its answer. @throws Error when the answer is no success, or the connection breaks */
  call(request: string): Promise<void>
  close(): void
}

/** The text of a request. */
export function writeRequest(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': String(Buffer.byteLength(body)) })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}${HEAD_END}${body}`
}

/** A function that takes an answer piece by piece, and returns true for its last one. @throws Error when it is no success */
function readAnswer(): (chunk: Buffer) => boolean {
  let head: Buffer | undefined
  let missing = 0
  return (chunk) => {
    if (missing > 0) missing -= chunk.length
    else {
      head = head === undefined ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(HEAD_END)
      if (end === -1) return false
      const text = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (!text.startsWith('HTTP/1.1 2') || length === undefined)
        throw new Error(`An answer is no success, or has no length:\n${head.toString('utf8', 0, MAX_SHOWN)}`)
      missing = Number(length) - (head.length - end - HEAD_END.length)
      head = undefined
    }
    if (missing < 0) throw new Error('An answer is longer than its head says')
    return missing === 0
  }
}

/** Opens a connection to a server on this machine. @throws Error when it cannot be reached */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let waiting: PromiseWithResolvers<void> | undefined
  let takeChunk = readAnswer()
  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
    socket.destroy()
  }
  socket.on('data', (chunk: Buffer) => {
    try {
      if (!takeChunk(chunk)) return
    } catch (error) {
      return fail(error as Error)
    }
    takeChunk = readAnswer()
    waiting?.resolve()
    waiting = undefined
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server has closed a connection')))
  return {
    call(request) {
      waiting = Promise.withResolvers()
      const { promise } = waiting
      if (socket.destroyed) fail(new Error('The connection is closed'))
      else socket.write(request)
      return promise
    },
    close: () => socket.destroy(),
  }
}
