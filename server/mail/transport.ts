// HOW MAIL LEAVES: one pooled connection to the operator's mail server for each process.
// Not here: what is written to whom, and what becomes of it (modules/common/mails/).
import { createTransport } from 'nodemailer'

/** One mail as it goes out. */
export interface Letter {
  /** Stands beside the address it is from, unless the operator named another. */
  readonly from_name: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly message_id: string
}

/** What became of a letter. `put_off`: it may go through later; `refused`: never. */
export type Delivery = { readonly state: 'sent' } | { readonly state: 'put_off' | 'refused'; readonly error: string }

/** The way to the mail server. */
export interface Mailer {
  /** What stands behind the @ of the sender's address. */
  readonly domain: string
  /** Hands one letter to the mail server. Never throws. */
  deliver(letter: Letter): Promise<Delivery>
  /** Lets go of the connections. */
  close(): void
}

const CONNECTIONS = 2
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const MOST_ERROR = 500

/**
 * Opens the way to a mail server; nothing is connected before the first letter.
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
          messageId: letter.message_id,
          headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: nobody's absence notice answers it
        })
        return { state: 'sent' }
      } catch (error) {
        return failure(error)
      }
    },
    close: () => transport.close(),
  }
}

/** `Name <address>` or a bare address, taken apart. */
function senderOf(from: string): { name: string | null; address: string } {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1') || null, address: address.trim() }
}

/** A letter the server will not take is refused for good; a server that is away, busy or refuses *us* may be mended. @source RFC 5321 §4.2.1 */
function failure(error: unknown): Delivery {
  const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number }
  const forGood = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  return { state: forGood ? 'refused' : 'put_off', error: message.slice(0, MOST_ERROR) }
}
