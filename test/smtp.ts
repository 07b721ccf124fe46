/** A true mail server on the loopback address, for tests of what is sent. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { becomes } from './jobs.ts'

/** One mail as the server took it: the envelope, and the text as it came over the wire. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/** A mail server that runs. */
export interface TestSmtp {
  readonly port: number
  readonly taken: readonly ReceivedMail[]
  /** How many connections were made so far. */
  connections(): number
  /** How many are open. */
  open(): number
  /** Waits until so many mails were taken. */
  has(count: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a mail server, by default without TLS and for everybody. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtp> {
  const taken: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    logger: false, // nor advice: its certificate, known to everybody, is what the test of TLS wants
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100, // clients keep their connections for the next mail
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
  // what clients do wrong is seen in what becomes of their mail
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    connections: () => connections,
    open: () => server.connections.size,
    has: (count) => becomes(async () => taken.length, count),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The lines of a mail's head by their small-letter names, unfolded. */
export function headOf(mail: ReceivedMail | undefined): ReadonlyMap<string, string> {
  const head = (mail?.raw ?? '').split('\r\n\r\n', 1)[0] ?? ''
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
}
