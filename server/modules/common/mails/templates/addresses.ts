/** Mails that verify an address. */
import { formatMoment } from '#lib/dates.ts'
import { fill } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

/** Asks the owner of an address to verify it. The fragment of `url` holds the proof. */
export const identityVerification: MailTemplate<{
  readonly name: string
  readonly email: string
  readonly instance: string
  readonly url: string
  readonly expires_at: string
  /** The IANA name of the zone in which moments are written. */
  readonly time_zone: string
}> = {
  about: 'To a new address of a user: the link that verifies it',
  sample: {
    name: 'Ann Example',
    email: 'ann@example.org',
    instance: 'Example Ltd',
    url: 'https://desk.example.com/verify_address#proof',
    expires_at: '2026-12-01T09:00:00.000Z',
    time_zone: 'UTC',
  },
  write({ name, email, instance, url, expires_at, time_zone }) {
    const words = WORDS.identity_verification
    return {
      topic: 'identity.verification',
      subject: fill(words.subject, { instance }),
      paragraphs: [
        fill(words.who, { name, instance, email }),
        fill(words.link, { url }),
        fill(words.until, { time: formatMoment(expires_at, time_zone) }),
        words.otherwise,
      ],
    }
  },
}

/** Sent to an address of the instance; it returns to Deskhand if that address is forwarded. */
export const forwardingCheck: MailTemplate<{ readonly email: string; readonly instance: string; readonly code: string }> = {
  about: 'To an address of the instance: it returns to Deskhand if the address is forwarded',
  sample: { email: 'support@example.com', instance: 'Example Ltd', code: '3f9c1a' },
  write({ email, instance, code }) {
    const words = WORDS.forwarding_check
    return {
      topic: 'recipient_address.forwarding',
      subject: words.subject,
      paragraphs: [fill(words.why, { email, instance }), fill(words.code, { code })],
    }
  },
}
