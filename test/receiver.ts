/** A server on the loopback that takes calls, as an address outside does: for tests of webhooks and targets. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A call that has arrived. */
export interface ReceivedCall {
  readonly method: string
  /** The path with its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How a call is answered; by default with 200. */
export type Answering = (call: ReceivedCall, response: ServerResponse) => void

/** A receiver and what it has received so far. */
export interface Receiver {
  readonly url: string
  readonly calls: ReceivedCall[]
  /** Sets how calls are answered from now on. */
  answer(how: Answering): void
}

/** The environment that lets an application call a receiver. */
export const MAY_CALL_RECEIVER = { DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32' } as const

const answerOk: Answering = (_call, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('Taken')

/** Starts a receiver; it is closed after the last test of the file. */
export async function useReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  let respond = answerOk
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const call = { method, url, headers, body: Buffer.concat(parts).toString('utf8') }
      calls.push(call)
      respond(call, response)
    })
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer(given) {
      respond = given
    },
  }
}
