/** A member of a group of processes on one port: serves requests, and is started and stopped by its leader. */
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { buildApp } from '#app/app.ts'
import type { Config } from '#config/config.ts'
import { attach } from '#db/setup/connect.ts'
import { makeMemberListening } from '#db/member_listener.ts'
import { prepareDrain } from '#process/drain.ts'
import type { Server } from '#http/serve.ts'
import { gatherMetrics, readFigures } from '#core/metrics.ts'
import { requestBounds } from '#process/open_server.ts'
import { type Listening, type Running, startProcess } from '#process/process.ts'
import type { Stopping } from '#core/stopping.ts'
import type { ToLeader, ToMember } from './messages.ts'

/** Serves requests once the leader has sent the address of the database, and stops when the leader says so. */
export async function startMember(config: Config, stopping: Stopping): Promise<Running> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<Extract<ToMember, { type: 'start' }>>()
  const waiting = new Map<number, (text: string) => void>()
  const port = makePort()
  const listening = makeMemberListening((said) => send({ type: 'listening', message: said }))
  process.on('message', (message: ToMember, socket?: Socket) => {
    if (message.type === 'start') begin(message)
    else if (message.type === 'listening') listening.receive(message.message)
    else if (message.type === 'connection') port.take(message.id, socket)
    else if (message.type === 'have') port.answerFor(message.id)
    else if (message.type === 'port_closed') port.closed()
    else if (message.type === 'stop') stopping.ask(message.plan)
    else if (message.type === 'hurry') stopping.hurryUp()
    else if (message.type === 'measure') void readFigures().then((figures) => send({ type: 'measured', id: message.id, figures }))
    else {
      waiting.get(message.id)?.(message.text)
      waiting.delete(message.id)
    }
  })
  let asked = 0
  gatherMetrics(() => {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.set(id, resolve)
    send({ type: 'measure_all', id })
    return promise
  })
  send({ type: 'hello' })
  const { database, port: number } = await begun
  const connected = attach(database, { max: config.database_pool, shares_lookups: true, ...requestBounds(config) })
  const { openListener } = listening
  return startProcess({ ...config, port: number, role: 'web' }, { stopping, connected, is_member: true, openListener, listen: port.listen })
}

/** The port, which the leader owns: it sends connections one by one. */
function makePort() {
  let server: HttpServer | undefined
  let latest = 0
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  return {
    closed: resolve,
    take(id: number, socket: Socket | undefined): void {
      latest = id
      // sent first: the leader passes an unconfirmed connection to another member
      send({ type: 'taken', id })
      if (socket === undefined) return // the client has disconnected
      socket.allowHalfOpen = true // as HTTP servers accept connections: a client that has sent everything may close its side
      server?.emit('connection', socket)
    },
    /** Node does not report a connection that it has no file descriptor for. The leader asks whether the last one it sent has arrived. */
    answerFor(id: number): void {
      send({ type: id === latest ? 'taken' : 'missed', id })
    },
    async listen(of: Server): Promise<Listening> {
      const app = await buildApp(of)
      const { hurry } = of.stopping
      const hurried = new Promise<void>((hasten) => hurry.addEventListener('abort', () => hasten(), { once: true }))
      const close = prepareDrain(app, of.stopping, () => Promise.race([closed, hurried]))
      await app.ready()
      server = app.server
      // on this event Node starts to enforce the timeouts of heads and bodies
      server.emit('listening')
      send({ type: 'ready' })
      const { port, host } = of.services.config
      return { app, address: { port, address: host, family: 'IPv4' }, close }
    },
  }
}

function send(message: ToLeader): void {
  // without a leader Node ends this process on its own
  process.send?.(message, undefined, {}, () => {})
}
