/** The accepted connections that wait for a member, oldest first. */
import type { Socket } from 'node:net'

/** Connections waiting for a free member. Further ones are reset. */
const MAX_WAITING = 4096

/** See the top of this file. */
export interface WaitingConnections {
  /** Adds a new connection. It is closed when no member has taken it in time. */
  add(socket: Socket): void
  /** Removes and returns the oldest one that is still open. */
  next(): Socket | undefined
  /** Puts a connection that its member did not get before all others. */
  giveBack(socket: Socket): void
  isEmpty(): boolean
  /** Closes all. */
  close(): void
}

/**
 * Creates an empty list. `wait_ms` is how long a connection waits at most; `changed` is called after one was added, and after a waiting
 * one was closed.
 */
export function makeWaitingConnections(wait_ms: number, changed: () => void): WaitingConnections {
  let waiting = new Set<Socket>()
  return {
    add(socket) {
      socket.on('error', () => socket.destroy())
      socket.setTimeout(wait_ms, () => socket.destroy())
      if (waiting.size >= MAX_WAITING) return void socket.resetAndDestroy()
      socket.once('close', () => void (waiting.delete(socket) && changed()))
      waiting.add(socket)
      changed()
    },
    next() {
      for (const socket of waiting) {
        waiting.delete(socket)
        if (!socket.destroyed) return socket
      }
      return undefined
    },
    giveBack(socket) {
      if (!socket.destroyed) waiting = new Set([socket, ...waiting])
    },
    isEmpty: () => waiting.size === 0,
    close() {
      for (const socket of waiting) socket.destroy()
      waiting.clear()
    },
  }
}
