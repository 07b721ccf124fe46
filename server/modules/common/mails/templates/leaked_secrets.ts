/** Mails about secrets that were published by mistake. */
import { fill } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

/** Reports that a secret was revoked. `kind` is what it was; `place` where it was found, empty if not reported; `url` the audit log. */
export const leakedSecret: MailTemplate<{
  readonly kind: string
  readonly label: string
  readonly place: string
  readonly url: string
}> = {
  about: 'To the owner of a secret and the owner of the instance: it was found in public and revoked',
  sample: {
    kind: 'API token',
    label: 'Weekly report',
    place: 'https://code.example.net/report/config.js',
    url: 'https://desk.example.com/admin/account/audit_log',
  },
  write({ kind, label, place, url }) {
    const words = WORDS.leaked_secret
    return {
      topic: 'leaked_secret.revoked',
      subject: fill(words.subject, { kind, label }),
      paragraphs: [
        place === '' ? fill(words.reported, { kind, label }) : fill(words.reported_at, { kind, label, place }),
        fill(words.what_now, { url }),
      ],
    }
  },
}
