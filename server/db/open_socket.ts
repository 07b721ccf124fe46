/** Sockets of postgres.js, which can be given one for each connection. Not here: where they lead (primary.ts, open_postgres.ts). */
import { Socket } from 'node:net'

/** Finds where to connect. */
type FindPlace = () => Promise<{ readonly host: string; readonly port: number }>

/**
 * A socket that connects to a place once that is found. The driver writes at once, so what it writes is held back until then. A server that closes
 * the connection before it says anything, as a proxy without a server behind it does, is an error: the driver would connect again without a pause.
 */
export function openSocket(find: FindPlace): Socket {
  const socket = Object.assign(new Socket(), { host: '', port: 0 })
  socket.cork()
  socket.once('connect', () => socket.uncork())
  socket.once('end', () => {
    if (socket.bytesRead === 0)
      socket.destroy(Object.assign(new Error('the server closed the connection before it answered'), { code: 'ECONNRESET' }))
  })
  const connect = async () => {
    const { host, port } = await find()
    if (socket.destroyed) return
    Object.assign(socket, { host, port }) // the driver compares the server's certificate with it, and names it in errors
    socket.connect(port, host)
  }
  connect().catch((error: Error) => socket.destroy(error))
  return socket
}
