/** Tracks client connections for the shutdown: which are idle, and on which a request is being served. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** The connections of one HTTP server. */
export interface Connections {
  /** From now on every answer ends its connection, including those to requests in progress whose headers are not sent yet. */
  endEach(): void
  /** Accepts no more. Open ones stay: `close()` of an HTTP server would also close connections just accepted that are about to send. */
  refuse(): void
  /** Closes those that have had an answer and are idle. */
  closeAnswered(): void
  /** Closes those on which no request is being served: idle ones, and those with incomplete headers or an incomplete body. */
  closeUnserved(): void
  closeAll(): void
  isEmpty(): boolean
}

/** Requests whose handler reads the body itself: they are being served before they are complete. */
const taken = new WeakSet<IncomingMessage>()

/** Marks a request as being served though its body is still arriving. */
export function markInProgress(request: IncomingMessage): void {
  taken.add(request)
}

/** Watches the connections of a server that does not listen yet. Costs an entry per connection, and nothing that grows with requests. */
export function watchConnections(server: Server): Connections {
  const latest = new Map<Socket, ServerResponse | null>()
  server.on('connection', (socket: Socket) => {
    latest.set(socket, null)
    socket.once('close', () => latest.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (latest.has(request.socket)) latest.set(request.socket, response)
  })
  return {
    endEach() {
      server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => endConnection(response))
      for (const response of latest.values()) if (response !== null && isServing(response)) endConnection(response)
    },
    refuse: () => void NetServer.prototype.close.call(server),
    isEmpty: () => latest.size === 0,
    closeAnswered() {
      for (const [socket, response] of latest) if (response !== null && response.writableFinished) socket.destroy()
    },
    closeUnserved() {
      for (const [socket, response] of latest) if (response === null || !isServing(response)) socket.destroy()
    },
    closeAll() {
      for (const socket of latest.keys()) socket.destroy()
    },
  }
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

function isServing(response: ServerResponse): boolean {
  return !response.writableFinished && !response.destroyed && (response.req.complete || taken.has(response.req))
}
