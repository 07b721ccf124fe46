// What became of what a rule has sent, in words. Pure.

import type { Delivery } from './queries.ts'
import { capitalize } from '#kit/words.ts'

/** States of mails and of calls of webhooks. */
const OUTCOMES: Readonly<Record<string, string>> = {
  queued: 'waiting to be delivered',
  sent: 'delivered',
  failed: 'failed',
  kept: 'kept in the outbox, as there is no mail server',
  pending: 'waiting to be called',
  success: 'accepted',
  terminated: 'refused by the receiver, or the webhook was switched off',
  throttled: 'refused for now',
  'circuit broken': 'not called, as earlier calls have failed',
}

const STATES: Readonly<Record<Exclude<Delivery['state'], 'sent'>, string>> = {
  waiting: 'Not sent yet: this is the text that it will be made from.',
  not_sent:
    'Not sent: there was nobody to send it to or nothing to send, or its webhook or target is gone or inactive, or the ticket is closed.',
  unknown: 'This is the text of the rule: what was sent was not kept.',
}

const TEXTS: Readonly<Record<Delivery['texts'], string>> = {
  sent: '',
  rule: '',
  removed: 'This is the text of the rule: what was sent was removed, as it may have contained what was redacted.',
  hidden: 'This is the text of the rule: what was sent is hidden from you.',
}

/** "2 delivered, 1 failed."; "Sent." where the outcomes are not known, or no longer. */
export function describeDelivery({ state, texts, outcomes }: Delivery): string {
  if (state !== 'sent') return STATES[state]
  const counted = outcomes.map(
    (one) => `${outcomes.length === 1 && one.count === 1 ? '' : `${one.count} `}${OUTCOMES[one.state] ?? one.state}`,
  )
  const words = counted.length === 0 ? 'sent' : counted.join(', ')
  return [`${capitalize(words)}.`, TEXTS[texts]].filter(Boolean).join(' ')
}
