/** Mails about webhooks and to targets. */
import { fill } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

/** Reports that a webhook is no longer called, because too many calls have failed. `url`: its page, with its log. */
export const webhookPaused: MailTemplate<{ readonly webhook: string; readonly url: string }> = {
  about: 'To administrators: too many calls of a webhook have failed, and it is paused',
  sample: { webhook: 'Pager', url: 'https://desk.example.com/admin/apps_and_integrations/webhooks/01M84HRGDRQHFQG9F2GZ7B2A40' },
  write({ webhook, url }) {
    const words = WORDS.webhook_paused
    return {
      topic: 'webhook.paused',
      subject: fill(words.subject, { webhook }),
      paragraphs: [fill(words.happened, { webhook }), words.what_now, fill(words.log, { url })],
    }
  },
}

/** What a rule sends to a target that is an address. Both texts are the rule's. */
export const targetNotified: MailTemplate<{ readonly headline: string; readonly message: string }> = {
  about: 'To the address of an e-mail target: what a rule has to say',
  sample: { headline: 'Parts for ticket 35436', message: 'Two rollers are needed.' },
  write: ({ headline, message }) => ({ topic: 'target.notified', subject: headline, paragraphs: [message] }),
}
