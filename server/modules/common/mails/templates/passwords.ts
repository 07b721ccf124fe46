/** Mails with a link to choose a password, or that say that none is needed. */
import { formatMoment } from '#lib/dates.ts'
import { fill } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

/** A link that works once. Its fragment holds the proof. */
export interface PasswordLink {
  readonly url: string
  readonly expires_at: string
}

/** The recipient of such a mail, and what they may sign in with. */
export interface Recipient {
  readonly name: string
  readonly email: string
  readonly instance: string
  readonly sign_in_url: string
  /** Null for people who sign in with an identity provider. */
  readonly link: PasswordLink | null
  /** The IANA name of the zone in which moments are written. */
  readonly time_zone: string
}

const RECIPIENT = {
  name: 'Ann Example',
  email: 'ann@example.org',
  instance: 'Example Ltd',
  sign_in_url: 'https://desk.example.com/sign-in',
  link: { url: 'https://desk.example.com/set_password#proof', expires_at: '2026-12-01T09:00:00.000Z' },
  time_zone: 'UTC',
} as const
const common = WORDS.password

/** Answers a request of the sign-in page. `is_first`: they have no password yet. */
export const passwordForgotten: MailTemplate<Recipient & { readonly is_first: boolean }> = {
  about: 'To an address that was entered on the sign-in page: the link to choose a password',
  sample: { ...RECIPIENT, is_first: false },
  write({ name, email, instance, sign_in_url, link, time_zone, is_first }) {
    const words = WORDS.password_forgotten
    return {
      topic: is_first ? 'password.invitation' : 'password.link',
      subject: fill(words.subject, { instance }),
      paragraphs: [
        fill(common.hello, { name }),
        fill(words.asked, { instance, email }),
        ...(link === null
          ? [fill(words.needs_none, { url: sign_in_url })]
          : [fill(common.link, { url: link.url }), fill(common.until, { time: formatMoment(link.expires_at, time_zone) })]),
        words.otherwise,
      ],
    }
  },
}

/** Invites a person who has no password yet, or needs none. */
export const passwordInvitation: MailTemplate<Recipient & { readonly actor: string; readonly is_first: boolean }> = {
  about: 'To a person who was invited: the link to choose the first password, or where to sign in',
  sample: { ...RECIPIENT, actor: 'Olga Owner', is_first: true },
  write({ name, email, instance, sign_in_url, link, time_zone, actor, is_first }) {
    const words = WORDS.password_invitation
    return {
      topic: is_first ? 'password.invitation' : 'password.link',
      subject: fill(words.subject, { instance }),
      paragraphs: [
        fill(common.hello, { name }),
        fill(words.invited, { actor, instance }),
        ...(link === null
          ? [fill(words.company_account, { url: sign_in_url })]
          : [
              fill(common.link, { url: link.url }),
              fill(words.until, { time: formatMoment(link.expires_at, time_zone), url: sign_in_url, email }),
              words.otherwise,
            ]),
      ],
    }
  },
}

/** Sends a person who has a password the link to choose another one. */
export const passwordLink: MailTemplate<Omit<Recipient, 'link' | 'email' | 'sign_in_url'> & PasswordLink & { readonly actor: string }> = {
  about: 'To a person who has a password: a link from an administrator to choose another one',
  sample: { name: RECIPIENT.name, instance: RECIPIENT.instance, time_zone: RECIPIENT.time_zone, ...RECIPIENT.link, actor: 'Olga Owner' },
  write({ name, instance, url, expires_at, time_zone, actor }) {
    const words = WORDS.password_link
    return {
      topic: 'password.link',
      subject: fill(words.subject, { instance }),
      paragraphs: [
        fill(common.hello, { name }),
        fill(words.sent, { actor, instance }),
        fill(words.link, { url }),
        fill(words.until, { time: formatMoment(expires_at, time_zone) }),
        words.otherwise,
      ],
    }
  },
}
