/** Mails about one-time secrets. None contains the value, a link that opens it, or the passphrase. */
import { formatMoment } from '#lib/dates.ts'
import { fill } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

/** What every mail about a secret says of it. */
export interface NamedSecret {
  readonly label: string
  readonly sender: string
  readonly reader: string
  /** Its page, which shows the value to the reader only. */
  readonly url: string
}

/** Where something was done from; null when that is not known. */
interface From {
  readonly ip_address: string | null
}

const SECRET: NamedSecret = {
  label: 'Token of the weekly report',
  sender: 'Egon Engineer',
  reader: 'Rita Requester',
  url: 'https://desk.example.com/secrets/5',
}

/** A secret that can be read until a moment. */
interface WaitingSecret {
  readonly expires_at: string
  /** The IANA name of the zone in which moments are written. */
  readonly time_zone: string
  readonly has_passphrase: boolean
}

/** Notifies the reader that a secret waits for them. */
export const secretCreated: MailTemplate<NamedSecret & WaitingSecret> = {
  about: 'To the reader of a one-time secret: it waits for them',
  sample: { ...SECRET, expires_at: '2026-12-01T09:00:00.000Z', time_zone: 'UTC', has_passphrase: true },
  write({ label, sender, url, expires_at, time_zone, has_passphrase }) {
    const words = WORDS.secret_created
    const time = formatMoment(expires_at, time_zone)
    return {
      topic: 'shared_secret.created',
      subject: fill(words.subject, { label }),
      paragraphs: [
        fill(words.sent, { sender, label }),
        fill(has_passphrase ? words.open_with_passphrase : words.open, { time }),
        words.be_ready,
        url,
      ],
    }
  },
}

/** Notifies the sender that the secret was read. */
export const secretRead: MailTemplate<NamedSecret & From> = {
  about: 'To the sender of a one-time secret: it was read',
  sample: { ...SECRET, ip_address: '192.0.2.7' },
  write({ label, reader, url, ip_address }) {
    const words = WORDS.secret_read
    const opened = ip_address === null ? fill(words.opened, { reader, label }) : fill(words.opened_from, { reader, label, ip_address })
    return { topic: 'shared_secret.read', subject: fill(words.subject, { label }), paragraphs: [opened, words.destroyed, url] }
  },
}

/** Alerts sender and reader to a second attempt to open it. `ended` is what was deactivated because of it. */
export const secretReopened: MailTemplate<NamedSecret & From & { readonly ended: 'api_token' | { readonly text: string } | null }> = {
  about: 'To sender and reader of a one-time secret: it was opened a second time',
  sample: { ...SECRET, ip_address: '192.0.2.7', ended: 'api_token' },
  write({ label, reader, url, ip_address, ended }) {
    const words = WORDS.secret_reopened
    const opened = ip_address === null ? fill(words.opened, { reader, label }) : fill(words.opened_from, { reader, label, ip_address })
    const what_now = ended === 'api_token' ? words.token_deactivated : (ended?.text ?? words.replace)
    return { topic: 'shared_secret.reopened', subject: fill(words.subject, { label }), paragraphs: [opened, what_now, url] }
  },
}

/** Alerts sender and reader that another person has tried to open it. */
export const secretRefused: MailTemplate<NamedSecret & From & { readonly actor: string }> = {
  about: 'To sender and reader of a one-time secret: another person tried to open it',
  sample: { ...SECRET, actor: 'Olga Owner', ip_address: null },
  write({ label, reader, url, ip_address, actor }) {
    const words = WORDS.secret_refused
    const tried =
      ip_address === null ? fill(words.tried, { actor, label, reader }) : fill(words.tried_from, { actor, label, reader, ip_address })
    return { topic: 'shared_secret.refused', subject: fill(words.subject, { label }), paragraphs: [tried, words.passed_on, url] }
  },
}

/** Alerts sender and reader that it was destroyed unread. `why` is a sentence. */
export const secretDestroyed: MailTemplate<NamedSecret & { readonly why: string }> = {
  about: 'To sender and reader of a one-time secret: it was destroyed unread',
  sample: { ...SECRET, why: 'Reported as leaked' },
  write({ label, sender, reader, url, why }) {
    const words = WORDS.secret_destroyed
    const paragraphs = [fill(words.destroyed, { label, sender, reader }), why, url]
    return { topic: 'shared_secret.burnt', subject: fill(words.subject, { label }), paragraphs }
  },
}

/** Notifies the sender that it expired unread. */
export const secretExpired: MailTemplate<NamedSecret> = {
  about: 'To the sender of a one-time secret: it expired unread',
  sample: SECRET,
  write({ label, reader, url }) {
    const words = WORDS.secret_expired
    const paragraphs = [fill(words.expired, { reader, label }), words.again, url]
    return { topic: 'shared_secret.expired', subject: fill(words.subject, { label }), paragraphs }
  },
}

/** Reports that it was withdrawn before it was read. */
export const secretWithdrawn: MailTemplate<NamedSecret & { readonly actor: string }> = {
  about: 'To the reader of a one-time secret, and the sender: it was withdrawn',
  sample: { ...SECRET, actor: 'Egon Engineer' },
  write({ label, url, actor }) {
    const words = WORDS.secret_withdrawn
    const paragraphs = [fill(words.withdrawn, { actor, label }), url]
    return { topic: 'shared_secret.withdrawn', subject: fill(words.subject, { label }), paragraphs }
  },
}
