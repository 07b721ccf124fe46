/** Mails about API tokens that end. */
import { formatMoment } from '#lib/dates.ts'
import { fill, fillCounted } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

/** How mails name an API token: the visible part of its value with its description, and the address of its page. */
export interface NamedToken {
  readonly token: string
  readonly url: string
}

const SAMPLE: NamedToken = {
  token: 'dht_4fK2… (Weekly report)',
  url: 'https://desk.example.com/admin/apps_and_integrations/api_tokens/7',
}

/** Reports that a token was deactivated. `reason` is a sentence without its full stop. */
export const apiTokenDeactivated: MailTemplate<NamedToken & { readonly instance: string; readonly reason: string }> = {
  about: 'To those who made or requested an API token: it was deactivated',
  sample: { ...SAMPLE, instance: 'Example Ltd', reason: 'Not used for 90 days' },
  write({ token, url, instance, reason }) {
    const words = WORDS.api_token_deactivated
    return { topic: 'api_token.deactivated', subject: words.subject, paragraphs: [fill(words.happened, { token, instance, reason }), url] }
  },
}

/** Announces that tokens end at the same time. `days` is how many days are left at most. */
export const apiTokensEnding: MailTemplate<{
  readonly instance: string
  readonly end: string
  /** The IANA name of the zone in which moments are written. */
  readonly time_zone: string
  readonly days: number
  readonly tokens: readonly NamedToken[]
}> = {
  about: 'To those who made or requested API tokens: they end soon',
  sample: { instance: 'Example Ltd', end: '2026-12-01T09:00:00.000Z', time_zone: 'UTC', days: 7, tokens: [SAMPLE] },
  write({ instance, end, time_zone, days, tokens }) {
    const words = WORDS.api_tokens_ending
    return {
      topic: 'api_token.ends',
      subject: fillCounted(words.subject, tokens.length, { time: fillCounted(words.time, days, {}) }),
      paragraphs: [
        fillCounted(words.intro, tokens.length, { instance, end: formatMoment(end, time_zone) }),
        ...tokens.map((token) => fill(words.token, { ...token })),
      ],
    }
  },
}
