// Sends mail over SMTP to the operator's mail server; one pool of connections for each process.
// Not here: what a mail says, who gets it, and its state in the outbox (modules/common/mails/).
import { createTransport } from 'nodemailer'
import { memberOf, messageOf } from '#lib/error_words.ts'

/** One mail to send. */
export interface Letter {
  /** The name beside the sender's address, unless the operator has set another one. */
  readonly from_name: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same mail as an HTML document, for mail programs that show HTML. */
  readonly html: string
  readonly message_id: string
}

/** The result of a delivery. `put_off`: a later attempt may succeed; `refused`: none will. */
export type Delivery = { readonly state: 'sent' } | { readonly state: 'put_off' | 'refused'; readonly error: string }

/** A client of the mail server. */
export interface Mailer {
  /** The domain of the sender's address. */
  readonly domain: string
  /** Passes one letter to the mail server. Never throws. */
  deliver(letter: Letter): Promise<Delivery>
  /** Closes the connections. */
  close(): void
}

const CONNECTIONS = 2
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const MAX_ERROR = 500

/**
 * Creates the client of a mail server. It connects when the first letter is delivered.
 * @param url smtp:// or smtps://, with user and password where needed
 * @param from the sender's address, or `Name <address>`
 */
export function openMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sender = senderOf(from)
  return {
    domain: sender.address.slice(sender.address.lastIndexOf('@') + 1),
    async deliver(letter) {
      try {
        await transport.sendMail({
          from: { name: sender.name ?? letter.from_name, address: sender.address },
          to: { name: '', address: letter.to },
          envelope: { from: sender.address, to: [letter.to] },
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          messageId: letter.message_id,
          headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no automatic reply answers it
        })
        return { state: 'sent' }
      } catch (error) {
        return failure(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Splits `Name <address>`, or takes a bare address. */
function senderOf(from: string): { name: string | null; address: string } {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1') || null, address: address.trim() }
}

/**
 * A 5xx reply refuses the letter for good. A server that cannot be reached, is busy or refuses our credentials may accept it later.
 * @source RFC 5321 §4.2.1
 */
function failure(error: unknown): Delivery {
  const responseCode = memberOf(error, 'responseCode')
  const forGood = typeof responseCode === 'number' && responseCode >= 500 && memberOf(error, 'code') !== 'EAUTH'
  return { state: forGood ? 'refused' : 'put_off', error: messageOf(error).slice(0, MAX_ERROR) }
}
