/** A real mail server on the loopback address, for tests of mails sent. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { waitFor } from './jobs.ts'

/** One received mail: its envelope, and its text as sent over the wire. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/** A running mail server. */
export interface TestSmtp {
  readonly port: number
  readonly taken: readonly ReceivedMail[]
  /** The number of connections made so far. */
  connections(): number
  /** The number of open connections. */
  open(): number
  /** Waits until that many mails were received. */
  has(count: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a mail server, by default without TLS and without authentication. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtp> {
  const taken: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    logger: false, // without the warning about its public certificate, which the test of TLS needs
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100, // clients keep their connections open for the next mail
    onConnect(_session, callback) {
      connections += 1
      callback()
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        taken.push({ from, to: rcptTo.map((person) => person.address), raw: Buffer.concat(parts).toString('utf8') })
        callback()
      })
    },
    ...options,
  })
  // errors of clients show in what happens to their mail
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    connections: () => connections,
    open: () => server.connections.size,
    has: (count) => waitFor(async () => taken.length, count),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The unfolded header fields of a mail by their lower-case names. */
export function headOf(mail: ReceivedMail | undefined): ReadonlyMap<string, string> {
  const head = (mail?.raw ?? '').split('\r\n\r\n', 1)[0] ?? ''
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
}
