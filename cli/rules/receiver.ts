/** Takes the calls of webhooks that a rule test causes. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { parseOwn } from '#lib/json.ts'

/** A call that has arrived. The body is JSON where it can be read as that. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** A server on the loopback. */
export interface Receiver {
  readonly url: string
  /** The calls since the last time this was asked. */
  take(): ReceivedCall[]
  close(): void
}

/** Starts a receiver, which answers every call with 200. */
export async function openReceiver(): Promise<Receiver> {
  let calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => {
        calls.push({ method: request.method ?? '', path: request.url ?? '', body: readBody(body) })
        return response.writeHead(200).end()
      })
      // the caller has hung up
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = calls
      calls = []
      return taken
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function readBody(body: string): unknown {
  try {
    return parseOwn(body)
  } catch {
    return body // not JSON: as it came
  }
}
